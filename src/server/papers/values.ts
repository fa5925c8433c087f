import { type LabelKind, isOfDates, traitsOf } from '../../shared/structure/label-kinds.ts'
import { displayName } from '../../shared/attachments/file-name.ts'
import type { Item } from '../../shared/items/items.api.ts'
import { spoken } from '../../shared/structure/item-title.ts'
import type { LeftOut, PaperSize } from '../../shared/papers/papers.api.ts'
import type { Slot } from '../../shared/structure/room-structure.api.ts'
import { parseMaterial, type Material } from '../../shared/structure/sample.ts'
import { dayIn } from '../upkeep/reminder-times.ts'
import type { PaperOf } from './paper-of.ts'

export const kindOf = ({ kinds = [] }: Item, field: Slot): LabelKind =>
  kinds.find((one) => one.field === field)?.kind ?? 'text'

/** An item's labels; those of prices only if they are wanted. */
export const labelsOf = (item: Item, without: readonly LeftOut[]) =>
  without.includes('prices') ? item.labels.filter(({ field }) => !traitsOf(kindOf(item, field)).isPrice) : item.labels

export interface Value {
  label: string
  field: Slot
  value: string
}

/** An item's values by label, in display form. */
export const valuesOf = (item: Item, without: readonly LeftOut[] = []): Value[] =>
  labelsOf(item, without).flatMap(({ label, field }) => {
    const value = spoken(item[field])
    return value === '' ? [] : [{ label, field, value }]
  })

/** The item's notes, if they are wanted. */
export const notesOf = (item: Item, without: readonly LeftOut[]): string[] =>
  without.includes('notes') || item.note.trim() === '' ? [] : [item.note.trim()]

export const materialOf = ({ sample }: Item): Material | null => parseMaterial(sample)

/** The category of warranties, contacts, service records and permits. */
export const RECORDS = 'Records'

/** The name of a file in full, unless the user renamed it: paper has room for what the app shortens. */
export const fullNameOf = ({ name, filename }: Item['attachments'][number]): string =>
  name === displayName(filename) ? filename : name

/** Labels for an item's place in its room. */
export const WHERE = /\b(location|place|zone|serves)\b/i

const formatsIn = (locale: string) => {
  const open = (parts: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, { ...parts, timeZone: 'UTC' })
  return {
    long: open({ dateStyle: 'long' }),
    day: open({ dateStyle: 'medium' }),
    month: open({ month: 'short', year: 'numeric' }),
  }
}
const FORMATS: Readonly<Record<PaperSize, ReturnType<typeof formatsIn>>> = {
  letter: formatsIn('en-US'),
  a4: formatsIn('en-GB'),
}

/** The date in the paper's time zone. */
export const dateOf = ({ size, project }: Pick<PaperOf, 'size' | 'project'>, at: Date): string =>
  FORMATS[size].long.format(new Date(dayIn(project.zone, at)))

/** The month in the paper's time zone. */
export const monthOf = ({ size, project }: Pick<PaperOf, 'size' | 'project'>, at: Date): string =>
  FORMATS[size].month.format(new Date(dayIn(project.zone, at)))

const STORED = /^\d{4}-\d\d(-\d\d)?$/

/** The value as text: a date stored like 2031-01-30 in words, anything else unchanged. */
export const inWords = (value: string, kind: LabelKind | undefined, size: PaperSize): string => {
  if (!isOfDates(kind) || !STORED.test(value)) return value
  const at = new Date(value)
  const isThere = !Number.isNaN(at.getTime()) && at.toISOString().startsWith(value)
  return isThere ? FORMATS[size][value.length === 'yyyy-mm'.length ? 'month' : 'day'].format(at) : value
}

export const withDatesInWords = (item: Item, size: PaperSize): Item => {
  const formatted = { ...item }
  for (const { field, kind } of item.kinds ?? []) formatted[field] = inWords(item[field], kind, size)
  return formatted
}

export const addressOf = (project: Record<'address' | 'address2' | 'city' | 'state' | 'zip', string>): string[] => {
  const { address, address2, city, state, zip } = project
  const place = [city, [state, zip].filter((text) => text !== '').join(' ')].filter((text) => text !== '').join(', ')
  return [address, address2, place].filter((line) => line !== '')
}
