import * as z from 'zod/mini'
import { endpoint, type ExamplesOf } from './endpoint.ts'
import { EVENT_KINDS } from './events.ts'
import { id, queryID } from './id.ts'
import { KEEPS_PROJECTS } from './roles.ts'
import { labelKind } from './room-structure.ts'

/** What a project, a room or an item has beside what its labels name. */
export const TEXTS_OF_THINGS = [
  'name',
  'client',
  'address',
  'address2',
  'city',
  'state',
  'zip',
  'roomType',
  'cover',
  'notes',
] as const

/** A text before and after; '' for none. */
const change = z.object({
  /** Of then; '' where the text has a name of its own, or had no label. */
  label: z.string(),
  text: z.nullable(z.enum(TEXTS_OF_THINGS)),
  /** Of its label of today, where that is of dates. */
  kind: z.optional(labelKind),
  before: z.string(),
  after: z.string(),
  /** Swatches of the two; see sample.ts. Null where they name no material. */
  beforeSample: z.nullable(z.string()),
  afterSample: z.nullable(z.string()),
})
export type ChangeOfThing = z.output<typeof change>

/** The id is null of what is not there now. */
const room = z.object({ roomID: z.nullable(id), name: z.string() })
const item = z.object({ itemID: z.nullable(id), title: z.string() })

const projectEvent = z.object({
  eventID: id,
  at: z.string(),
  /** Somebody else did it since the caller looked. */
  isNew: z.boolean(),
  /** Null where nobody did it: it came with time. */
  userID: z.nullable(id),
  /** The username of then. */
  who: z.string(),
  kind: z.enum(EVENT_KINDS),
  /** As it is called today, or was when it went; '' where nobody knows any more. */
  room: z.nullable(room),
  item: z.nullable(item),
  changes: z.array(change),
  /** Another name, caption, room or subcategory before and after; null where it is about none. */
  was: z.nullable(z.string()),
  is: z.nullable(z.string()),
})
export type ProjectEvent = z.output<typeof projectEvent>

export const getActivity = endpoint({
  method: 'GET',
  path: '/activity',
  summary: 'What happened in a project, the latest first, by everybody or by one person',
  access: KEEPS_PROJECTS,
  query: z.strictObject({ projectID: queryID, userID: z.optional(queryID), before: z.optional(queryID) }),
  status: 200,
  response: z.object({
    projectName: z.string(),
    /** Whoever did anything in the project, under the username of the last time, alphabetical. */
    people: z.array(z.object({ userID: id, who: z.string() })),
    events: z.array(projectEvent),
    /** To be sent as `before` for older ones; null where these were the last. */
    older: z.nullable(id),
  }),
})

export const markActivitySeen = endpoint({
  method: 'POST',
  path: '/activityseen',
  summary: 'Say up to which event one has seen what happened in a project',
  access: KEEPS_PROJECTS,
  body: z.strictObject({ projectID: id, eventID: id }),
  status: 204,
})

/** Of each call, in the order of the documentation. */
export const examples = (): ExamplesOf<typeof import('./activity.ts')> => ({
  getActivity: {
    query: { projectID: 3 },
    response: {
      projectName: 'Maple Street',
      people: [
        { userID: 12, who: 'casey' },
        { userID: 7, who: 'robin' },
      ],
      events: [
        {
          eventID: 118,
          at: '2026-02-23T18:05:11.000Z',
          isNew: true,
          userID: 12,
          who: 'casey',
          kind: 'item changed',
          room: { roomID: 8, name: 'Hall' },
          item: { itemID: 41, title: 'Harbor Slate HV-6204' },
          changes: [
            {
              ...{ label: 'Color Name', text: null, before: 'Dry Sage', after: 'Harbor Slate' },
              ...{ beforeSample: 'paint #B9C6B4', afterSample: 'paint #24424A' },
            },
          ],
          was: null,
          is: null,
        },
      ],
      older: null,
    },
  },
  markActivitySeen: { body: { projectID: 3, eventID: 118 } },
})
