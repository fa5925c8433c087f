import { nameKey } from '../../../shared/contract/name-key.ts'
import { findKinds, type KnownKind } from '../../../shared/items/suggest-subcategory.ts'
import type { Catalog } from './catalog.ts'
import { englishOf } from './item-words.ts'

/** Of a name that is compared with those of the structure. */
const MOST_WORDS = 8

const wordsIn = (name: string): string[] =>
  nameKey(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 2)

const PLACE_IN_NAME = /[,;(–—]|\s-\s|\s(?:under|in|on|at|for|with|from|of|by|near|behind|above|below|next to)\s/i

/** Parts of a name that may be a subcategory, the likeliest first: 'dishwasher' of 'Nordhaus dishwasher ND-4 under the window'. */
const partsOfName = (name: string): string[] => {
  const [head = ''] = name.split(PLACE_IN_NAME)
  const words = head
    .split(/\s+/)
    .filter((word) => word !== '' && !/\d/.test(word))
    .slice(0, MOST_WORDS)
  const ends = words.map((_, at) => words.slice(at).join(' '))
  const beginnings = words.map((_, at) => words.slice(0, words.length - at).join(' '))
  return [...new Set([...ends, ...beginnings])]
}

/** The likeliest item type of a name, if possible one that rooms of the type have; else Other. */
export const suggestType = (
  catalog: Catalog,
  { all, byName }: { all: readonly KnownKind[]; byName: readonly KnownKind[] },
  name: string,
  roomTypeID: number | undefined,
): { catID: number; subcatID: number } | null => {
  const fits = ({ catID, subcatID }: { catID: number; subcatID: number }) =>
    roomTypeID !== undefined && catalog.categoriesWith(roomTypeID, subcatID).includes(catID)
  const isShort = wordsIn(name).length <= MOST_WORDS
  const english = englishOf(name)
  let found = isShort ? findKinds(all, name) : []
  if (english !== undefined) found = findKinds(byName, english)
  for (const part of found.length > 0 ? [] : partsOfName(name)) {
    found = findKinds(byName, part)
    if (found.length > 0) break
  }
  const best = found.find(fits) ?? found[0] ?? catalog.otherIn(roomTypeID)
  return best ? { catID: best.catID, subcatID: best.subcatID } : null
}

interface RoomTypeName {
  roomTypeID: number
  /** Its name as names are compared. */
  key: string
  words: readonly string[]
}

export const roomTypeNames = (catalog: Catalog): RoomTypeName[] =>
  [...catalog.structure.names('room_types')].map(([roomTypeID, name]) => ({
    roomTypeID,
    key: nameKey(name),
    words: wordsIn(name),
  }))

/** The room type that has most of the subcategories; among equals the one with the most similar name. */
export const suggestRoomType = (
  catalog: Catalog,
  types: readonly RoomTypeName[],
  key: string,
  subcatIDs: readonly number[],
): number | null => {
  const words = wordsIn(key)
  let best: { roomTypeID: number; score: number } | undefined
  for (const type of types) {
    const available = subcatIDs.filter((subcatID) => catalog.categoriesWith(type.roomTypeID, subcatID).length > 0)
    const isSimilar = (word: string) => words.some((own) => own.startsWith(word) || word.startsWith(own))
    const similar = type.words.filter(isSimilar).length
    const similarity = type.key === key ? 2 : type.words.length > 0 ? similar / type.words.length : 0
    const score = (subcatIDs.length > 0 ? available.length / subcatIDs.length : 0) * 2 + similarity
    if (!best || score > best.score) best = { roomTypeID: type.roomTypeID, score }
  }
  return best?.roomTypeID ?? null
}
