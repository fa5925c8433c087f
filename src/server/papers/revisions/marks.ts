import type { Slot } from '../../../shared/structure/room-structure.api.ts'
import type { Hidden, LinkReader } from '../../platform/db/actor.ts'
import { finishOf, isIdentifying, type Said } from '../finish.ts'
import type { Kind, Marked, MarkMatter } from './marks.repo.ts'
import type { IssuedMark } from './snapshot.ts'

/** The parts of the reader that affect marks. */
export type View = { kind: 'person' } | (Pick<LinkReader, 'kind'> & { hides: Pick<Hidden, 'labels'> })

/** Abbreviations as in drawings, by original category name. */
const LETTERS: Readonly<Record<string, string>> = {
  Appliances: 'AP',
  'Cabinets & Storage': 'CB',
  Countertops: 'CT',
  'Decks & Paving': 'DK',
  'Doors & Trim': 'DR',
  Electronics: 'EL',
  Fireplace: 'FP',
  Flooring: 'FL',
  'Furniture & Decor': 'FN',
  'Glass & Accessories': 'GL',
  'Heating & Cooling': 'HC',
  'Landscape & Irrigation': 'LS',
  'Lighting & Electrical': 'LT',
  Paint: 'PT',
  Plumbing: 'PL',
  Records: 'RC',
  'Roof & Gutters': 'RF',
  'Siding & Masonry': 'SD',
  Tile: 'TL',
  'Windows & Treatments': 'WN',
}

const TAKEN: ReadonlySet<string> = new Set(Object.values(LETTERS))
const ALPHABET = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/**
 * Two letters that depend only on the category's name: those of drawings, or else its first letter and a later one, or
 * any other, skipping pairs of drawings. Categories with the same letters are numbered together, so no mark is given
 * twice.
 */
const lettersOf = (category: string): string => {
  if (Object.hasOwn(LETTERS, category)) return LETTERS[category] ?? ''
  const own = [...category.normalize('NFKD').toUpperCase()].filter((letter) => ALPHABET.includes(letter))
  const [first = 'X', ...rest] = own
  return [...rest, ...ALPHABET].map((second) => first + second).find((pair) => !TAKEN.has(pair)) ?? 'XX'
}

/** Reads the values under an item's labels, except the `hidden` ones. */
const openSaid = (kinds: MarkMatter['kinds'], hidden: readonly number[]) => {
  const slotsOf = new Map(
    [...kinds].map(([subcatID, { labels, telling }]) => [
      subcatID,
      labels.flatMap(({ propID, label, field }) =>
        hidden.includes(propID) ? [] : [{ field, isTelling: telling.includes(field), saysWhich: isIdentifying(label) }],
      ),
    ]),
  )
  return (item: Pick<Marked, 'subcatID' | Slot>): Said[] =>
    (slotsOf.get(item.subcatID) ?? []).map(({ field, ...label }) => ({ ...label, value: item[field] }))
}

export interface Marks {
  /** By id, for each item that the reader sees. */
  marks: ReadonlyMap<number, string>
  /** The finish of each mark that was ever issued or that an item has; '' if it is no longer known. */
  finishes: ReadonlyMap<string, string>
}

const lettersIn = (mark: string): string => mark.slice(0, mark.indexOf('-'))

/** The one named most often, and among equals the first. */
const mostFrequent = (names: readonly string[]): string | undefined => {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0]
}

/** The mark of each finish. An issued mark whose finish no item has follows its items to their new finish. */
const issuedMarks = (
  issued: ReadonlyMap<string, IssuedMark>,
  ofItems: ReadonlyMap<number, { finish: string; letters: string }>,
): Map<string, string> => {
  const inUse = new Set([...ofItems.values()].map(({ finish }) => finish))
  const markOf = new Map([...issued].map(([mark, { finish }]) => [finish, mark]))
  markOf.delete('')
  for (const [mark, { finish, items }] of issued) {
    if (inUse.has(finish)) continue
    const next = items.flatMap((itemID) => {
      const now = ofItems.get(itemID)
      return now && now.letters === lettersIn(mark) && !markOf.has(now.finish) ? [now.finish] : []
    })
    const found = mostFrequent(next)
    if (found === undefined) continue
    if (finish !== '') markOf.delete(finish)
    markOf.set(found, mark)
  }
  return markOf
}

