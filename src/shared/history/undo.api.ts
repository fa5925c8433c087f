import * as z from 'zod/mini'
import { endpoint, type ExamplesOf } from '../contract/endpoint.ts'
import { id } from '../contract/id.ts'
import { EVENTS_AT_ONCE } from '../contract/limits.ts'
import { KEEPS_PROJECTS } from '../contract/roles.ts'

export const namedItem = z.object({ itemID: id, title: z.string() })
export type NamedItem = z.output<typeof namedItem>

const namedRoom = z.object({ roomID: id, name: z.string() })
export type NamedRoom = z.output<typeof namedRoom>

const SENTENCE = `Name one event or 1 to ${EVENTS_AT_ONCE} events.`

/**
 * Undoes one event with all its parts: created things go to the trash as one entry; moved, changed or deleted things
 * are restored. Items whose affected data changed since stay as they are and are listed in `kept`; imported rooms with
 * later events stay and are listed in `keptRooms`. If nothing else is left, responds 409. An event can be undone once.
 * A change with events in several projects is undone by passing them all in `eventIDs`: all or nothing.
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
  target: { event: ['eventID', 'eventIDs'] },
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

export const shapes = () => ({ NamedItem: namedItem, NamedRoom: namedRoom })

export const examples = (): ExamplesOf<typeof import('./undo.api.ts')> => ({
  undo: {
    body: { eventID: 120 },
    response: { kept: [], keptRooms: [], eventID: 122, eventIDs: [122], message: 'Restored 2 items' },
  },
})
