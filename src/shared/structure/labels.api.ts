import { LABEL_KINDS } from './label-kinds.ts'
import * as z from 'zod/mini'
import { aliases } from './aliases.ts'
import { endpoint, type ExamplesOf } from '../contract/endpoint.ts'
import { id, queryID } from '../contract/id.ts'
import { message } from '../contract/message.ts'
import { LIMITS } from '../contract/limits.ts'
import { nameKey } from '../contract/name-key.ts'
import { SHAPES_STRUCTURE } from '../contract/roles.ts'
import { line } from '../contract/text.ts'
import { MOST_TELLING } from './item-title.ts'
import { emergency, standsFor, surface, trade } from './classification.schema.ts'
import { wanted } from './required-fields.ts'
import { labelKind, slot, slotNumber } from './room-structure.api.ts'

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
        z.refine(noneTwice, { error: 'A label is in the list twice.' }),
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
    { error: 'A label can be used in one field only.' },
  ),
)

/** The slots whose values make up an item's title, in order; see item-title.ts. */
const telling = z.array(slot, { error: 'Must be a list of fields.' }).check(
  z.maxLength(MOST_TELLING, { error: `At most ${MOST_TELLING} labels make a title.` }),
  z.refine((fields) => new Set(fields).size === fields.length, { error: 'A field is in the list twice.' }),
)

/** Added to a 409 (`labels_hold_values`): how many items have a value in a slot, and its label before and after. */
export const labelsHoldValues = z.object({
  slots: z.array(
    z.object({
      subcategory: z.string(),
      field: slot,
      items: z.number(),
      before: z.nullable(z.string()),
      after: z.nullable(z.string()),
    }),
  ),
})

export type HeldValues = z.output<typeof labelsHoldValues>['slots'][number]

const sentKind = z.enum(LABEL_KINDS, { error: `Must be one of ${LABEL_KINDS.join(', ')}.` })

const sentKinds = z
  .array(z.strictObject({ propID: id, kind: sentKind, was: z.optional(sentKind) }), {
    error: 'Must be a list of labels with their kinds.',
  })
  .check(
    z.minLength(1, { error: 'At least one label is needed.' }),
    z.maxLength(100, { error: 'At most 100 labels can be changed at once.' }),
    z.refine((kinds) => new Set(kinds.map(({ propID }) => propID)).size === kinds.length, {
      error: 'A label is in the list twice.',
    }),
  )

/**
 * Values move with their labels to other slots, unless `moveValues` is false. A change that would leave values under
 * another label, or under none, is a 409 (`labels_hold_values`) whose `slots` count the affected items, until
 * `confirmed` is true. Values are never removed. Without `telling`, the remaining title labels stay; an empty list
 * means the first two labels. `standsFor`, `wanted` (what the next owner needs to know) and `aliases` stay unchanged if absent.
 * `kinds` are set as by `setLabelKinds`, all or nothing.
 */
export const setLabels = endpoint({
  method: 'POST',
  path: '/subcategory',
  summary: "Set a subcategory's labels, its classification, and what its items need for a handover",
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
      aliases: z.optional(aliases),
      aliasesWas: z.optional(aliases),
      kinds: z.optional(sentKinds),
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

/**
 * A label has the same kind everywhere. Existing values stay as written; end dates are computed at once. If a kind
 * differs from the one the caller saw, responds 409 (`structure_changed`) with the kinds in `current`.
 */
export const setLabelKinds = endpoint({
  method: 'POST',
  path: '/labelkinds',
  summary: 'Set what labels hold, such as a date or a web address; all or none',
  access: SHAPES_STRUCTURE,
  body: z.strictObject({
    kinds: sentKinds,
  }),
  status: 200,
  response: message,
  problems: ['structure_changed'],
})

const subcategoryUse = z.object({
  roomTypes: z.array(z.string()),
  items: z.number(),
  slots: z.array(z.object({ field: slot, items: z.number() })),
  /** Its title labels, in order. */
  telling: z.array(slot),
  /** The surface its items finish, the trade that does the work, and its emergency group. */
  standsFor,
  /** What the next owner needs to know of its items: labels, in order, and papers. */
  wanted,
  /** Its other names. */
  aliases: z.array(z.string()),
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

export const shapes = () => ({
  Surface: surface,
  Trade: trade,
  EmergencyKind: emergency,
  Classification: standsFor,
  Wanted: wanted,
  SubcategoryUse: subcategoryUse,
})

export const examples = (): ExamplesOf<typeof import('./labels.api.ts')> => ({
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
      aliases: ['log burner'],
      was: [11],
      moveValues: true,
      confirmed: false,
    },
    response: { message: 'Updated fields of "Wood Stove"' },
  },
  setLabelKinds: {
    body: { kinds: [{ propID: 91, kind: 'number', was: 'text' }] },
    response: { message: 'Changed the type of "Heat Output"' },
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
      aliases: ['emulsion'],
      kinds: [
        { propID: 11, kind: 'text' },
        { propID: 12, kind: 'color' },
      ],
    },
  },
})
