import * as z from 'zod/mini'
import { LABEL_KINDS, labelKind, SLOTS, slotNumber } from './room-structure.api.ts'
import { endpoint, type ExamplesOf } from '../contract/endpoint.ts'
import { id, queryID } from '../contract/id.ts'
import { MOST_TELLING } from '../items/item-title.ts'
import { LIMITS } from '../contract/limits.ts'
import { nameKey } from '../contract/name-key.ts'
import { SHAPES_STRUCTURE } from '../contract/roles.ts'
import { standsFor } from './classification.ts'
import { readStructureFile, standsInFile, wantedInFile } from './structure-file.ts'
import { exactText, line, SENTENCES } from '../contract/text.ts'
import { wanted } from './required-fields.ts'

/**
 * Calls with which Admins and Resellers edit room types, categories, subcategories and labels. `was` is the thing as
 * the caller saw it: if it has changed, responds 409 (`structure_changed`) and changes nothing. Every change is
 * recorded; see `listStructureChanges`.
 */

const message = z.object({ message: z.string() })
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
  response: z.array(z.object({ catID: id, catName: z.string() })),
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
  summary: 'Take a category, or one of its subcategories, out of a room type',
  access: SHAPES_STRUCTURE,
  query: z.strictObject({ roomTypeID: queryID, catID: queryID, subcatID: z.optional(queryID) }),
  status: 200,
  response: message,
})

export const listProperties = endpoint({
  method: 'GET',
  path: '/properties',
  summary: 'All property labels, alphabetical',
  access: SHAPES_STRUCTURE,
  status: 200,
  response: z.object({ properties: z.array(z.object({ propID: id, propName: z.string() })) }),
})

const noneTwice = (names: readonly string[]): boolean => new Set(names.map(nameKey)).size === names.length

/** For an existing label, returns its id under the name as sent. */
export const createProperties = endpoint({
  method: 'PUT',
  path: '/properties',
  summary: 'Create property labels, all or none',
  access: SHAPES_STRUCTURE,
  body: z.strictObject({
    newLabelList: z
      .array(line(LIMITS.label), { error: 'Must be a list of labels.' })
      .check(
        z.minLength(1, { error: 'At least one label is needed.' }),
        z.maxLength(100, { error: 'At most 100 labels can be created at once.' }),
        z.refine(noneTwice, { error: 'A label stands in the list twice.' }),
      ),
  }),
  creates: true,
  status: 201,
  response: z.record(z.string(), z.string()),
})

/** A label id for each slot in order; null, or a missing end, means no label. */
const slots = z.array(z.nullable(id), { error: 'Must be a list of labels.' }).check(
  z.maxLength(LIMITS.itemFields, { error: `At most ${LIMITS.itemFields} labels fit.` }),
  z.refine(
    (ids) => {
      const labels = ids.filter((each) => each !== null)
      return new Set(labels).size === labels.length
    },
    { error: 'A label can stand in one field only.' },
  ),
)

/** The slots whose values make up an item's title, in order; see item-title.ts. */
const telling = z.array(z.enum(SLOTS), { error: 'Must be a list of fields.' }).check(
  z.maxLength(MOST_TELLING, { error: `At most ${MOST_TELLING} labels make a title.` }),
  z.refine((fields) => new Set(fields).size === fields.length, { error: 'A field stands in the list twice.' }),
)

/** Added to a 409 (`labels_hold_values`): how many items have a value in a slot, and its label before and after. */
export const labelsHoldValues = z.object({
  slots: z.array(
    z.object({
      subcategory: z.string(),
      field: z.enum(SLOTS),
      items: z.number(),
      before: z.nullable(z.string()),
      after: z.nullable(z.string()),
    }),
  ),
})
export type HeldValues = z.output<typeof labelsHoldValues>['slots'][number]

/**
 * Values move with their labels to other slots, unless `moveValues` is false. A change that would leave values under
 * another label, or under none, is a 409 (`labels_hold_values`) whose `slots` count the affected items, until
 * `confirmed` is true. Values are never removed. Without `telling`, the remaining title labels stay; an empty list
 * means the first two labels. `standsFor` and `wanted` (what the next owner needs to know) stay unchanged if absent.
 */
