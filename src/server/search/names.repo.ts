import { slotOf } from '../../shared/structure/room-structure.api.ts'
import { TRADE_NAMES } from '../../shared/structure/classification.ts'
import type { Database } from '../platform/db/database.ts'
import { EVERY_ITEM, EXACTLY } from './search-query.access.ts'
import { areItemsWithoutWords } from './words-of-items.all-users.access.ts'
import { bitOfSlot, storedWords } from '../items/item-words.ts'

/** The search words of a subcategory: its name, the trade that does the work ('' for none), and its labels. */
interface NamesOf {
  words: string
  trade: string
  labels: { words: string; bit: number }[]
}

/** The search words of the structure's names. */
interface Names {
  /** The id of the last included change of the structure. */
  change: number
  subcategories: Map<number, NamesOf>
  categories: Map<number, string>
}

/** A cache: small, and needed by every search. */
const known = new WeakMap<object, Names>()

/** The id of the structure's last change, and whether items are queued for rebuilding their words. */
const readState = (db: Database): Promise<{ change: number; isBehind: boolean }> => areItemsWithoutWords(db)

const readNames = async (db: Database, change: number): Promise<Names> => {
  const [subcategories, categories, labels] = [
    await db.selectFrom('subcategories').select(['id', 'name', 'trade']).execute(),
    await db.selectFrom('categories').select(['id', 'name']).execute(),
    await db
      .selectFrom('subcategory_labels')
      .innerJoin('labels', 'labels.id', 'subcategory_labels.label_id')
      .select(['subcategory_labels.subcategory_id as subcatID', 'subcategory_labels.slot', 'labels.name'])
      .execute(),
  ]
  const wordsByName = new Map<string, string>()
  const wordsOfName = (name: string): string => {
    const words = wordsByName.get(name) ?? storedWords([name])
    wordsByName.set(name, words)
    return words
  }
  const bySubcategory = new Map(
    subcategories.map(({ id, name, trade }): [number, NamesOf] => [
      id,
      { words: wordsOfName(name), trade: trade === null ? '' : wordsOfName(TRADE_NAMES[trade]), labels: [] },
    ]),
  )
  for (const { subcatID, slot, name } of labels) {
    bySubcategory.get(subcatID)?.labels.push({ words: wordsOfName(name), bit: bitOfSlot(slotOf(slot)) })
  }
  return {
    change,
    subcategories: bySubcategory,
    categories: new Map(categories.map(({ id, name }) => [id, wordsOfName(name)])),
  }
}

/** The current names of the structure, and whether items are queued for rebuilding their words. */
export const currentNames = async (db: Database): Promise<{ names: Names; isBehind: boolean }> => {
  const { change, isBehind } = await readState(db)
  let names = known.get(db)
  if (names?.change !== change) {
    names = await readNames(db, change)
    known.set(db, names)
  }
  return { names, isBehind }
}

/** The names of the structure that contain one of these, and which contain a whole word. */
export const namesSaying = (
  { subcategories, categories }: Names,
  needles: readonly string[],
  exact: readonly string[],
): { subcategories: Map<number, number>; categories: number[] } => {
  const says = (words: string) => needles.some((needle) => words.includes(needle))
  const factorOf = (words: string) =>
    exact.some((needle) => words.includes(needle)) ? 1 + EXACTLY : Number(says(words))
  const masks = new Map<number, number>()
  for (const [id, { words, trade, labels }] of subcategories) {
    const mask = labels.reduce(
      (bits, label) => bits | (label.bit * factorOf(label.words)),
      (EVERY_ITEM * factorOf(words)) | (EVERY_ITEM * Number(says(trade))),
    )
    if (mask !== 0) masks.set(id, mask)
  }
  return { subcategories: masks, categories: [...categories].flatMap(([id, words]) => (says(words) ? [id] : [])) }
}

/** The words of all names. */
export const wordsOfNames = ({ subcategories, categories }: Names): string[] => [
  ...new Set([
    ...[...subcategories.values()].flatMap(({ words, labels }) => [words, ...labels.map((label) => label.words)]),
    ...categories.values(),
  ]),
]
