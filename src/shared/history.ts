import * as z from 'zod/mini'
import { endpoint, type ExamplesOf } from './endpoint.ts'
import { EVENT_KINDS, type EventKind } from './events.ts'
import { id, queryID } from './id.ts'
import { ITEM_TEXTS } from './items.ts'
import { KEEPS_PROJECTS } from './roles.ts'

/** Events of one answer; older ones come by `before`. */
export const EVENTS_AT_ONCE = 50

/** What happens to an item, its files and its tasks. Of one that is removed nobody can ask. */
type ItemEventKind = Exclude<Extract<EventKind, `item ${string}` | `file${string}` | `task ${string}`>, 'item removed'>

export const ITEM_EVENTS = EVENT_KINDS.filter(
  (kind): kind is ItemEventKind => /^(item|files?|task) /.test(kind) && kind !== 'item removed',
) as [ItemEventKind, ...ItemEventKind[]]

/** A text of the item before and after; '' for none. Of a new item what it began with. */
const change = z.object({
  /** Of then; '' where the slot had none, or for the notes. */
  label: z.string(),
  /** Where the item has it today, under the same label; null where that is no longer there. */
  text: z.nullable(z.enum(ITEM_TEXTS)),
  before: z.string(),
  after: z.string(),
  /** Swatches of the two; see sample.ts. Null where they name no material. */
  beforeSample: z.nullable(z.string()),
  afterSample: z.nullable(z.string()),
})
export type ChangeOfText = z.output<typeof change>

const itemEvent = z.object({
  eventID: id,
  at: z.string(),
  /** The username of then. */
  who: z.string(),
  kind: z.enum(ITEM_EVENTS),
  changes: z.array(change),
  /** The other name, caption, room or subcategory that it had before and got; null where it is about none. */
  was: z.nullable(z.string()),
  is: z.nullable(z.string()),
  /** Of a file. */
  remote: z.nullable(z.string()),
  /** Of an item that got another subcategory: that which it left. */
  kindWas: z.nullable(z.object({ catID: id, subcatID: id })),
  /** Of an item that was moved: the room that it left, as long as it is in the project. */
  roomWas: z.nullable(id),
  /** Of files that were put in another order: their remotes in that of before. */
  orderWas: z.nullable(z.array(z.string())),
  /** Of a file that this took off the item: the entry that brings it back, as long as the trash keeps it. */
  trashID: z.nullable(id),
})
export type ItemEvent = z.output<typeof itemEvent>

export const getHistory = endpoint({
  method: 'GET',
  path: '/history',
  summary: 'What happened to an item, the latest first',
  access: KEEPS_PROJECTS,
  query: z.strictObject({ itemID: queryID, before: z.optional(queryID) }),
  status: 200,
  response: z.object({
    events: z.array(itemEvent),
    /** To be sent as `before` for older ones; null where these were the last. */
    older: z.nullable(id),
  }),
})

/** Of each call, in the order of the documentation. */
export const examples = (): ExamplesOf<typeof import('./history.ts')> => ({
  getHistory: {
    query: { itemID: 41 },
    response: {
      events: [
        {
          eventID: 118,
          at: '2026-02-23T18:05:11.000Z',
          who: 'robin',
          kind: 'item changed',
          changes: [
            {
              ...{ label: 'Color Name', text: 'field2', before: 'Dry Sage', after: 'Harbor Slate' },
              ...{ beforeSample: 'paint #B9C6B4', afterSample: 'paint #24424A' },
            },
            {
              ...{ label: 'Color Code', text: 'field3', before: 'HV-6102', after: 'HV-6204' },
              ...{ beforeSample: null, afterSample: null },
            },
          ],
          was: null,
          is: null,
          remote: null,
          kindWas: null,
          roomWas: null,
          orderWas: null,
          trashID: null,
        },
      ],
      older: null,
    },
  },
})
