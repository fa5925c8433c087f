import { findKinds, type KnownKind } from '../../../../shared/items/suggest-subcategory.ts'
import { roomTypeOfName, wholeHouseType, wordsIn } from '../../../../shared/structure/room-type-of-name.ts'
import type { Catalog } from './catalog.ts'
import { englishOf } from './item-words.ts'

/** Of a name that is compared with those of the structure. */
const MOST_WORDS = 8

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

/** The room type that a room's name says, else the one that has most of the subcategories in it, else that of the whole house. */
export const suggestRoomType = (catalog: Catalog, roomName: string, subcatIDs: readonly number[]): number | null => {
  const types = [...catalog.structure.names('room_types')].map(([roomTypeID, roomTypeName]) => {
    const available = subcatIDs.filter((subcatID) => catalog.categoriesWith(roomTypeID, subcatID).length > 0)
    return { roomTypeID, roomTypeName, available: available.length }
  })
  const most = Math.max(...types.map(({ available }) => available))
  const fitting = types.filter(({ available }) => available === most)
  const found = roomTypeOfName(types, roomName) ?? wholeHouseType(fitting) ?? fitting[0]
  return found?.roomTypeID ?? null
}
