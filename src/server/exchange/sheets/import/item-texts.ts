import { traitsOf } from '../../../../shared/structure/label-kinds.ts'
import { hasAtMost, LIMITS } from '../../../../shared/contract/limits.ts'
import { nameKey } from '../../../../shared/contract/name-key.ts'
import { SENTENCES } from '../../../../shared/contract/text-rules.ts'
import type { SheetCheck } from '../../../../shared/exchange/sheets.api.ts'
import { slotOf, SLOTS, type KindedLabel, type Slot } from '../../../../shared/structure/room-structure.api.ts'
import { readDate } from '../../../../shared/lib/dates.ts'
import { readDuration } from '../../../../shared/lib/durations.ts'
import type { ColumnDates } from './column-dates.ts'
import type { TableRow } from '../reading/file-table.ts'
import { countRow, RowError, type ExistingItem, type Fields, type ItemType, type PlannedItem } from './import-plan.ts'
import { labelsLike } from './label-aliases.ts'
import { tidied, type SheetColumns } from './sheet-columns.ts'
import { columnCalled } from './titles.ts'

/** The label that takes a name which is no subcategory. */
const DESCRIPTION = nameKey('Description')

type Lacking = SheetCheck['lacking'][number]

/** An item that a row is about. */
export interface Before {
  item: ExistingItem
  /** The row names the item by its number, so each cell is compared as it is. Otherwise only filled cells count. */
  isOwn: boolean
}

/** Reads the fields and notes of items from rows. */
export class ItemTexts {
  readonly #columns: SheetColumns
  readonly #dates: ColumnDates
  readonly #mainNotes: number
  readonly #hasNotes: boolean
  readonly #labelsOfColumns: ReadonlySet<string>
  /** The columns that are fields by number. */
  readonly #fieldColumns: ReadonlyMap<Slot, number>
  /** By subcategory and column; null if there is none. */
  readonly #aliases = new Map<string, KindedLabel | null>()
  readonly #lacking = new Map<string, Lacking>()
  #overflows = 0