export const setLabels = endpoint({
  method: 'POST',
  path: '/subcategory',
  summary: "Set a subcategory's labels, what it stands for, and what is wanted of its items when a home is handed over",
  access: SHAPES_STRUCTURE,
  body: z
    .strictObject({
      subcatID: id,
      fields: slots,
      telling: z.optional(telling),
      was: z.optional(slots),
      tellingWas: z.optional(telling),
      standsFor: z.optional(standsFor),
      standsForWas: z.optional(standsFor),
      wanted: z.optional(wanted),
      wantedWas: z.optional(wanted),
      moveValues: z.optional(z.boolean()),
      confirmed: z.optional(z.boolean()),
    })
    .check(
      z.refine(
        ({ fields, telling: chosen = [] }) => chosen.every((slot) => (fields[slotNumber(slot) - 1] ?? null) !== null),
        { error: 'Only a field with a label can make a title.', path: ['telling'] },
      ),
      z.refine(({ fields, wanted: chosen }) => !chosen || chosen.labels.every((label) => fields.includes(label)), {
        error: 'Only a label of the subcategory can be wanted.',
        path: ['wanted'],
      }),
    ),
  status: 200,
  response: message,
  problems: ['structure_changed', 'labels_hold_values'],
})

const sentKind = z.enum(LABEL_KINDS, { error: `Must be one of ${LABEL_KINDS.join(', ')}.` })

/**
 * A label has the same kind everywhere. Existing values stay as written; end dates are computed at once. If a kind
 * differs from the one the caller saw, responds 409 (`structure_changed`) with the kinds in `current`.
 */
export const setLabelKinds = endpoint({
  method: 'POST',
  path: '/labelkinds',
  summary: 'Say what people write under labels: a date, a web address and so on; all or none',
  access: SHAPES_STRUCTURE,
  body: z.strictObject({
    kinds: z
      .array(z.strictObject({ propID: id, kind: sentKind, was: z.optional(sentKind) }), {
        error: 'Must be a list of labels with their kinds.',
      })
      .check(
        z.minLength(1, { error: 'At least one label is needed.' }),
        z.maxLength(100, { error: 'At most 100 labels can be changed at once.' }),
        z.refine((kinds) => new Set(kinds.map(({ propID }) => propID)).size === kinds.length, {
          error: 'A label stands in the list twice.',
        }),
      ),
  }),
  status: 200,
  response: message,
  problems: ['structure_changed'],
})

const subcategoryUse = z.object({
  roomTypes: z.array(z.string()),
  items: z.number(),
  slots: z.array(z.object({ field: z.enum(SLOTS), items: z.number() })),
  /** Its title labels, in order. */
  telling: z.array(z.enum(SLOTS)),
  /** The surface its items finish, the trade that does the work, and its emergency group. */
  standsFor,
  /** What the next owner needs to know of its items: labels, in order, and papers. */
  wanted,
  kinds: z.array(z.object({ propID: id, kind: labelKind })),
})
export type SubcategoryUse = z.output<typeof subcategoryUse>

/** What depends on a subcategory. Counts all users' items and reveals nothing else about them. */
export const getSubcategoryUse = endpoint({
  method: 'GET',
  path: '/subcategoryuse',
  summary: 'In which room types a subcategory is used and how many items hold a value in each slot',
  access: SHAPES_STRUCTURE,
  query: z.strictObject({ subcatID: queryID }),
  status: 200,
  response: subcategoryUse,
})

/** The whole structure by name, as shipped; see structure-file.ts. */
export const structureFile = z.object({
  subcategories: z.record(z.string(), z.array(z.string())),
  telling: z.record(z.string(), z.array(z.string())),
  standsFor: z.record(z.string(), standsInFile),
  wanted: z.record(z.string(), wantedInFile),
  kinds: z.record(z.string(), labelKind),
  categories: z.record(z.string(), z.array(z.string())),
  roomTypes: z.record(z.string(), z.record(z.string(), z.array(z.string()))),
})

/** The structure as sent; its one error sentence says what is wrong and where. */
const sentStructure = z.pipe(
  z.unknown(),
  z.transform((value, context) => {
    const { structure, wrong } = readStructureFile(value)
    if (structure) return structure
    context.issues.push({ code: 'custom', input: value, message: wrong })
    return z.NEVER
  }),
)

export const exportStructure = endpoint({
  method: 'GET',
  path: '/structure',
  summary: 'The whole structure as a file',
  access: SHAPES_STRUCTURE,
  status: 200,
  response: structureFile,
})

/**
 * Adds what the installation lacks and updates labels that differ; removes nothing. Without `apply`, only reports what
 * it would do. Labels follow the rules of `setLabels`.
 */
