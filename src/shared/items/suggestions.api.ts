import * as z from 'zod/mini'
import { endpoint, type ExamplesOf } from '../contract/endpoint.ts'
import { queryID } from '../contract/id.ts'
import { LIMITS } from '../contract/limits.ts'
import { KEEPS_PROJECTS } from '../contract/roles.ts'
import { slot } from '../structure/room-structure.api.ts'
import { exactText } from '../contract/text.ts'

/** Most used first; never another user's values. */
export const listSuggestions = endpoint({
  method: 'GET',
  path: '/suggestions',
  summary: 'What the caller has entered before, in projects of their own, under the label of a field',
  access: KEEPS_PROJECTS,
  query: z.strictObject({
    subcatID: queryID,
    field: slot,
    /** Words that must each begin a word of the value. */
    q: z.optional(exactText(LIMITS.itemField)),
  }),
  status: 200,
  response: z.object({ suggestions: z.array(z.string()) }),
})

export const examples = (): ExamplesOf<typeof import('./suggestions.api.ts')> => ({
  listSuggestions: {
    query: { subcatID: 17, field: 'field2', q: 'sa' },
    response: { suggestions: ['Dry Sage', 'Sand Bar'] },
  },
})
