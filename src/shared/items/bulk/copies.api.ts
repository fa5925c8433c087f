import * as z from 'zod/mini'
import { endpoint, type ExamplesOf } from '../../contract/endpoint.ts'
import { id } from '../../contract/id.ts'
import { KEEPS_PROJECTS } from '../../contract/roles.ts'
import { roomName } from '../../projects/rooms.api.ts'
import { namedItem } from '../../history/undo.api.ts'
import { ITEMS_AT_ONCE, severalItems } from './bulk-changes.api.ts'
import { line } from '../../contract/text.ts'

/** Limits of one copy request. Kept out of limits.ts, which every page loads. */
const ROOMS_AT_ONCE = 100
const COPIES_AT_ONCE = 2000

const SENTENCES = {
  rooms: `Choose 1 to ${ROOMS_AT_ONCE} rooms.`,
  once: 'Choose each room once.',
  items: `Name one item or 1 to ${ITEMS_AT_ONCE} items.`,
  copies: `At most ${COPIES_AT_ONCE} copies can be made at once.`,
}

/** Rooms of one project. */
export const severalRooms = z.array(id).check(
  z.minLength(1, { error: SENTENCES.rooms }),
  z.maxLength(ROOMS_AT_ONCE, { error: SENTENCES.rooms }),
  z.refine((ids) => new Set(ids).size === ids.length, { error: SENTENCES.once }),
)

/** A skipped room and the items it cannot hold. */
const room = z.object({ roomID: id, roomName: z.string(), items: z.array(namedItem) })
export type SkippedRoom = z.output<typeof room>

/** Whether copies include attached files (default: true). No bytes are copied. */
const files = z.optional(z.boolean())

/**
 * Copies one or more items. Rooms whose type cannot hold one of them are a 409 with them in `rooms`; with `skip`, those
 * items are left out instead. The answer lists the copies room by room, in the order of the request.
 */
export const copyItem = endpoint({
  method: 'PUT',
  path: '/copyitem',
  summary: 'Copy items into rooms of one project',
  access: KEEPS_PROJECTS,
  body: z
    .strictObject({
      itemID: z.optional(id),
      itemIDs: z.optional(severalItems),
      roomIDs: severalRooms,
      files,
      skip: z.optional(z.boolean()),
    })
    .check(
      z.refine(({ itemID, itemIDs }) => (itemID === undefined) !== (itemIDs === undefined), {
        error: SENTENCES.items,
        path: ['itemIDs'],
      }),
      z.refine(({ itemIDs, roomIDs: rooms }) => (itemIDs?.length ?? 1) * rooms.length <= COPIES_AT_ONCE, {
        error: SENTENCES.copies,
        path: ['itemIDs'],
      }),
    ),
  needs: 'write',
  target: { room: 'roomIDs' },
  creates: true,
  oneAtATime: true,
  status: 201,
  response: z.object({ itemIDs: z.array(id), skipped: z.array(room), eventID: id, message: z.string() }),
  problems: ['no_place_for_item'],
})

/** Without `roomName`, the copy keeps the name, or becomes 'Kitchen (2)' if the project already has such a room. */
export const copyRoom = endpoint({
  method: 'PUT',
  path: '/copyroom',
  summary: 'Copy a room with its items into a project',
  access: KEEPS_PROJECTS,
  body: z.strictObject({ roomID: id, toProjectID: id, roomName: z.optional(roomName), files }),
  needs: 'write',
  target: { project: 'toProjectID' },
  creates: true,
  oneAtATime: true,
  status: 201,
  response: z.object({ roomID: id, roomName: z.string(), eventID: id, message: z.string() }),
})

/** The caller owns the copy, which has no members or links. Without `name`, it gets a free name. */
export const copyProject = endpoint({
  method: 'PUT',
  path: '/copyproject',
  summary: 'Copy a project with its rooms and items',
  access: KEEPS_PROJECTS,
  body: z.strictObject({ projectID: id, name: z.optional(line()), files }),
  creates: true,
  notForTemplates: true,
  target: { project: 'projectID' },
  oneAtATime: true,
  status: 201,
  response: z.object({ projectID: id, name: z.string(), eventID: id, message: z.string() }),
  problems: ['project_name_taken', 'plan_limit'],
})

export const shapes = () => ({ SkippedRoom: room })

export const examples = (): ExamplesOf<typeof import('./copies.api.ts')> => ({
  copyItem: {
    body: { itemID: 41, roomIDs: [9, 10] },
    response: { itemIDs: [60, 61], skipped: [], eventID: 116, message: 'Copied "Harrow Towel Hook" into 2 rooms' },
  },
  copyRoom: {
    body: { roomID: 8, toProjectID: 3 },
    response: { roomID: 12, roomName: 'Hall (2)', eventID: 117, message: 'Copied room "Hall" as "Hall (2)"' },
  },
  copyProject: {
    body: { projectID: 3, name: 'Maple Street 6' },
    response: {
      projectID: 5,
      name: 'Maple Street 6',
      eventID: 118,
      message: 'Copied project "Maple Street" as "Maple Street 6"',
    },
  },
})