/**
 * The mark of each item, such as PT-1: equal for one finish (finish.ts) in all rooms and papers. An issued mark stays
 * with its items when all of them change to another finish, and is never reused; other new finishes get the next
 * number, in the order in which items were created. For a link, items that look equal share the mark of the first one:
 * different marks would reveal that a hidden value differs.
 */
export const marksOf = (
  { items, kinds, categories }: MarkMatter,
  issued: ReadonlyMap<string, IssuedMark>,
  reader: View,
): Marks => {
  const sorted = [...items].sort((a, b) => a.itemID - b.itemID)
  const saidOf = openSaid(kinds, [])
  const ofItems = new Map(
    sorted.map((item) => [
      item.itemID,
      { finish: finishOf(item, saidOf(item)), letters: lettersOf(categories.get(item.catID) ?? '') },
    ]),
  )
  const markOf = issuedMarks(issued, ofItems)
  const finishes = new Map([...issued].map(([mark, { finish }]) => [mark, finish]))
  for (const [finish, mark] of markOf) finishes.set(mark, finish)
  const highest = new Map<string, number>()
  for (const mark of issued.keys()) {
    const letters = lettersIn(mark)
    highest.set(letters, Math.max(numberOf(mark), highest.get(letters) ?? 0))
  }
  const marks = new Map<number, string>()
  for (const [itemID, { finish, letters }] of ofItems) {
    let mark = markOf.get(finish)
    if (mark === undefined) {
      const number = (highest.get(letters) ?? 0) + 1
      highest.set(letters, number)
      mark = `${letters}-${number}`
      markOf.set(finish, mark)
      finishes.set(mark, finish)
    }
    marks.set(itemID, mark)
  }
  if (reader.kind !== 'link') return { marks, finishes }
  const shown = new Map<number, string>()
  const firstOf = new Map<string, string>()
  const shownBy = openSaid(kinds, reader.hides.labels)
  for (const item of sorted) {
    if (!item.isShown) continue
    const looks = finishOf(item, shownBy(item))
    const mark = firstOf.get(looks) ?? marks.get(item.itemID) ?? ''
    firstOf.set(looks, mark)
    shown.set(item.itemID, mark)
  }
  return { marks: shown, finishes }
}

/** An imported item with its mark in the source installation. */
interface Brought extends Pick<Marked, 'catID' | 'subcatID' | Slot>, Kind {
  mark: string | undefined
}

/**
 * Marks issued in another installation, with the finishes of the imported items that have them. The finishes of others
 * are unknown, and these marks are not reused.
 */
export const finishesOfBrought = (issued: Iterable<string>, items: Iterable<Brought>): ReadonlyMap<string, string> => {
  const finishes = new Map([...issued].map((mark) => [mark, '']))
  const known = new Set<string>()
  for (const item of items) {
    const { mark, subcatID, labels, telling } = item
    if (mark === undefined || finishes.get(mark) !== '') continue
    const finish = finishOf(item, openSaid(new Map([[subcatID, { labels, telling }]]), [])(item))
    if (known.has(finish)) continue
    known.add(finish)
    finishes.set(mark, finish)
  }
  return finishes
}

const numberOf = (mark: string): number => Number(mark.slice(mark.indexOf('-') + 1))

/** Sorts by category letters, then by number. */
export const sortedByMark = <T extends { mark: string }>(rows: readonly T[]): T[] =>
  rows
    .map((row) => ({ row, letters: row.mark.slice(0, 2), number: numberOf(row.mark) }))
    .sort((a, b) => (a.letters === b.letters ? a.number - b.number : Number(a.letters > b.letters) * 2 - 1))
    .map(({ row }) => row)
