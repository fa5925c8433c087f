import * as z from 'zod/mini'
import { day } from '../contract/day.ts'
import { endpoint, type ExamplesOf } from '../contract/endpoint.ts'
import { id, queryID } from '../contract/id.ts'
import { KEEPS_PROJECTS } from '../contract/roles.ts'
import { exampleTask, task } from './tasks.api.ts'

/** Entries within this many days count as ending soon. */
export const SOON_DAYS = 90

/** Per answer; get more with `after` and `before`. */
export const COMING_AT_ONCE = 100
export const OVER_AT_ONCE = 50

const ending = z.object({
  /** The day on which it ends or is due: for a month or year, its last day. */
  day: z.string(),
  /** The label and value that say so, as written. */
  label: z.string(),
  value: z.string(),
  itemID: id,
  title: z.string(),
  /** Its swatch; see sample.ts. */
  sample: z.nullable(z.string()),
  /** The first picture among its files. */
  picture: z.nullable(z.string()),
  subCatName: z.string(),
  roomID: id,
  roomName: z.string(),
  projectID: id,
  projectName: z.string(),
  /** A useful file of the item: its receipt, or else a warranty paper, matched by name. Null if there is none. */
  paper: z.nullable(z.object({ name: z.string(), remote: z.string() })),
  /** Whom to call: a phone number found in the item. */
  phone: z.nullable(z.string()),
})
export type Ending = z.output<typeof ending>

/** What happens on the day, as a sentence without its end. */
export const sentenceOf = ({ label, title }: Pick<Ending, 'label' | 'title'>, isOver: boolean): string => {
  if (/\b(warranty|guarantee)\b/i.test(label)) return `Warranty for ${title} ${isOver ? 'ended' : 'ends'}`
  if (/\breplace\b/i.test(label)) return `Replace ${title}`
  if (/\bdue\b/i.test(label)) return `${title} ${isOver ? 'was' : 'is'} due`
  return `${title} ${isOver ? 'ended' : 'ends'}`
}

/** A position in the list, as given in an answer. */
const place = z
  .string({ error: 'Must be a place in the list.' })
  .check(z.regex(/^\d{4}-\d\d-\d\d \d{1,15} [0-6]$/, { error: 'Must be a place in the list.' }))

export const getUpcoming = endpoint({
  method: 'GET',
  path: '/upcoming',
  summary: 'Tasks, and warranties, permits and other dates that end, in all projects, in one, or of one item',
  access: KEEPS_PROJECTS,
  keys: true,
  query: z.strictObject({
    projectID: z.optional(queryID),
    /** Only of this item. */
    itemID: z.optional(queryID),
    /** The caller's day, on which entries are not yet over; by default the server's, in UTC. */
    today: z.optional(day),
    /** Only entries later than `after`, or that ended before `before`. */
    after: z.optional(place),
    before: z.optional(place),
  }),
  notForTemplates: true,
  target: { item: 'itemID', project: 'projectID' },
  status: 200,
  response: z.object({
    today: z.string(),
    /** What ends today or later, the soonest first. */
    coming: z.array(ending),
    /** Tasks, overdue or due later, the soonest first; paged together with `coming`. */
    tasks: z.array(task),
    /** Send as `after` to get later ones; null if there are none. */
    later: z.nullable(z.string()),
    /** What is over, the latest first. */
    over: z.array(ending),
    /** Send as `before` to get earlier ones; null if there are none. */
    earlier: z.nullable(z.string()),
    /** The requested item is in a template, where nothing is due and no tasks exist. Absent otherwise. */
    template: z.optional(z.literal(true)),
  }),
})
export type Upcoming = z.output<typeof getUpcoming.response>

export const shapes = () => ({ EndingDate: ending })

export const examples = (): ExamplesOf<typeof import('./upcoming.api.ts')> => ({
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
          picture: null,
        },
      ],
      tasks: [exampleTask],
      later: null,
      over: [],
      earlier: null,
    },
  },
})
