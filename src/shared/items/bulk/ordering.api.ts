import * as z from 'zod/mini'
import { endpoint, type ExamplesOf } from '../../contract/endpoint.ts'
import { id } from '../../contract/id.ts'
import { KEEPS_PROJECTS } from '../../contract/roles.ts'

/** Per request. */
const ROOMS_IN_ORDER = 1000
const ITEMS_IN_ORDER = 2000

const listOf = (what: string, most: number) =>
  z.array(id).check(
    z.maxLength(most, { error: `Name at most ${most} ${what}s.` }),
    z.refine((ids) => new Set(ids).size === ids.length, { error: `Name each ${what} once.` }),
  )

/**
 * Deleted rooms are ignored, and new ones are put at the end. An empty list removes the custom order: rooms are
 * alphabetical again. `eventID` is null if nothing changed; `POST /undo` works until the rooms are reordered again.
 */
export const orderRooms = endpoint({
  method: 'POST',
  path: '/roomorder',
  summary: "Put a project's rooms in an order of their own, or back into that of their names",
  access: KEEPS_PROJECTS,
  body: z.strictObject({ projectID: id, roomIDs: listOf('room', ROOMS_IN_ORDER) }),
  needs: 'write',
  target: { project: 'projectID' },
  status: 200,
  response: z.object({ eventID: z.nullable(id), message: z.string() }),
})

/**
 * Orders the items of one room within each subcategory; subcategories not in the list stay unchanged. An empty list
 * restores the order of creation in the whole room.
 */
export const orderItems = endpoint({
  method: 'POST',
  path: '/itemorder',
  summary: 'Put items of a room in an order of their own, or back into that in which they were created',
  access: KEEPS_PROJECTS,
  body: z.strictObject({ roomID: id, itemIDs: listOf('item', ITEMS_IN_ORDER) }),
  needs: 'write',
  target: { room: 'roomID' },
  status: 200,
  response: z.object({ eventID: z.nullable(id), message: z.string() }),
})

export const examples = (): ExamplesOf<typeof import('./ordering.api.ts')> => ({
  orderRooms: {
    body: { projectID: 3, roomIDs: [9, 8, 12] },
    response: { eventID: 130, message: 'Reordered the rooms of project "Maple Street"' },
  },
  orderItems: {
    body: { roomID: 8, itemIDs: [42, 41] },
    response: { eventID: 131, message: 'Reordered the items of room "Hall"' },
  },
})
