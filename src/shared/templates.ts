import * as z from 'zod/mini'
import { endpoint, type ExamplesOf } from './endpoint.ts'
import { id } from './id.ts'
import { projectInputs } from './projects.ts'
import { KEEPS_PROJECTS } from './roles.ts'
import { line } from './text.ts'

/** Whether what is made has the files of what it is made of; it has unless this is false. No bytes are copied. */
const files = z.optional(z.boolean())

/**
 * The template is the caller's own: rooms, items and covers, without client and address, members and links. Without a `name` it
 * is called as the project, or so that the name is free among their templates.
 */
export const keepTemplate = endpoint({
  method: 'PUT',
  path: '/template',
  summary: 'Keep a copy of a project as template',
  access: KEEPS_PROJECTS,
  body: z.strictObject({ projectID: id, name: z.optional(line()), files }),
  notForTemplates: true,
  creates: true,
  oneAtATime: true,
  status: 201,
  response: z.object({ projectID: id, name: z.string(), eventID: id, message: z.string() }),
  problems: ['project_name_taken'],
})

/** Nobody but its owner has any right to a template. */
export const renameTemplate = endpoint({
  method: 'POST',
  path: '/template',
  summary: 'Rename a template',
  access: KEEPS_PROJECTS,
  body: z.strictObject({ projectID: id, name: line() }),
  status: 200,
  response: z.object({ message: z.string() }),
  problems: ['project_name_taken'],
})

/** `projectID` is that of the template, which stays as it is. */
export const createFromTemplate = endpoint({
  method: 'PUT',
  path: '/projectfromtemplate',
  summary: 'Create a project with the rooms and items of a template',
  access: KEEPS_PROJECTS,
  body: z.strictObject({ projectID: id, inputs: projectInputs, files }),
  creates: true,
  oneAtATime: true,
  status: 201,
  response: z.object({ projectID: id, eventID: id, message: z.string() }),
  problems: ['project_name_taken', 'plan_limit'],
})

/** Of each call, in the order of the documentation. */
export const examples = (): ExamplesOf<typeof import('./templates.ts')> => ({
  keepTemplate: {
    body: { projectID: 3, name: 'House with Garden' },
    response: { projectID: 6, name: 'House with Garden', eventID: 120, message: 'Kept template "House with Garden"' },
  },
  renameTemplate: {
    body: { projectID: 6, name: 'House with Two Floors' },
    response: { message: 'Renamed template "House with Garden" to "House with Two Floors"' },
  },
  createFromTemplate: {
    body: {
      projectID: 6,
      inputs: { name: 'Maple Street 8', address: '8 Maple Street', city: 'Burlington', state: 'VT', zip: '05401' },
    },
    response: { projectID: 7, eventID: 121, message: 'Created project "Maple Street 8"' },
  },
})
