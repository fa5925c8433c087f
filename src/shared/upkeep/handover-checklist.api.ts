import * as z from 'zod/mini'
import { endpoint, type ExamplesOf } from '../contract/endpoint.ts'
import { message } from '../contract/message.ts'
import { id, queryID } from '../contract/id.ts'
import { right } from '../contract/right.schema.ts'
import { KEEPS_PROJECTS } from '../contract/roles.ts'
import { GAPS } from '../items/gaps.ts'
import { labelKind, slot } from '../structure/room-structure.api.ts'

const what = z.enum(GAPS, { error: `Must be one of ${GAPS.join(', ')}.` })
export type What = z.output<typeof what>

/** Maximum rooms and items listed at once; the rest are only counted. */
export const GAPS_AT_ONCE = 100

const gap = z.object({
  what: z.enum(['values', 'manual', 'receipt']),
  /** The group of similar gaps; see `groups`. */
  group: z.string(),
  itemID: id,
  title: z.string(),
  /** Its swatch; see sample.ts. */
  sample: z.nullable(z.string()),
  subCatName: z.string(),
  /** For 'values': the labels without a value. Servers of the previous version send no kinds. */
  fields: z.array(z.object({ field: slot, propID: id, label: z.string(), kind: z.optional(labelKind) })),
})
export type Gap = z.output<typeof gap>

const roomWithGaps = z.object({
  roomID: id,
  roomName: z.string(),
  roomTypeName: z.string(),
  /** Whether the room has no items, which is a gap in itself. */
  isEmpty: z.boolean(),
  /** The number of gaps in the room. */
  count: z.number(),
  gaps: z.array(gap),
})
export type RoomWithGaps = z.output<typeof roomWithGaps>

const groupOfGaps = z.object({
  /** The `group` value of its gaps; 'items' for empty rooms. */
  group: z.string(),
  /** Such as 'Paint missing Sheen'. */
  name: z.string(),
  count: z.number(),
})
export type GroupOfGaps = z.output<typeof groupOfGaps>

/**
 * Counts as complete: each room with an item, each item with all its required values, and each required manual or
 * receipt. Gaps set aside as not needed count nowhere.
 */
export const getReadiness = endpoint({
  method: 'GET',
  path: '/ready',
  summary: 'How ready a home is for handover: a score, and what is missing, room by room',
  access: KEEPS_PROJECTS,
  keys: true,
  query: z.strictObject({
    projectID: queryID,
    /** By default, the gaps; otherwise those set aside, or only the figures. */
    show: z.optional(z.enum(['setaside', 'figures'], { error: 'Must be setaside or figures.' })),
    /** Lists only one group, as named in `groups`. */
    group: z.optional(
      z
        .string({ error: 'Must be a group.' })
        .check(z.regex(/^(manual|receipt|items|\d{1,15})$/, { error: 'Must be a group.' })),
    ),
  }),
  notForTemplates: true,
  target: { project: 'projectID' },
  status: 200,
  response: z.object({
    projectID: id,
    projectName: z.string(),
    may: right,
    /** The share of complete things, rounded down; null without rooms. */
    percent: z.nullable(z.number()),
    things: z.number(),
    missing: z.number(),
    setAside: z.number(),
    /** Gaps by kind, the most frequent first, rooms last. */
    groups: z.array(groupOfGaps),
    /** Rooms with something to show, in order. */
    rooms: z.array(roomWithGaps),
    /** How many more there are than `rooms` lists. */
    more: z.number(),
  }),
})
export type Readiness = z.output<typeof getReadiness.response>

/** Sets a gap aside, or takes that back. Idempotent. */
export const setNotNeeded = endpoint({
  method: 'POST',
  path: '/setaside',
  summary: 'Mark what an item or a room is missing as not needed, or as needed again',
  access: KEEPS_PROJECTS,
  body: z.strictObject({ itemID: z.optional(id), roomID: z.optional(id), what, notNeeded: z.boolean() }).check(
    z.refine(({ itemID, roomID }) => (itemID === undefined) !== (roomID === undefined), {
      error: 'Name an item or a room.',
      path: ['itemID'],
    }),
    z.refine(({ roomID, what: asked }) => (roomID === undefined) === (asked !== 'items'), {
      error: 'Items are what a room can lack, the others an item.',
      path: ['what'],
    }),
  ),
  needs: 'write',
  target: { item: 'itemID', room: 'roomID' },
  notForTemplates: true,
  status: 200,
  response: message,
})

export const shapes = () => ({ Gap: gap, GapGroup: groupOfGaps, RoomWithGaps: roomWithGaps })

export const examples = (): ExamplesOf<typeof import('./handover-checklist.api.ts')> => ({
  getReadiness: {
    query: { projectID: 3 },
    response: {
      projectID: 3,
      projectName: 'Maple Street',
      may: 'own',
      ...{ percent: 97, things: 74, missing: 2, setAside: 6 },
      groups: [
        { group: '14', name: 'Paint missing Sheen', count: 1 },
        { group: 'items', name: 'Rooms without items', count: 1 },
      ],
      rooms: [
        {
          ...{ roomID: 7, roomName: 'Kitchen', roomTypeName: 'Kitchen', isEmpty: false, count: 1 },
          gaps: [
            {
              ...{ what: 'values', group: '14', itemID: 41, title: 'Verdigris HV-6118', sample: 'paint #5e8378' },
              subCatName: 'Wall Paint',
              fields: [{ field: 'field4', propID: 14, label: 'Sheen', kind: 'text' }],
            },
          ],
        },
        {
          ...{ roomID: 12, roomName: 'Attic', roomTypeName: 'Other', isEmpty: true, count: 1 },
          gaps: [],
        },
      ],
      more: 0,
    },
  },
  setNotNeeded: {
    body: { itemID: 41, what: 'values', notNeeded: true },
    response: { message: 'Marked as not needed' },
  },
})
