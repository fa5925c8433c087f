import { nameKey } from '../../../../shared/contract/name-key.ts'
import type { Matching } from '../../../../shared/exchange/sheets.api.ts'
import { SLOTS } from '../../../../shared/structure/room-structure.api.ts'
import type { Structure } from '../../../structure/structure-model.ts'
import type { FileTable, TableRow } from '../reading/file-table.ts'
import type { ExistingItem, Fields } from './import-plan.ts'
import { labelsCalled, plainTitle } from './titles.ts'

export interface KnownItem {
  itemID: number
  by: 'serial' | 'asset'
}

const ASSETS = /^(?:asset|inventory|inventar)(?: (?:id|tag|number))+$|^inventarnummer$|^numero de inventario$/

/** What values under a title say of one thing alone, if anything. */
const identityIn = (title: string): KnownItem['by'] | undefined => {
  if (labelsCalled(title).includes('Serial Number')) return 'serial'
  return ASSETS.test(plainTitle(title)) ? 'asset' : undefined
}

/** 'N/A', 'unknown' and '1' identify nothing. */
const SHORTEST = 3
const keyOf = (by: KnownItem['by'], value: string): string[] => {
  const key = nameKey(value).replace(/\s+/g, '')
  return key.length >= SHORTEST && /\d/.test(key) ? [`${by} ${key}`] : []
}

/** In fields under labels, and in the lines of notes that imports write. */
const keysOf = (item: ExistingItem, labels: ReturnType<Structure['itemLabelsOf']>): string[] => {
  const lines = item.notes.split('\n').flatMap((line) => {
    const [, title = '', value = ''] = /^([^:]{1,60}): (.*)$/.exec(line) ?? []
    return title === '' ? [] : [{ label: title, value }]
  })
  return [...labels.map(({ label, field }) => ({ label, value: item[field] })), ...lines].flatMap(
    ({ label, value }) => {
      const by = value === '' ? undefined : identityIn(label)
      return by ? keyOf(by, value) : []
    },
  )
}

/** The rows without an item's number whose serial number or asset ID one of these items has. Equal ones are paired in order. */
export const knownItemsOf = (
  { titles, rows }: FileTable,
  { columns }: Pick<Matching, 'columns'>,
  items: readonly ExistingItem[],
  structure: Structure,
): Map<TableRow, KnownItem> => {
  const known = new Map<TableRow, KnownItem>()
  const numbers = columns.findIndex(({ is }) => is === 'item')
  const identities = columns.flatMap(({ is, name }, at) => {
    const by = is === 'label' || is === 'notes' ? identityIn(name ?? titles[at] ?? '') : undefined
    return by ? [{ at, by }] : []
  })
  if (identities.length === 0 || items.length === 0) return known
  const labels = new Map<number, ReturnType<Structure['itemLabelsOf']>>()
  const itemsOf = new Map<string, number[]>()
  for (const item of items) {
    const own = labels.get(item.subcatID) ?? structure.itemLabelsOf(item.subcatID)
    labels.set(item.subcatID, own)
    for (const key of new Set(keysOf(item, own))) itemsOf.set(key, [...(itemsOf.get(key) ?? []), item.itemID])
  }
  const taken = new Set<number>()
  for (const row of rows) {
    if (numbers >= 0 && (row.cells[numbers] ?? '').trim() !== '') continue
    // The serial number tells more than the asset ID.
    for (const { at, by } of identities.toSorted((one, other) => (one.by < other.by ? 1 : -1))) {
      const [key = ''] = keyOf(by, row.cells[at] ?? '')
      const itemID = itemsOf.get(key)?.find((id) => !taken.has(id))
      if (itemID === undefined || known.has(row)) continue
      taken.add(itemID)
      known.set(row, { itemID, by })
    }
  }
  return known
}

/** Equal for items with the same values in the same place. */
export const valuesKey = (
  { roomID, catID, subcatID }: Pick<ExistingItem, 'roomID' | 'catID' | 'subcatID'>,
  fields: Fields,
  notes: string,
): string => JSON.stringify([roomID, catID, subcatID, SLOTS.map((slot) => fields[slot]), notes])
