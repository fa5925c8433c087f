import { traitsOf } from '../../../../shared/structure/label-kinds.ts'
import { hasAtMost, LIMITS } from '../../../../shared/contract/limits.ts'
import { nameKey } from '../../../../shared/contract/name-key.ts'
import { SENTENCES } from '../../../../shared/contract/text-rules.ts'
import type { SheetCheck } from '../../../../shared/exchange/sheets.api.ts'
import { slotOf, SLOTS, type KindedLabel, type Slot } from '../../../../shared/structure/room-structure.api.ts'
import { readDuration } from '../../../../shared/lib/durations.ts'
import type { ColumnDates } from './column-dates.ts'
import type { TableRow } from '../reading/file-table.ts'
import { countRow, RowError, type ExistingItem, type Fields, type ItemType, type PlannedItem } from './import-plan.ts'
import { labelsLike } from './label-aliases.ts'
import { tidied, type SheetColumns } from './sheet-columns.ts'
import { columnCalled } from './titles.ts'

/** The label that takes a name which is no subcategory. */
const DESCRIPTION = nameKey('Description')

type Lacking = Omit<SheetCheck['lacking'][number], 'rows'> & { rows: number }

/** Reads the fields and notes of items from rows. */
export class ItemTexts {
  readonly #columns: SheetColumns
  readonly #dates: ColumnDates
  readonly #mainNotes: number
  readonly #hasNotes: boolean
  readonly #labelsOfColumns: ReadonlySet<string>
  /** By subcategory and column; null if there is none. */
  readonly #aliases = new Map<string, KindedLabel | null>()
  readonly #lacking = new Map<string, Lacking>()
  #overflows = 0

  constructor(columns: SheetColumns, dates: ColumnDates) {
    this.#columns = columns
    this.#dates = dates
    const { matching } = columns
    this.#labelsOfColumns = new Set(columns.keys.filter((_, at) => matching.columns[at]?.is === 'label'))
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
    existing?: ExistingItem,
    name = type.subcategory,
  ): Pick<PlannedItem, 'fields' | 'notes' | 'overflow'> {
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
    let notes = this.#hasNotes ? '' : (existing?.notes ?? '')
    for (const [at, { is, name: column = '' }] of this.#columns.matching.columns.entries()) {
      const value = existing ? (row.cells[at] ?? '') : tidied(row.cells[at] ?? '')
      const title = this.#columns.title(at)
      if (is !== 'label' && is !== 'field' && is !== 'notes') continue
      if (value.includes('\0') || !value.isWellFormed()) throw new RowError(title, lowered(SENTENCES.unusable))
      if (is === 'notes') {
        if (at === this.#mainNotes) notes = value
        else if (value !== '') moreNotes.push(`${title}: ${value}`)
        continue
      }
      const key = this.#columns.keys[at] ?? ''
      const slot = is === 'field' ? slotOf(Number(column)) : type.slotsByKey.get(key)
      const hasLabel = type.labels.some(({ field }) => field === slot)
      if (slot && is === 'label') {
        if (hasAtMost(value, LIMITS.itemField)) put(slot, value, at)
        // Descriptions may be as long as notes.
        else if (!existing && key === DESCRIPTION) moreNotes.push(`${title}: ${value}`)
        else throw new RowError(title, `longer than ${LIMITS.itemField}`)
      } else if (slot && !hasLabel && existing && (value === existing[slot] || value === '')) fields[slot] = value
      else if (value !== '') {
        const label = is === 'field' ? title : column
        const alias = is === 'label' && !existing ? this.#aliasOf(type, at) : undefined
        const under = alias && fields[alias.field] === '' && hasAtMost(value, LIMITS.itemField) ? alias : undefined
        const lacking = { subcategory: type.subcategory, label, under: under?.label ?? null }
        countRow(this.#lacking, JSON.stringify([type.subcatID, label, lacking.under]), lacking)
        if (under) {
          put(under.field, value, at)
          continue
        }
        if (!this.#columns.matching.toNotes) throw new RowError(title, `${type.subcategory} doesn’t have this field`)
        moreNotes.push(`${label}: ${value}`)
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

/** The first words of a text that is longer than notes. */
const beginningOf = (text: string): string => {
  const beginning = [...text.slice(0, 2 * LIMITS.notes)].slice(0, LIMITS.notes - 2).join('')
  return `${beginning.replace(/\s+\S*$/, '')} …`
}

const lowered = (sentence: string): string => sentence.charAt(0).toLowerCase() + sentence.slice(1).replace(/\.$/, '')
