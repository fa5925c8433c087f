import * as z from 'zod/mini'
import { day } from './day.ts'
import { endpoint, type ExamplesOf } from './endpoint.ts'
import { id, queryID } from './id.ts'
import { KEEPS_PROJECTS } from './roles.ts'
import { exampleTask, task } from './tasks.ts'

/** What comes up within so many days is said to end soon. */
export const SOON_DAYS = 90

/** Of one answer; further ones come by `after` and `before`. */
export const COMING_AT_ONCE = 100
export const OVER_AT_ONCE = 50

const ending = z.object({
  /** The day on which it ends, or has to be done: of a month or a year the last one. */
  day: z.string(),
  /** What says so, as it is written there. */
  label: z.string(),
  value: z.string(),
  itemID: id,
  title: z.string(),
  /** Its swatch; see sample.ts. */
  sample: z.nullable(z.string()),
  subCatName: z.string(),
  roomID: id,
  roomName: z.string(),
  projectID: id,
  projectName: z.string(),
  /** What one needs then, of the item's files: its receipt, else a paper of its warranty. Null where none is called so. */
  paper: z.nullable(z.object({ name: z.string(), remote: z.string() })),
  /** Whom to call: a telephone number that stands in the item. */
  phone: z.nullable(z.string()),
})
export type Ending = z.output<typeof ending>

/** What happens on the day, in a sentence without its end. */
export const sentenceOf = ({ label, title }: Pick<Ending, 'label' | 'title'>, isOver: boolean): string => {
  if (/\b(warranty|guarantee)\b/i.test(label)) return `Warranty of ${title} ${isOver ? 'ended' : 'ends'}`
  if (/\breplace\b/i.test(label)) return `Replace ${title}`
  if (/\bdue\b/i.test(label)) return `${title} ${isOver ? 'was' : 'is'} due`
  return `${title} ${isOver ? 'ended' : 'ends'}`
}

/** A place in the list, as an answer gives it. */
const place = z
  .string({ error: 'Must be a place in the list.' })
  .check(z.regex(/^\d{4}-\d\d-\d\d \d{1,15} [0-6]$/, { error: 'Must be a place in the list.' }))

export const getUpcoming = endpoint({
  method: 'GET',
  path: '/upcoming',
  summary:
    'Tasks, and what ends: warranties, permits and whatever else has a label for it, in all projects, in one or of one item',
  access: KEEPS_PROJECTS,
  query: z.strictObject({
    projectID: z.optional(queryID),
    /** Of this item alone. */
    itemID: z.optional(queryID),
    /** The caller's day, from which on something is not over; without it that of the server, in UTC. */
    today: z.optional(day),
    /** Only what comes later than this place, or ended before it. */
    after: z.optional(place),
    before: z.optional(place),
  }),
  notForTemplates: true,
  status: 200,
  response: z.object({
    today: z.string(),
    /** What ends today or later, the soonest first. */
    coming: z.array(ending),
    /** What is to be done, overdue or later, the soonest first: up to where `coming` goes, or further on behind it. */
    tasks: z.array(task),
    /** To be sent as `after` for later ones; null where these were the last. */
    later: z.nullable(z.string()),
    /** What is over, the latest first. */
    over: z.array(ending),
    /** To be sent as `before` for earlier ones; null where these were the last. */
    earlier: z.nullable(z.string()),
    /** The item that was asked for is in a template, where nothing falls due and no task is made. Absent of every other. */
    template: z.optional(z.literal(true)),
  }),
})
export type Upcoming = z.output<typeof getUpcoming.response>

/** Of each call, in the order of the documentation. */
export const examples = (): ExamplesOf<typeof import('./upcoming.ts')> => ({
  getUpcoming: {
    query: { today: '2028-12-01' },
    response: {
      today: '2028-12-01',
      coming: [
        {
          ...{ day: '2029-01-30', label: 'Warranty Expires', value: 'Jan 30, 2029' },
          ...{ itemID: 41, title: 'Brennholt BFR-3690 IX', sample: 'metal #BFC3C2', subCatName: 'Refrigerator' },
          ...{ roomID: 8, roomName: 'Kitchen', projectID: 3, projectName: 'Maple Street' },
          paper: { name: 'Receipt', remote: 'q3Zk0bJ5T2mV8xYw1nLr7A' },
          phone: '(555) 010-0122',
        },
      ],
      tasks: [exampleTask],
      later: null,
      over: [],
      earlier: null,
    },
  },
})
