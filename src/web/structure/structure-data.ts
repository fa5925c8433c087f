import type { CategoryEntry } from '../../shared/items/suggest-subcategory.ts'
import { getRoomStructure, listRoomTypes, type RoomType } from '../../shared/structure/room-structure.api.ts'
import { nameKey } from '../../shared/contract/name-key.ts'
import { listAllCategories, listAllSubcategories } from '../../shared/structure/structure.api.ts'
import { listProperties } from '../../shared/structure/labels.api.ts'
import { call } from '../lib/call.ts'
import { NothingHere } from '../lib/errors.ts'
import { categoriesOf } from './categories.ts'

export interface Named {
  id: number
  name: string
}

/** One room type, and everything that can be added to it. Every list is in display order. */
export interface StructureData {
  roomType: RoomType
  categories: readonly CategoryEntry[]
  allCategories: readonly Named[]
  allSubcategories: readonly Named[]
  /** All labels of the installation. */
  properties: readonly Named[]
}

export const loadStructure = async (roomTypeID: number, signal?: AbortSignal): Promise<StructureData> => {
  const options = signal && { signal }
  const [{ rooms }, structure, categories, subcategories, { properties }] = await Promise.all([
    call(listRoomTypes, undefined, options),
    call(getRoomStructure, { query: { roomType: roomTypeID } }, { ...options, signed: true }),
    call(listAllCategories, undefined, options),
    call(listAllSubcategories, undefined, options),
    call(listProperties, undefined, options),
  ])
  const roomType = rooms.find((type) => type.roomTypeID === roomTypeID)
  if (!roomType) throw new NothingHere()
  return {
    roomType,
    categories: categoriesOf(structure),
    allCategories: categories.map(({ catID, catName }) => ({ id: catID, name: catName })),
    allSubcategories: subcategories.map(({ subCatID, subCatName }) => ({ id: subCatID, name: subCatName })),
    properties: properties.map(({ propID, propName }) => ({ id: propID, name: propName })),
  }
}

/** Finds a name; names with equal keys are the same. */
export const withName = (list: readonly Named[], name: string): Named | undefined => {
  const key = nameKey(name)
  return list.find((entry) => nameKey(entry.name) === key)
}
