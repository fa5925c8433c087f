import * as z from 'zod/mini'
import { endpoint, type ExamplesOf } from '../../contract/endpoint.ts'
import { message } from '../../contract/message.ts'
import { id } from '../../contract/id.ts'
import { projectInputs } from '../../projects/projects.api.ts'
import { KEEPS_PROJECTS } from '../../contract/roles.ts'
import { line } from '../../contract/text.ts'

/** Whether the result includes attached files (default: true). No bytes are copied. */
const files = z.optional(z.boolean())

/**
 * The caller owns the template: rooms, items and covers, without client, address, members and links. Without `name`, it
 * gets the project's name, made unique among the caller's templates.
 */
export const saveAsTemplate = endpoint({
  method: 'PUT',
  path: '/template',
  summary: 'Save a copy of a project as a template',
  access: KEEPS_PROJECTS,
  body: z.strictObject({ projectID: id, name: z.optional(line()), files }),
  notForTemplates: true,
  target: { project: 'projectID' },
  creates: true,
  oneAtATime: true,
  status: 201,
  response: z.object({ projectID: id, name: z.string(), eventID: id, message: z.string() }),
  problems: ['project_name_taken'],
})

export const templateInputs = z.strictObject({ projectID: id, name: line() })

/** Only its owner has any right to a template. */
export const renameTemplate = endpoint({
  method: 'POST',
  path: '/template',
  summary: 'Rename a template',
  access: KEEPS_PROJECTS,
  body: templateInputs,
  status: 200,
  response: message,
  problems: ['project_name_taken'],
})

/** `projectID` is the template's, which stays unchanged. */
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

export const examples = (): ExamplesOf<typeof import('./templates.api.ts')> => ({
  saveAsTemplate: {
    body: { projectID: 3, name: 'House with Garden' },
    response: { projectID: 6, name: 'House with Garden', eventID: 120, message: 'Saved template "House with Garden"' },
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