export const importStructure = endpoint({
  method: 'POST',
  path: '/structure',
  summary: 'Import a structure, or see what that would change',
  access: SHAPES_STRUCTURE,
  // Ten times the shipped structure.
  bodyBytes: 256 * 1024,
  body: z.strictObject({
    structure: sentStructure,
    apply: z.optional(z.boolean()),
    confirmed: z.optional(z.boolean()),
  }),
  status: 200,
  response: z.object({ message: z.string(), changes: z.array(z.string()), applied: z.boolean() }),
  problems: ['labels_hold_values'],
})

const structureChange = z.object({
  changeID: id,
  /** The user who did it; null if the account is gone, 'command line' for a command. */
  by: z.nullable(z.string()),
  at: z.string(),
  /** What was done, as a sentence. */
  what: z.string(),
  before: z.string(),
  after: z.string(),
  /** Whether it can be undone now: not yet undone, and no newer change depends on it. */
  canUndo: z.boolean(),
})
export type StructureChange = z.output<typeof structureChange>

export const listStructureChanges = endpoint({
  method: 'GET',
  path: '/structurechanges',
  summary: 'Changes of the structure, 50 at a time, the latest first',
  access: SHAPES_STRUCTURE,
  query: z.strictObject({ before: z.optional(queryID) }),
  status: 200,
  response: z.array(structureChange),
})

export const undoStructureChange = endpoint({
  method: 'POST',
  path: '/undochange',
  summary: 'Undo one change of the structure',
  access: SHAPES_STRUCTURE,
  body: z.strictObject({ changeID: id, confirmed: z.optional(z.boolean()) }),
  status: 200,
  response: message,
  problems: ['cannot_undo', 'labels_hold_values'],
})

export const examples = (): ExamplesOf<typeof import('./structure.api.ts')> => {
  const structure = {
    subcategories: { Paint: ['Brand', 'Color Name', 'Color Code', 'Finish'] },
    telling: { Paint: ['Color Name', 'Color Code'] },
    standsFor: { Paint: { surface: 'walls' as const, trade: 'painter' as const } },
    wanted: { Paint: { labels: ['Brand', 'Color Name', 'Finish'] } },
    kinds: { 'Color Name': 'color' as const },
    categories: { 'Paint & Wall Finishes': ['Paint'] },
    roomTypes: { Hall: { 'Paint & Wall Finishes': ['Paint'] } },
  }
  return {
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
    listProperties: { response: { properties: [{ propID: 11, propName: 'Brand' }] } },
    createProperties: {
      body: { newLabelList: ['Heat Output', 'Fuel'] },
      response: { '91': 'Heat Output', '92': 'Fuel' },
    },
    setLabels: {
      body: {
        subcatID: 140,
        fields: [11, 91, 92],
        telling: ['field1'],
        standsFor: { surface: null, trade: 'heatingContractor', emergency: null },
        wanted: { labels: [11, 92], manual: true, receipt: false },
        was: [11],
        moveValues: true,
        confirmed: false,
      },
      response: { message: 'Updated fields of "Wood Stove"' },
    },
    setLabelKinds: {
      body: { kinds: [{ propID: 91, kind: 'number', was: 'text' }] },
      response: { message: 'Changed the kind of "Heat Output"' },
    },
    getSubcategoryUse: {
      query: { subcatID: 17 },
      response: {
        roomTypes: ['Hall', 'Kitchen'],
        items: 12,
        slots: [{ field: 'field1', items: 11 }],
        telling: ['field1'],
        standsFor: { surface: 'walls', trade: 'painter', emergency: null },
        wanted: { labels: [11, 12], manual: false, receipt: false },
        kinds: [
          { propID: 11, kind: 'text' },
          { propID: 12, kind: 'color' },
        ],
      },
    },
    exportStructure: { response: structure },
    importStructure: {
      body: { structure, apply: false },
      response: { message: 'Importing would make 1 change', changes: ['New room type "Hall"'], applied: false },
    },
    listStructureChanges: {
      query: { before: 70 },
      response: [
        {
          changeID: 69,
          by: 'robin',
          at: '2026-02-14T16:20:11.000Z',
          what: 'Renamed category "Heating" to "Heating & Cooling"',
          before: 'Heating',
          after: 'Heating & Cooling',
          canUndo: true,
        },
      ],
    },
    undoStructureChange: { body: { changeID: 69 }, response: { message: 'Undone' } },
  }
}
