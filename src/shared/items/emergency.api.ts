import * as z from 'zod/mini'
import { endpoint, type ExamplesOf } from '../contract/endpoint.ts'
import { id, queryID } from '../contract/id.ts'
import { right } from '../contract/right.schema.ts'
import { KEEPS_PROJECTS } from '../contract/roles.ts'
import { emergencyFact } from '../projects/projects.api.ts'
import { emergency } from '../structure/classification.schema.ts'
import { labelKind } from '../structure/room-structure.api.ts'

/** Entries of each kind on one sheet; the rest are only counted. */
export const EMERGENCY_ENTRIES = 20
/** Files of one entry. */
export const EMERGENCY_FILES = 3

const entry = z.extend(emergencyFact, {
  title: z.string(),
  subCatName: z.string(),
  roomID: id,
  roomName: z.string(),
  /** All values with their labels, and the kind of each label that is more than text. */
  values: z.array(z.object({ label: z.string(), value: z.string(), kind: z.optional(labelKind) })),
  note: z.string(),
  /** Email addresses and web pages in it. */
  links: z.array(z.object({ text: z.string(), href: z.string() })),
  /** Up to three files that are not pictures, such as instructions. */
  files: z.array(z.object({ name: z.string(), remote: z.string() })),
})
export type EmergencyEntry = z.output<typeof entry>

export const emergencyGroup = z.object({
  emergency,
  /** The display name of the kind. */
  name: z.string(),
  entries: z.array(entry),
  /** How many more entries there are. */
  more: z.number(),
})
export type EmergencyGroup = z.output<typeof emergencyGroup>

/** Where to add a missing entry: in an existing room, or in a room of one of these types. */
const toRecord = z.object({
  emergency,
  name: z.string(),
  subCatName: z.string(),
  room: z.nullable(z.object({ roomID: id, roomName: z.string() })),
  roomTypes: z.array(z.string()),
})

/**
 * Items whose subcategories are marked for emergencies in the structure, at most 20 of each kind. `record` says where
 * to add each kind; it is empty for callers who may not write.
 */
export const getEmergency = endpoint({
  method: 'GET',
  path: '/emergency',
  summary: 'What people need in an emergency: valves, panel, gas, alarms, who to call',
  access: KEEPS_PROJECTS,
  keys: true,
  query: z.strictObject({ projectID: queryID }),
  notForTemplates: true,
  target: { project: 'projectID' },
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

export const shapes = () => ({ EmergencyEntry: entry, EmergencyGroup: emergencyGroup, EmergencyGap: toRecord })

export const examples = (): ExamplesOf<typeof import('./emergency.api.ts')> => ({
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
