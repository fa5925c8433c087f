import * as z from 'zod/mini'
import { endpoint, type ExamplesOf } from '../contract/endpoint.ts'
import { message } from '../contract/message.ts'
import { id, queryID } from '../contract/id.ts'
import { right } from '../contract/right.schema.ts'
import { KEEPS_PROJECTS } from '../contract/roles.ts'

/** The answer to every deletion: the sentence to show, and the trash entry that undoes it. */
export const deletion = z.object({ message: z.string(), trashID: id })
export type Deletion = z.output<typeof deletion>

const TRASH_KINDS = ['project', 'template', 'room', 'rooms', 'item', 'items', 'attachment', 'photos'] as const

const trashEntry = z.object({
  trashID: id,
  kind: z.enum(TRASH_KINDS),
  name: z.string(),
  /** Its former place, outermost first: 'Maple Street > Kitchen'; empty for a project or template. */
  where: z.string(),
  deletedAt: z.string(),
  /** When it is permanently deleted. */
  expiresAt: z.string(),
  /** The username of who deleted it, kept even after that account ends. */
  deletedBy: z.string(),
  /** Their full name, or the username. */
  deletedByName: z.string(),
  may: right,
})
export type TrashEntry = z.output<typeof trashEntry>

export const listTrash = endpoint({
  method: 'GET',
  path: '/deleted',
  summary: 'What was deleted in the last 30 days and the user can restore, the latest first',
  access: KEEPS_PROJECTS,
  status: 200,
  response: z.array(trashEntry),
})

/** Restores exactly what one deletion took. If a project's name is taken by now, it becomes '{name} (restored)'. */
export const restore = endpoint({
  method: 'POST',
  path: '/restore',
  summary: 'Undo one deletion',
  access: KEEPS_PROJECTS,
  body: z.strictObject({ trashID: id }),
  needs: 'write',
  target: { trash: 'trashID' },
  oneAtATime: true,
  status: 200,
  response: message,
  problems: ['restore_parent_first', 'plan_limit'],
})

export const deletePermanently = endpoint({
  method: 'DELETE',
  path: '/deleted',
  summary: 'Permanently delete one entry of the trash',
  access: KEEPS_PROJECTS,
  query: z.strictObject({ trashID: queryID }),
  needs: 'own',
  target: { trash: 'trashID' },
  oneAtATime: true,
  status: 200,
  response: message,
})

export const shapes = () => ({ Deletion: deletion, TrashEntry: trashEntry })

export const examples = (): ExamplesOf<typeof import('./trash.api.ts')> => ({
  listTrash: {
    response: [
      {
        trashID: 11,
        kind: 'item',
        name: 'Dry Sage',
        where: 'Maple Street > Hall',
        deletedAt: '2026-02-14T16:20:11.000Z',
        expiresAt: '2026-03-16T16:20:11.000Z',
        deletedBy: 'robin',
        deletedByName: 'Robin Sample',
        may: 'own',
      },
    ],
  },
  restore: { body: { trashID: 11 }, response: { message: 'Restored "Dry Sage"' } },
  deletePermanently: { query: { trashID: 11 }, response: { message: 'Permanently deleted "Dry Sage"' } },
})
