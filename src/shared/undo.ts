import * as z from 'zod/mini'
import { endpoint, type ExamplesOf } from './endpoint.ts'
import { id } from './id.ts'
import { KEEPS_PROJECTS } from './roles.ts'
import { namedItem } from './several.ts'

/** Of one request. */
export const EVENTS_AT_ONCE = 500
const namedRoom = z.object({ roomID: id, name: z.string() })
export type NamedRoom = z.output<typeof namedRoom>

const SENTENCE = `Name one event or 1 to ${EVENTS_AT_ONCE} events.`

/**
 * What one event did, with all its parts, is taken back: what it made goes to the trash as one entry, what it moved, changed or
 * deleted is as it was before. Items that somebody has changed since, as far as the event was about that, stay as they are and
 * are in `kept`; rooms that an import made and in which something has happened since stay and are in `keptRooms`. Where nothing else
 * is left, that is a 409. An event is undone once. What made events in several projects is
 * undone at once by all of them in `eventIDs`: all of it or nothing.
 */
export const undo = endpoint({
  method: 'POST',
  path: '/undo',
  summary: 'Undo what one event did to items, a room or a copied project',
  access: KEEPS_PROJECTS,
  body: z
    .strictObject({
      eventID: z.optional(id),
      eventIDs: z.optional(
        z.array(id).check(
          z.minLength(1, { error: SENTENCE }),
          z.maxLength(EVENTS_AT_ONCE, { error: SENTENCE }),
          z.refine((ids) => new Set(ids).size === ids.length, { error: 'Name each event once.' }),
        ),
      ),
    })
    .check(
      z.refine(({ eventID, eventIDs }) => (eventID === undefined) !== (eventIDs === undefined), {
        error: SENTENCE,
        path: ['eventIDs'],
      }),
    ),
  needs: 'write',
  creates: true,
  oneAtATime: true,
  status: 200,
  response: z.object({
    kept: z.array(namedItem),
    keptRooms: z.array(namedRoom),
    eventID: id,
    eventIDs: z.array(id),
    message: z.string(),
  }),
  problems: ['no_undo', 'undone_already', 'changed_since', 'restore_parent_first'],
})

/** Of each call, in the order of the documentation. */
export const examples = (): ExamplesOf<typeof import('./undo.ts')> => ({
  undo: {
    body: { eventID: 120 },
    response: { kept: [], keptRooms: [], eventID: 122, eventIDs: [122], message: 'Restored 2 items' },
  },
})
