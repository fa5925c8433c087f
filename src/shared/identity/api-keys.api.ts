import * as z from 'zod/mini'
import { endpoint, type ExamplesOf } from '../contract/endpoint.ts'
import { message } from '../contract/message.ts'
import { namedProject } from '../contract/named-project.ts'
import { id, queryID } from '../contract/id.ts'
import { LIMITS } from '../contract/limits.ts'
import { KEEPS_PROJECTS } from '../contract/roles.ts'
import { exactText, line } from '../contract/text.ts'
import { endsAt } from '../contract/ends-at.ts'

/**
 * API keys act for their user with less: calls declare whether keys may make them, and a key for some projects sees no
 * others. Calls send `Authorization: Bearer rfk_…`.
 */

export const MOST_KEYS = 50
const MOST_PROJECTS = 200
const NOT_PROJECTS = 'Must be a list of projects.'

const apiKey = z.object({
  keyID: id,
  name: z.string(),
  /** Whether it may change rooms, items, files and tasks, not only read. */
  writes: z.boolean(),
  /** Null for all projects of its user, also later ones. */
  projects: z.nullable(z.array(namedProject)),
  createdAt: z.string(),
  /** Null for no end. */
  endsAt: z.nullable(z.string()),
  /** To the minute. */
  lastUsedAt: z.nullable(z.string()),
})
export type ApiKey = z.output<typeof apiKey>

export const listKeys = endpoint({
  method: 'GET',
  path: '/apikeys',
  summary: "The signed-in user's API keys, the latest first, also those that have ended",
  access: KEEPS_PROJECTS,
  status: 200,
  response: z.array(apiKey),
})

/** A wrong password counts as a failed login. The key itself is in this answer only. */
export const createKey = endpoint({
  method: 'PUT',
  path: '/apikey',
  summary: 'Make an API key',
  access: KEEPS_PROJECTS,
  body: z.strictObject({
    name: line(LIMITS.linkName),
    writes: z.boolean({ error: 'Must be true or false.' }),
    /** Absent or null for all projects. */
    projectIDs: z.optional(
      z.nullable(
        z
          .array(id, { error: NOT_PROJECTS })
          .check(z.minLength(1, { error: 'Choose at least one project.' }), z.maxLength(MOST_PROJECTS)),
      ),
    ),
    endsAt: z.optional(endsAt),
    currentPass: exactText(LIMITS.passwordMax),
  }),
  status: 201,
  response: z.extend(apiKey, { key: z.string() }),
  problems: ['current_password_wrong', 'too_many_tries', 'too_many_keys'],
})

export const removeKey = endpoint({
  method: 'DELETE',
  path: '/apikey',
  summary: 'Remove an API key, which stops working immediately',
  access: KEEPS_PROJECTS,
  query: z.strictObject({ keyID: queryID }),
  status: 200,
  response: message,
})

export const shapes = () => ({ ApiKey: apiKey })

export const examples = (): ExamplesOf<typeof import('./api-keys.api.ts')> => {
  const made: ApiKey = {
    ...{ keyID: 4, name: 'Home Assistant', writes: false, projects: [{ projectID: 3, name: 'Maple Street' }] },
    ...{ createdAt: '2026-12-01T16:02:40.000Z', endsAt: '2027-12-01T22:59:59.000Z', lastUsedAt: null },
  }
  return {
    listKeys: { response: [made] },
    createKey: {
      body: {
        ...{ name: 'Home Assistant', writes: false, projectIDs: [3], endsAt: '2027-12-01T22:59:59.000Z' },
        currentPass: 'three cups of tea',
      },
      response: { ...made, key: 'rfk_…' },
    },
    removeKey: { query: { keyID: 4 }, response: { message: 'Key removed' } },
  }
}
