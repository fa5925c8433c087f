import * as z from 'zod/mini'
import { endpoint, type ExamplesOf } from '../contract/endpoint.ts'
import { id, queryID } from '../contract/id.ts'
import { LIMITS } from '../contract/limits.ts'
import { SHAPES_STRUCTURE } from '../contract/roles.ts'
import { exactText, line } from '../contract/text.ts'
import { LABEL_KINDS, type LabelKind } from './label-kinds.ts'

/** The six slots of an item in order, which are also the names of its fields on the wire. */
export const SLOTS = ['field1', 'field2', 'field3', 'field4', 'field5', 'field6'] as const
export type Slot = (typeof SLOTS)[number]

/** The texts of an item: its fields, then its notes. */
export const ITEM_TEXTS = [...SLOTS, 'notes'] as const
export type ItemText = (typeof ITEM_TEXTS)[number]

export const slotNumber = (slot: Slot): number => SLOTS.indexOf(slot) + 1
export const slotOf = (number: number): Slot => {
  const slot = SLOTS[number - 1]
  if (!slot) throw new RangeError(`An item has ${LIMITS.itemFields} fields, there is no number ${number}.`)
  return slot
}

export const slot = z.enum(SLOTS)
export const itemText = z.enum(ITEM_TEXTS)

export const fieldLabel = z.strictObject({ propID: id, label: exactText(LIMITS.label), field: slot })
export type FieldLabel = z.output<typeof fieldLabel>

export const labelKind = z.enum(LABEL_KINDS)
export const kindOfField = z.object({ field: slot, kind: labelKind })

export interface KindedLabel extends FieldLabel {
  kind: LabelKind
}

const roomType = z.object({ roomTypeID: id, roomTypeName: z.string() })
export type RoomType = z.output<typeof roomType>
export const category = z.object({ catID: id, catName: z.string() })
export type Category = z.output<typeof category>

/** Keyed by category ID. The lists are in display order; the keys have no order. */
const roomStructure = z.record(
  z.string(),
  z.object({
    parentCatName: z.string(),
    subcatList: z.array(id),
    subcatNameList: z.array(z.string()),
    /** The names of the labels of each. */
    subcatLabelList: z.array(z.array(z.string())),
    /** Their kinds. Servers of the previous version omit this. */
    subcatKindList: z.optional(z.array(z.array(labelKind))),
    /** Their other names. Servers of the previous version omit this. */
    subcatAliasList: z.optional(z.array(z.array(z.string()))),
  }),
)
export type RoomStructure = z.output<typeof roomStructure>

export const listRoomTypes = endpoint({
  method: 'GET',
  path: '/roomtypes',
  summary: 'All room types, alphabetical',
  access: 'public',
  status: 200,
  response: z.object({ rooms: z.array(roomType) }),
})

export const getRoomStructure = endpoint({
  method: 'GET',
  path: '/roomstructure',
  summary: "A room type's categories with their subcategories, and the labels of these with their kinds",
  access: 'public',
  query: z.strictObject({ roomType: queryID }),
  status: 200,
  response: roomStructure,
})

export const listCategories = endpoint({
  method: 'GET',
  path: '/categories',
  summary: "A room type's categories, alphabetical with 'other' last",
  access: 'public',
  query: z.strictObject({ roomType: queryID }),
  status: 200,
  response: z.object({ cats: z.array(category) }),
})

export const fieldLabels = z.array(fieldLabel)

export const listFields = endpoint({
  method: 'GET',
  path: '/fields',
  summary: "A subcategory's labels in slot order; slots may have gaps",
  access: 'public',
  query: z.strictObject({ subCatID: queryID }),
  status: 200,
  response: fieldLabels,
})

export const roomTypeInputs = z.strictObject({ roomType: line(LIMITS.roomTypeName) })

export const createRoomType = endpoint({
  method: 'PUT',
  path: '/roomtype',
  summary: 'Create a room type',
  access: SHAPES_STRUCTURE,
  body: roomTypeInputs,
  creates: true,
  status: 201,
  response: z.object({ roomTypeID: id, message: z.string() }),
  problems: ['room_type_taken'],
})

export const shapes = () => ({
  Slot: slot,
  ItemText: itemText,
  FieldLabel: fieldLabel,
  LabelKind: labelKind,
  KindOfField: kindOfField,
  RoomType: roomType,
  Category: category,
  RoomStructure: roomStructure,
})

export const examples = (): ExamplesOf<typeof import('./room-structure.api.ts')> => {
  const labels = [
    { propID: 11, label: 'Brand', field: 'field1' as const },
    { propID: 12, label: 'Color Name', field: 'field2' as const },
    { propID: 13, label: 'Color Code', field: 'field3' as const },
    { propID: 14, label: 'Finish', field: 'field4' as const },
  ]
  return {
    listRoomTypes: { response: { rooms: [{ roomTypeID: 6, roomTypeName: 'Hall' }] } },
    getRoomStructure: {
      query: { roomType: 6 },
      response: {
        '2': {
          parentCatName: 'Paint & Wall Finishes',
          subcatList: [17],
          subcatNameList: ['Paint'],
          subcatLabelList: [labels.map(({ label }) => label)],
          subcatKindList: [['text', 'color', 'text', 'text']],
          subcatAliasList: [['emulsion']],
        },
      },
    },
    listCategories: { query: { roomType: 6 }, response: { cats: [{ catID: 2, catName: 'Paint & Wall Finishes' }] } },
    listFields: { query: { subCatID: 17 }, response: labels },
    createRoomType: {
      body: { roomType: 'Sauna' },
      response: { roomTypeID: 31, message: 'Created room type "Sauna"' },
    },
  }
}
