import * as z from 'zod/mini'
import { endpoint, type ExamplesOf } from './endpoint.ts'
import { id, queryID } from './id.ts'
import { right } from './rights.ts'
import { KEEPS_PROJECTS } from './roles.ts'
import { labelKind } from './room-structure.ts'

/** What the items of a subcategory are looked for in an emergency; stands-for.ts has their names. */
const kind = z.enum(['valve', 'panel', 'gas', 'alarm', 'contact'])
export type Emergency = z.output<typeof kind>

/** Of each kind on one sheet; others are counted. */
export const EMERGENCY_ENTRIES = 20
/** Of one entry. */
export const EMERGENCY_FILES = 3
/** On Project Home. */
const FACTS_AT_ONCE = 4

const fact = {
  emergency: kind,
  itemID: id,
  /** What it is, in few words: what a valve serves, who is called. */
  what: z.string(),
  /** Where it is, as the item says it, else its room; of somebody to call the first number. */
  where: z.string(),
  /** The telephone numbers in it, each once. */
  phones: z.array(z.string()),
  /** A picture of it, by its `remote`. Null where there is none. */
  picture: z.nullable(z.string()),
}
/** What Project Home says at once. */
export const emergencyFact = z.object(fact)
export type EmergencyFact = z.output<typeof emergencyFact>

const entry = z.object({
  ...fact,
  title: z.string(),
  subCatName: z.string(),
  roomID: id,
  roomName: z.string(),
  /** All that is entered, under its labels, with the kinds of those that are more than text. */
  values: z.array(z.object({ label: z.string(), value: z.string(), kind: z.optional(labelKind) })),
  note: z.string(),
  /** Mailboxes and pages in it. */
  links: z.array(z.object({ text: z.string(), href: z.string() })),
  /** Up to three files that are no pictures, such as instructions. */
  files: z.array(z.object({ name: z.string(), remote: z.string() })),
})
export type EmergencyEntry = z.output<typeof entry>

export const emergencyGroup = z.object({
  emergency: kind,
  /** What the kind is called. */
  name: z.string(),
  entries: z.array(entry),
  /** How many others there are. */
  more: z.number(),
})
export type EmergencyGroup = z.output<typeof emergencyGroup>

/** In the order in which they are looked for: two valves, and one of each other kind. */
const OF_FACTS: readonly (readonly [emergency: Emergency, at: number])[] = [
  ['valve', 0],
  ['valve', 1],
  ['panel', 0],
  ['gas', 0],
  ['contact', 0],
  ['alarm', 0],
]
/** As many of a kind are looked at for facts. */
export const FACTS_OF_KIND = 2

export const factsOf = (groups: readonly EmergencyGroup[]): EmergencyFact[] =>
  OF_FACTS.flatMap(([kind, at]) => groups.find(({ emergency }) => emergency === kind)?.entries[at] ?? [])
    .slice(0, FACTS_AT_ONCE)
    .map(({ emergency, itemID, what, where, phones, picture }) => ({ emergency, itemID, what, where, phones, picture }))

/** Where one of a kind is recorded: in that room, or in a room of one of these types, where there is none yet. */
const toRecord = z.object({
  emergency: kind,
  name: z.string(),
  subCatName: z.string(),
  room: z.nullable(z.object({ roomID: id, roomName: z.string() })),
  roomTypes: z.array(z.string()),
})

/**
 * What one looks for in an emergency are items of the subcategories that stand for it in the structure. At most 20 of each
 * kind. `record` says where one of each kind is recorded; it is empty for who may not write.
 */
export const getEmergency = endpoint({
  method: 'GET',
  path: '/emergency',
  summary: 'What one looks for in an emergency: valves, panel, gas, alarms, who to call',
  access: KEEPS_PROJECTS,
  query: z.strictObject({ projectID: queryID }),
  notForTemplates: true,
  status: 200,
  response: z.object({
    projectID: id,
    projectName: z.string(),
    may: right,
    groups: z.array(emergencyGroup),
    record: z.array(toRecord),
  }),
})
export type EmergencySheet = z.output<typeof getEmergency.response>

/** Of each call, in the order of the documentation. */
export const examples = (): ExamplesOf<typeof import('./emergency.ts')> => ({
  getEmergency: {
    query: { projectID: 3 },
    response: {
      projectID: 3,
      projectName: 'Maple Street',
      may: 'own',
      groups: [
        {
          emergency: 'valve',
          name: 'Shut-Off Valves',
          entries: [
            {
              ...{ emergency: 'valve', itemID: 44, title: 'Water Left of the boiler', subCatName: 'Shut-Off Valve' },
              ...{ roomID: 9, roomName: 'Basement', what: 'Water', where: 'Left of the boiler' },
              values: [
                { label: 'Serves', value: 'Water' },
                { label: 'Location', value: 'Left of the boiler' },
              ],
              ...{ note: 'A quarter turn.', phones: [], picture: null, links: [], files: [] },
            },
          ],
          more: 0,
        },
      ],
      record: [
        {
          emergency: 'panel',
          name: 'Electricity',
          subCatName: 'Electrical Panel',
          room: { roomID: 9, roomName: 'Basement' },
          roomTypes: ['Garage'],
        },
      ],
    },
  },
})
