import * as z from 'zod/mini'
import { endpoint, type ExamplesOf } from '../contract/endpoint.ts'
import { ITEM_EVENT_KINDS } from '../events.ts'
import { id, queryID } from '../contract/id.ts'
import { itemText } from '../structure/room-structure.api.ts'
import { KEEPS_PROJECTS } from '../contract/roles.ts'

/** Events per answer; get older ones with `before`. */
export const EVENTS_AT_ONCE = 50

/** A text of the item before and after; '' for none. For a new item, its initial values. */
const change = z.object({
  /** The label at that time; '' for the notes, or if the slot had none. */
  label: z.string(),
  /** Where the item has the text today, under the same label; null if that label is gone. */
  text: z.nullable(itemText),
  before: z.string(),
  after: z.string(),
  /** Swatches of both values; see sample.ts. Null if a value names no material. */
  beforeSample: z.nullable(z.string()),
  afterSample: z.nullable(z.string()),
})
export type ChangeOfText = z.output<typeof change>

const itemEvent = z.object({
  eventID: id,
  at: z.string(),
  /** The username at that time. */
  who: z.string(),
  /** The full name, or the username if the account is gone. */
  name: z.string(),
  kind: z.enum(ITEM_EVENT_KINDS),
  changes: z.array(change),
  /** The name, caption, room or subcategory before and after; null if the event is not about one. */
  was: z.nullable(z.string()),
  is: z.nullable(z.string()),
  /** The remote of a file. */
  remote: z.nullable(z.string()),
  /** For a changed subcategory, the previous one. */
  kindWas: z.nullable(z.object({ catID: id, subcatID: id })),
  /** For a moved item, the previous room, if it is still in the project. */
  roomWas: z.nullable(id),
  /** For reordered files, their remotes in the previous order. */
  orderWas: z.nullable(z.array(z.string())),
  /** For a file removed from the item, the trash entry that restores it, while it exists. */
  trashID: z.nullable(id),
})
export type ItemEvent = z.output<typeof itemEvent>

export const getHistory = endpoint({
  method: 'GET',
  path: '/history',
  summary: 'What happened to an item, the latest first',
  access: KEEPS_PROJECTS,
  keys: true,
  query: z.strictObject({ itemID: queryID, before: z.optional(queryID) }),
  status: 200,
  response: z.object({
    events: z.array(itemEvent),
    /** Send as `before` to get older events; null if there are none. */
    older: z.nullable(id),
  }),
})

export const shapes = () => ({ ItemEvent: itemEvent, ItemChange: change })

export const examples = (): ExamplesOf<typeof import('./history.api.ts')> => ({
  getHistory: {
    query: { itemID: 41 },
    response: {
      events: [
        {
          eventID: 118,
          at: '2026-02-23T18:05:11.000Z',
          who: 'robin',
          name: 'Robin Sample',
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
