import * as z from 'zod/mini'
import { cover } from './covers.api.ts'
import { endpoint, type ExamplesOf } from '../contract/endpoint.ts'
import { message } from '../contract/message.ts'
import { id, queryID } from '../contract/id.ts'
import { right } from '../contract/right.schema.ts'
import { KEEPS_PROJECTS } from '../contract/roles.ts'
import { line, optionalLine } from '../contract/text.ts'
import { deletion } from '../history/trash.api.ts'
import { emergency } from '../structure/classification.schema.ts'

export const projectInputs = z.strictObject({
  name: line(),
  client: z.optional(optionalLine()),
  address: line(),
  address2: z.optional(optionalLine()),
  city: line(),
  state: line(),
  zip: line(),
})

const project = z.object({
  projectID: id,
  name: z.string(),
  client: z.string(),
  address: z.string(),
  address2: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
})
export type Project = z.output<typeof project>

/** What other users did in a project since the caller last viewed its activity; see activity.api.ts. */
const news = z.object({
  /** When the caller last viewed it, or else the others' first change. Null if there is none. */
  since: z.nullable(z.string()),
  /** Among the latest 200 events of the project. */
  changes: z.number(),
  /** The others' full names. */
  people: z.array(z.string()),
  /** The rooms they changed. */
  roomIDs: z.array(id),
})
export type News = z.output<typeof news>

const projectCard = z.object({
  projectID: id,
  name: z.string(),
  city: z.string(),
  state: z.string(),
  roomCount: z.number(),
  itemCount: z.number(),
  /** Items in each room, in room order, for drawing the floor plan. */
  roomItemCounts: z.array(z.number()),
  cover,
  may: right,
  /** The owner's name; null for the caller's own projects. */
  owner: z.nullable(z.string()),
})
export type ProjectCard = z.output<typeof projectCard>

const created = z.object({ projectID: id, message: z.string() })

/** An item as Project Home shows it for emergencies. */
export const emergencyFact = z.object({
  emergency: emergency,
  itemID: id,
  /** What it is, in a few words: what a valve shuts off, or whom to call. */
  what: z.string(),
  /** The item's location, or else its room; for a contact, the first phone number. */
  where: z.string(),
  /** The distinct phone numbers in it. */
  phones: z.array(z.string()),
  /** The `remote` of a picture; null if there is none. */
  picture: z.nullable(z.string()),
})
export type EmergencyFact = z.output<typeof emergencyFact>

export const listProjects = endpoint({
  method: 'GET',
  path: '/projects',
  summary: 'The projects the user can see and their own templates, alphabetical',
  access: KEEPS_PROJECTS,
  keys: true,
  status: 200,
  /** Templates have no place: city and state are ''. */
  response: z.object({ projects: z.array(projectCard), templates: z.array(projectCard) }),
  mayBeEmpty: true,
})

export const getProject = endpoint({
  method: 'GET',
  path: '/project',
  summary: 'One project',
  access: KEEPS_PROJECTS,
  keys: true,
  query: z.strictObject({ projectID: queryID }),
  status: 200,
  response: z.object({
    project,
    cover,
    may: right,
    /** Whether it is a template, and thus has no address. */
    template: z.boolean(),
    /** Null if there is none. */
    news: z.nullable(news),
    /** The number of photos in its inbox. */
    unsorted: z.number(),
    /** What users look for first in an emergency; at most four. */
    emergency: z.array(emergencyFact),
  }),
})

export const createProject = endpoint({
  method: 'PUT',
  path: '/project',
  summary: 'Create a project',
  access: KEEPS_PROJECTS,
  body: z.strictObject({ inputs: projectInputs }),
  creates: true,
  status: 201,
  response: created,
  problems: ['project_name_taken', 'plan_limit'],
})

/** Absent optional members stay unchanged. */
export const updateProject = endpoint({
  method: 'POST',
  path: '/project',
  summary: 'Change a project',
  access: KEEPS_PROJECTS,
  body: z.strictObject({ projectID: id, inputs: projectInputs }),
  needs: 'own',
  target: { project: 'projectID' },
  notForTemplates: true,
  status: 200,
  response: message,
  problems: ['project_name_taken'],
})

export const deleteProject = endpoint({
  method: 'DELETE',
  path: '/project',
  summary: 'Move a project with all that is in it to the trash',
  access: KEEPS_PROJECTS,
  query: z.strictObject({ projectID: queryID }),
  needs: 'own',
  target: { project: 'projectID' },
  status: 200,
  response: deletion,
})

/** Offered to new users, to show rooms, items and files filled in. */
export const createSampleProject = endpoint({
  method: 'PUT',
  path: '/sampleproject',
  summary: 'Create the sample project with its rooms, items and files',
  access: KEEPS_PROJECTS,
  creates: true,
  status: 201,
  response: created,
  problems: ['project_name_taken', 'plan_limit'],
})

export const shapes = () => ({
  Project: project,
  ProjectCard: projectCard,
  ProjectInput: projectInputs,
  ProjectNews: news,
  EmergencyFact: emergencyFact,
})

export const examples = (): ExamplesOf<typeof import('./projects.api.ts')> => {
  const place = { client: '', address: '4 Maple Street', address2: '', city: 'Burlington', state: 'VT', zip: '05401' }
  return {
    listProjects: {
      response: {
        projects: [
          {
            projectID: 3,
            name: 'Maple Street',
            city: 'Burlington',
            state: 'VT',
            roomCount: 2,
            itemCount: 19,
            roomItemCounts: [7, 12],
            cover: null,
            may: 'own',
            owner: null,
          },
        ],
        templates: [],
      },
    },
    getProject: {
      query: { projectID: 3 },
      response: {
        project: { projectID: 3, name: 'Maple Street', ...place },
        cover: null,
        may: 'own',
        template: false,
        news: null,
        unsorted: 0,
        emergency: [
          {
            ...{
              emergency: 'valve',
              itemID: 44,
              what: 'Water',
              where: 'Left of the boiler',
              phones: [],
              picture: null,
            },
          },
        ],
      },
    },
    createProject: {
      body: { inputs: { name: 'Maple Street', ...place } },
      response: { projectID: 3, message: 'Created project "Maple Street"' },
    },
    updateProject: {
      body: { projectID: 3, inputs: { name: 'Maple Street', ...place, client: 'Sam Example' } },
      response: { message: 'Successfully updated the project!' },
    },
    deleteProject: {
      query: { projectID: 3 },
      response: { message: 'Deleted project "Maple Street"', trashID: 9 },
    },
    createSampleProject: { response: { projectID: 4, message: 'Created project "Sample House"' } },
  }
}
