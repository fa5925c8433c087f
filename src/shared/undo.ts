import * as z from 'zod/mini'
import { endpoint, type ExamplesOf } from './endpoint.ts'
import { id } from './id.ts'
import { KEEPS_PROJECTS } from './roles.ts'
import { namedItem } from './several.ts'

/**
 * What one event did, with all its parts, is taken back: what it made goes to the trash as one entry, what it moved, changed or
 * deleted is as it was before. Items that somebody has changed since, as far as the event was about that, stay as they are and
 * are in `kept`; where nothing else is left, that is a 409. An event is undone once.
 */
export const undo = endpoint({
  method: 'POST',
  path: '/undo',
  summary: 'Undo what one event did to items, a room or a copied project',
  access: KEEPS_PROJECTS,
  body: z.strictObject({ eventID: id }),
  needs: 'write',
  creates: true,
  status: 200,
  response: z.object({ kept: z.array(namedItem), eventID: id, message: z.string() }),
  problems: ['no_undo', 'undone_already', 'changed_since', 'restore_parent_first'],
})

/** Of each call, in the order of the documentation. */
export const examples = (): ExamplesOf<typeof import('./undo.ts')> => ({
  undo: {
    body: { eventID: 120 },
    response: { kept: [], eventID: 122, message: 'Restored 2 items' },
  },
})
