import { LIMITS } from '../../shared/contract/limits.ts'
import {
  addCategory,
  addSubcategory,
  createCategory,
  createSubcategory,
  listAllCategories,
  listAllSubcategories,
  removeDefinition,
  renameCategory,
  renameSubcategory,
} from '../../shared/structure/structure.api.ts'
import { line } from '../../shared/contract/text.ts'
import { SENTENCES } from '../../shared/contract/text-rules.ts'
import { call } from '../lib/call.ts'
import { createdID, isProblem, reasonOf } from './reason.ts'
import { withName, type Named } from './structure-data.ts'

/** The location of a category or subcategory. A category's own `catID` is not part of it. */
interface Place {
  roomTypeID: number
  catID: number
}

/** The words, limits and calls that differ between categories and subcategories. */
export interface Kind {
  word: 'category' | 'subcategory'
  title: 'Category' | 'Subcategory'
  newName: ReturnType<typeof line>
  rename: ReturnType<typeof line>
  newMax: number
  list: () => Promise<Named[]>
  create: (name: string) => Promise<number | undefined>
  put: (place: Place, id: number) => Promise<{ message: string }>
  takeOut: (place: Place, id: number) => Promise<{ message: string }>
  setName: (id: number, name: string, was: string) => Promise<{ message: string }>
}

export const CATEGORY: Kind = {
  word: 'category',
  title: 'Category',
  newName: line(LIMITS.newCategoryName, SENTENCES.categoryBlank),
  rename: line(LIMITS.categoryName, SENTENCES.categoryBlank),
  newMax: LIMITS.newCategoryName,
  list: async () => (await call(listAllCategories)).map(({ catID, catName }) => ({ id: catID, name: catName })),
  create: async (name) => (await call(createCategory, { body: { newCat: name } })).catID,
  put: ({ roomTypeID }, id) => call(addCategory, { body: { roomTypeID, catID: id } }),
  takeOut: ({ roomTypeID }, id) => call(removeDefinition, { query: { roomTypeID, catID: id } }),
  setName: (id, name, was) => call(renameCategory, { body: { catID: id, catName: name, was } }),
}

export const SUBCATEGORY: Kind = {
  word: 'subcategory',
  title: 'Subcategory',
  newName: line(LIMITS.subcategoryName, SENTENCES.subcategoryBlank),
  rename: line(LIMITS.subcategoryName, SENTENCES.subcategoryBlank),
  newMax: LIMITS.subcategoryName,
  list: async () =>
    (await call(listAllSubcategories)).map(({ subCatID, subCatName }) => ({ id: subCatID, name: subCatName })),
  create: async (name) => (await call(createSubcategory, { body: { newSubCat: name } })).subCatID,
  put: (place, id) => call(addSubcategory, { body: { ...place, newSubcatID: id } }),
  takeOut: (place, id) => call(removeDefinition, { query: { ...place, subcatID: id } }),
  setName: (id, name, was) => call(renameSubcategory, { body: { subcatID: id, subCatName: name, was } }),
}

/** The first of the two calls of creating failed. */
export class CreationFailed extends Error {
  override readonly name = 'CreationFailed'
  constructor(cause: unknown) {
    super(reasonOf(cause), { cause })
  }
}

/**
 * The ID of a new name, or of one just created by another user or by this action before its second call failed.
 */
const idFor = async (kind: Kind, name: string): Promise<number> => {
  try {
    return createdID(await kind.create(name))
  } catch (error) {
    const there = isProblem(error, `${kind.word}_taken`) ? withName(await kind.list(), name) : undefined
    if (!there) throw error
    return there.id
  }
}

/** Adds a name to a place, creating it first if it does not exist. Throws CreationFailed if that failed. */
export const addByName = async (
  kind: Kind,
  place: Place,
  name: string,
  known: readonly Named[],
): Promise<{ id: number; message: string }> => {
  const id =
    withName(known, name)?.id ??
    (await idFor(kind, name).catch((error: unknown) => {
      throw new CreationFailed(error)
    }))
  return { id, ...(await kind.put(place, id)) }
}