  constructor(columns: SheetColumns, dates: ColumnDates) {
    this.#columns = columns
    this.#dates = dates
    const { matching } = columns
    this.#labelsOfColumns = new Set(columns.keys.filter((_, at) => matching.columns[at]?.is === 'label'))
    this.#fieldColumns = new Map(
      matching.columns.flatMap(({ is, name }, at) => (is === 'field' ? [[slotOf(Number(name)), at] as const] : [])),
    )
    const notes = matching.columns.flatMap(({ is }, at) => (is === 'notes' ? [at] : []))
    // A column of another name, such as Price, means nothing without its title.
    const called = notes.filter((at) => columnCalled(columns.title(at)) === 'notes')
    this.#mainNotes =
      notes.find((at) => nameKey(columns.title(at)) === 'notes') ?? (called.length === 1 ? (called[0] ?? -1) : -1)
    this.#hasNotes = notes.length > 0
  }

  /** Labels that the subcategories of rows lack. */
  get lacking(): readonly Lacking[] {
    return [...this.#lacking.values()]
  }

  /** How many items have more text than notes can hold. */
  get overflows(): number {
    return this.#overflows
  }

  /** The only label with the meaning of the column's, unless another column has it. */
  #aliasOf({ subcatID, labels }: ItemType, at: number): KindedLabel | undefined {
    const key = `${subcatID} ${at}`
    const known = this.#aliases.get(key)
    if (known !== undefined) return known ?? undefined
    let alias: KindedLabel | null = null
    for (const names of labelsLike(this.#columns.keys[at] ?? '', this.#columns.title(at))) {
      const [first, ...others] = labels.filter(({ label }) => names.has(nameKey(label)))
      if (first && others.length === 0 && !this.#labelsOfColumns.has(nameKey(first.label))) alias ??= first
      if (first) break
    }
    this.#aliases.set(key, alias)
    return alias ?? undefined
  }

  /** An item's texts as the row has them, based on those that it already has. */
  read(
    row: TableRow,
    type: ItemType,
    before?: Before,
    name = type.subcategory,
  ): Pick<PlannedItem, 'fields' | 'notes' | 'overflow'> {
    const existing = before?.item
    const isOwn = before?.isOwn === true
    const fields = Object.fromEntries(SLOTS.map((slot) => [slot, existing?.[slot] ?? ''])) as Fields
    const moreNotes: string[] = existing ? [] : this.#columns.besideNames(row)
    const ends: [slot: Slot, value: string, at: number][] = []
    const put = (slot: Slot, value: string, at: number) => {
      const kind = type.labels.find(({ field }) => field === slot)?.kind
      fields[slot] = value
      if (value === existing?.[slot]) return
      if (traitsOf(kind).date === 'begins') fields[slot] = this.#dates.stored(value, at)
      if (traitsOf(kind).date === 'ends') ends.push([slot, value, at])
    }
    const lack = (label: string, under: string | null) => {
      const lacking = { subcategory: type.subcategory, label, under, isLeftOut: existing !== undefined && !under }
      countRow(this.#lacking, JSON.stringify([type.subcatID, ...Object.values(lacking)]), lacking)
    }
    let notes = this.#hasNotes && (isOwn || !existing) ? '' : (existing?.notes ?? '')
    for (const [at, { is, name: column = '' }] of this.#columns.matching.columns.entries()) {
      const value = isOwn ? (row.cells[at] ?? '') : tidied(row.cells[at] ?? '')
      const title = this.#columns.title(at)
      if (is !== 'label' && is !== 'field' && is !== 'notes') continue
      if (value.includes('\0') || !value.isWellFormed()) throw new RowError(title, lowered(SENTENCES.unusable))
      if (existing && !isOwn && value === '') continue
      if (is === 'notes') {
        if (at === this.#mainNotes && (isOwn || !existing)) notes = value
        else if (existing && at === this.#mainNotes) {
          const all = [existing.notes, value].filter((text) => text !== '').join('\n')
          if (existing.notes.includes(value)) continue
          if (hasAtMost(all, LIMITS.notes)) notes = all
          else lack(title, null)
        } else if (value !== '' && !(existing && hasValue(existing, title, value)))
          if (existing && !isOwn) lack(title, null)
          else moreNotes.push(`${title}: ${value}`)
        continue
      }
      const key = this.#columns.keys[at] ?? ''
      const slot = is === 'field' ? slotOf(Number(column)) : type.slotsByKey.get(key)
      const hasLabel = type.labels.some(({ field }) => field === slot)
      if (slot && is === 'label') {
        if (
          existing &&
          (value === '' ? this.#wasBare(row, existing, slot) : isElsewhere(existing, slot, title, column, value))
        )
          continue
        if (hasAtMost(value, LIMITS.itemField)) put(slot, value, at)
        // Descriptions may be as long as notes.
        else if (!existing && key === DESCRIPTION) moreNotes.push(`${title}: ${value}`)
        else throw new RowError(title, `longer than ${LIMITS.itemField}`)
      } else if (slot && !hasLabel && isOwn && (value === existing?.[slot] || value === '')) fields[slot] = value
      else if (value !== '') {
        const label = is === 'field' ? title : column
        if (existing && hasValue(existing, label, value)) continue
        const alias = is === 'label' && !isOwn ? this.#aliasOf(type, at) : undefined
        const canHave = alias && (existing || fields[alias.field] === '') && hasAtMost(value, LIMITS.itemField)
        lack(label, canHave ? alias.label : null)
        if (canHave) put(alias.field, value, at)
        else if (!this.#columns.matching.toNotes)
          throw new RowError(title, `${type.subcategory} doesn’t have this field`)
        else if (!existing) moreNotes.push(`${label}: ${value}`)
      }
    }
    // After all dates that they may count from.
    for (const [slot, value, at] of ends)
      fields[slot] =
        (readDuration(value) && this.#dates.endOf(row, type, fields, slot)) ?? this.#dates.stored(value, at)
    if (nameKey(name) !== nameKey(type.subcategory)) {
      const description = type.slotsByKey.get(DESCRIPTION)
      if (description && fields[description] === '') fields[description] = name
      else moreNotes.unshift(`${this.#columns.titleOf('subcategory')}: ${name}`)
    }
    return { fields, ...this.#fitNotes(notes, moreNotes, existing !== undefined) }
  }

  /** Whether the value of a field stood under its number when the file was downloaded, as its label was added later. */
  #wasBare({ cells }: TableRow, existing: ExistingItem, slot: Slot): boolean {
    const at = this.#fieldColumns.get(slot)
    return at !== undefined && existing[slot] !== '' && cells[at] === existing[slot]
  }

  /** Moves what exceeds the notes of a new item to its overflow. Throws `RowError` for an existing one. */
  #fitNotes(notes: string, moreNotes: readonly string[], isExisting: boolean): Pick<PlannedItem, 'notes' | 'overflow'> {
    const own = notes === '' || (moreNotes.length > 0 && notes.trim() === '') ? [] : [notes]
    const all = [...own, ...moreNotes].join('\n')
    if (hasAtMost(all, LIMITS.notes)) return { notes: all, overflow: null }
    if (isExisting) {
      const column = moreNotes.length > 0 ? 'Notes' : (this.#columns.table.titles[this.#mainNotes] ?? 'Notes')
      throw new RowError(
        column,
        `over ${LIMITS.notes} characters${moreNotes.length > 0 ? ' once other values are added to Notes' : ''}`,
      )
    }
    this.#overflows++
    const fits = hasAtMost(notes, LIMITS.notes)
    return {
      notes: fits ? notes : beginningOf(notes),
      overflow: `${(fits ? moreNotes : [...own, ...moreNotes]).join('\n')}\n`,
    }
  }
}

/** Whether an item has a value that its row has no place for: in any field, or in its notes. */
const hasValue = (item: ExistingItem, label: string, value: string): boolean => {
  const read = readDate(value)
  const texts = [value, ...(read.is === 'date' ? [read.iso] : [])]
  return (
    SLOTS.some((slot) => texts.includes(item[slot])) ||
    item.notes === value ||
    item.notes.includes(`${label}: ${value}`)
  )
}

/** Whether a column that only resembles this label has the value of another field, whose label was replaced since. */
const isElsewhere = (item: ExistingItem, slot: Slot, title: string, label: string, value: string): boolean =>
  item[slot] === '' && nameKey(title) !== nameKey(label) && hasValue(item, title, value)

/** The first words of a text that is longer than notes. */
const beginningOf = (text: string): string => {
  const beginning = [...text.slice(0, 2 * LIMITS.notes)].slice(0, LIMITS.notes - 2).join('')
  return `${beginning.replace(/\s+\S*$/, '')} …`
}

const lowered = (sentence: string): string => sentence.charAt(0).toLowerCase() + sentence.slice(1).replace(/\.$/, '')
