import * as z from 'zod/mini'
import { endpoint, type ExamplesOf } from '../contract/endpoint.ts'
import { EVENT_KINDS } from '../events.ts'
import { id, queryID } from '../contract/id.ts'
import { KEEPS_PROJECTS } from '../contract/roles.ts'
import { labelKind } from '../structure/room-structure.api.ts'

/** Texts of a project, room or item that have a name of their own and no label. */
const TEXTS_OF_THINGS = [
  'name',
  'client',
  'address',
  'address2',
  'city',
  'state',
  'zip',
  'roomType',
  'cover',
  'firm',
  'firmPhone',
  'number',
  'drawnBy',
  'logo',
  'notes',
] as const

/** A text before and after; '' for none. */
const change = z.object({
  /** The label at that time; '' for texts with a name of their own, or without a label. */
  label: z.string(),
  text: z.nullable(z.enum(TEXTS_OF_THINGS)),
  /** The kind of the current label, if it holds dates. */
  kind: z.optional(labelKind),
  before: z.string(),
  after: z.string(),
  /** Swatches of both values; see sample.ts. Null if a value names no material. */
  beforeSample: z.nullable(z.string()),
  afterSample: z.nullable(z.string()),
})
export type ChangeOfThing = z.output<typeof change>

/** The id is null if the room or item no longer exists. */
const room = z.object({ roomID: z.nullable(id), name: z.string() })
const item = z.object({ itemID: z.nullable(id), title: z.string() })

const projectEvent = z.object({
  eventID: id,
  at: z.string(),
  /** Another user did it since the caller last looked. */
  isNew: z.boolean(),
  /** Null if no user did it, such as an expiry. */
  userID: z.nullable(id),
  /** The username at that time. */
  who: z.string(),
  /** The full name, or the username if the account is gone. */
  name: z.string(),
  kind: z.enum(EVENT_KINDS),
  /** The current name, or the last one before deletion; '' if unknown. */
  room: z.nullable(room),
  item: z.nullable(item),
  changes: z.array(change),
  /** Names, captions, rooms or subcategories before and after; null if the event is not about one. */
  was: z.nullable(z.string()),
  is: z.nullable(z.string()),
})
export type ProjectEvent = z.output<typeof projectEvent>

export const getActivity = endpoint({
  method: 'GET',
  path: '/activity',
  summary: 'What happened in a project, the latest first, by everyone or by one person',
  access: KEEPS_PROJECTS,
  keys: true,
  query: z.strictObject({ projectID: queryID, userID: z.optional(queryID), before: z.optional(queryID) }),
  status: 200,
  response: z.object({
    projectName: z.string(),
    /** Everyone who acted in the project, alphabetically by name, with the username they had last. */
    people: z.array(z.object({ userID: id, who: z.string(), name: z.string() })),
    events: z.array(projectEvent),
    /** Send as `before` to get older events; null if there are none. */
    older: z.nullable(id),
  }),
})

export const markActivitySeen = endpoint({
  method: 'POST',
  path: '/activityseen',
  summary: 'Mark the events of a project up to one as seen',
  access: KEEPS_PROJECTS,
  body: z.strictObject({ projectID: id, eventID: id }),
  status: 204,
})

export const shapes = () => ({ ProjectEvent: projectEvent, ProjectChange: change })

export const examples = (): ExamplesOf<typeof import('./activity.api.ts')> => ({
  getActivity: {
    query: { projectID: 3 },
    response: {
      projectName: 'Maple Street',
      people: [
        { userID: 12, who: 'casey', name: 'Casey Sample' },
        { userID: 7, who: 'robin', name: 'Robin Sample' },
      ],
      events: [
        {
          eventID: 118,
          at: '2026-02-23T18:05:11.000Z',
          isNew: true,
          userID: 12,
          who: 'casey',
          name: 'Casey Sample',
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
