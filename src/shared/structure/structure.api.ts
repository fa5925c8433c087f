import * as z from 'zod/mini'
import { endpoint, type ExamplesOf } from '../contract/endpoint.ts'
import { message } from '../contract/message.ts'
import { id, queryID } from '../contract/id.ts'
import { LIMITS } from '../contract/limits.ts'
import { SHAPES_STRUCTURE } from '../contract/roles.ts'
import { exactText, line } from '../contract/text.ts'
import { SENTENCES } from '../contract/text-rules.ts'
import { category } from './room-structure.api.ts'

/**
 * Calls with which Admins and Resellers edit room types, categories, subcategories and labels. `was` is the thing as
 * the caller saw it: if it has changed, responds 409 (`structure_changed`) and changes nothing. Every change is
 * recorded; see `listStructureChanges`.
 */

/** A name as the caller saw it. */
const seenName = z.optional(exactText(LIMITS.line))

const categoryRename = line(LIMITS.categoryName, SENTENCES.categoryBlank)
const subcategoryRename = line(LIMITS.subcategoryName, SENTENCES.subcategoryBlank)

export const renameRoomType = endpoint({
  method: 'POST',
  path: '/roomtype',
  summary: 'Rename a room type',
  access: SHAPES_STRUCTURE,
  body: z.strictObject({ roomTypeID: id, roomType: line(LIMITS.roomTypeName), was: seenName }),
  status: 200,
  response: message,
  problems: ['room_type_taken', 'structure_changed'],
})

/** Only a type that no room has, including rooms in the trash. */
export const deleteRoomType = endpoint({
  method: 'DELETE',
  path: '/roomtype',
  summary: 'Delete a room type that no room has',
  access: SHAPES_STRUCTURE,
  query: z.strictObject({ roomTypeID: queryID }),
  status: 200,
  response: message,
  problems: ['room_type_in_use'],
})

export const copyRoomType = endpoint({
  method: 'PUT',
  path: '/roomtypecopy',
  summary: 'Create a room type with the categories and subcategories of another',
  access: SHAPES_STRUCTURE,
  body: z.strictObject({ roomTypeID: id, roomType: line(LIMITS.roomTypeName) }),
  creates: true,
  status: 201,
  response: z.object({ roomTypeID: id, message: z.string() }),
  problems: ['room_type_taken'],
})

export const listAllCategories = endpoint({
  method: 'GET',
  path: '/allcategories',
  summary: "All categories, alphabetical with 'other' last",
  access: SHAPES_STRUCTURE,
  status: 200,
  response: z.array(category),
})

export const listAllSubcategories = endpoint({
  method: 'GET',
  path: '/allsubcategories',
  summary: "All subcategories, alphabetical with 'other' last",
  access: SHAPES_STRUCTURE,
  status: 200,
  response: z.array(z.object({ subCatID: id, subCatName: z.string() })),
})

export const createCategory = endpoint({
  method: 'PUT',
  path: '/category',
  summary: 'Create a category; it is in no room type yet',
  access: SHAPES_STRUCTURE,
  body: z.strictObject({ newCat: line(LIMITS.newCategoryName, SENTENCES.categoryBlank) }),
  creates: true,
  status: 201,
  response: z.object({ catID: id, message: z.string() }),
  problems: ['category_taken'],
})

export const createSubcategory = endpoint({
  method: 'PUT',
  path: '/subcategory',
  summary: 'Create a subcategory; it is in no room type yet and has no labels',
  access: SHAPES_STRUCTURE,
  body: z.strictObject({ newSubCat: line(LIMITS.subcategoryName, SENTENCES.subcategoryBlank) }),
  creates: true,
  status: 201,
  response: z.object({ subCatID: id, message: z.string() }),
  problems: ['subcategory_taken'],
})

export const renameCategory = endpoint({
  method: 'POST',
  path: '/catname',
  summary: 'Rename a category, in every room type',
  access: SHAPES_STRUCTURE,
  body: z.strictObject({ catID: id, catName: categoryRename, was: seenName }),
  status: 200,
  response: message,
  problems: ['category_taken', 'structure_changed'],
})

export const renameSubcategory = endpoint({
  method: 'POST',
  path: '/subcatname',
  summary: 'Rename a subcategory, in every room type',
  access: SHAPES_STRUCTURE,
  body: z.strictObject({ subcatID: id, subCatName: subcategoryRename, was: seenName }),
  status: 200,
  response: message,
  problems: ['subcategory_taken', 'structure_changed'],
})

export const addCategory = endpoint({
  method: 'PUT',
  path: '/definition',
  summary: 'Add a category to a room type',
  access: SHAPES_STRUCTURE,
  body: z.strictObject({ roomTypeID: id, catID: id }),
  creates: true,
  status: 201,
  response: message,
  problems: ['category_there'],
})

export const addSubcategory = endpoint({
  method: 'POST',
  path: '/definition',
  summary: 'Add a subcategory to a category of a room type',
  access: SHAPES_STRUCTURE,
  body: z.strictObject({ roomTypeID: id, catID: id, newSubcatID: id }),
  creates: true,
  status: 200,
  response: message,
  problems: ['subcategory_there'],
})

/** Existing items stay visible in their rooms; new ones cannot be created under it. */
export const removeDefinition = endpoint({
  method: 'DELETE',
  path: '/definition',
  summary: 'Remove a category, or one of its subcategories, from a room type',
  access: SHAPES_STRUCTURE,
  query: z.strictObject({ roomTypeID: queryID, catID: queryID, subcatID: z.optional(queryID) }),
  status: 200,
  response: message,
})

export const examples = (): ExamplesOf<typeof import('./structure.api.ts')> => ({
  renameRoomType: {
    body: { roomTypeID: 31, roomType: 'Steam Room', was: 'Sauna' },
    response: { message: 'Renamed room type to "Steam Room"' },
  },
  deleteRoomType: { query: { roomTypeID: 31 }, response: { message: 'Deleted room type "Steam Room"' } },
  copyRoomType: {
    body: { roomTypeID: 6, roomType: 'Upper Hall' },
    response: { roomTypeID: 32, message: 'Created room type "Upper Hall"' },
  },
  listAllCategories: { response: [{ catID: 2, catName: 'Paint & Wall Finishes' }] },
  listAllSubcategories: { response: [{ subCatID: 17, subCatName: 'Paint' }] },
  createCategory: { body: { newCat: 'Heating' }, response: { catID: 25, message: 'Created category "Heating"' } },
  createSubcategory: {
    body: { newSubCat: 'Stove' },
    response: { subCatID: 140, message: 'Created subcategory "Stove"' },
  },
  renameCategory: {
    body: { catID: 25, catName: 'Heating & Cooling', was: 'Heating' },
    response: { message: 'Renamed category to "Heating & Cooling"' },
  },
  renameSubcategory: {
    body: { subcatID: 140, subCatName: 'Wood Stove', was: 'Stove' },
    response: { message: 'Renamed subcategory to "Wood Stove"' },
  },
  addCategory: { body: { roomTypeID: 6, catID: 25 }, response: { message: 'Added category "Heating & Cooling"' } },
  addSubcategory: {
    body: { roomTypeID: 6, catID: 25, newSubcatID: 140 },
    response: { message: 'Added subcategory "Wood Stove"' },
  },
  removeDefinition: {
    query: { roomTypeID: 6, catID: 25, subcatID: 140 },
    response: { message: 'Removed subcategory "Wood Stove"' },
  },
})
