import * as z from 'zod/mini'
import { severalRooms } from './copies.api.ts'
import { endpoint, type ExamplesOf } from '../../contract/endpoint.ts'
import { id } from '../../contract/id.ts'
import { KEEPS_PROJECTS } from '../../contract/roles.ts'
import { namedItem } from '../../history/undo.api.ts'
import { severalItems } from './bulk-changes.api.ts'

/**
 * Items that the room's type cannot hold are a 409 with them in `items`; with `skip`, they stay where they are. Items
 * already in the room stay; `eventID` is null if all are.
 */
export const moveItems = endpoint({
  method: 'POST',
  path: '/moveitems',
  summary: 'Move items to another room of their project',
  access: KEEPS_PROJECTS,
  body: z.strictObject({ itemIDs: severalItems, roomID: id, skip: z.optional(z.boolean()) }),
  needs: 'write',
  target: { room: 'roomID' },
  oneAtATime: true,
  status: 200,
  response: z.object({
    itemIDs: z.array(id),
    skipped: z.array(namedItem),
    eventID: z.nullable(id),
    message: z.string(),
  }),
  problems: ['no_place_for_items'],
})

/**
 * Moves rooms of one project with everything they contain, including items in the trash. Their read-only links,
 * including printed QR codes, end unless `links` is true. `eventID` is null if they are already in that project.
 */
export const moveRooms = endpoint({
  method: 'POST',
  path: '/moverooms',
  summary: "Move rooms to another project; both must be the caller's",
  access: KEEPS_PROJECTS,
  body: z.strictObject({ roomIDs: severalRooms, toProjectID: id, links: z.optional(z.boolean()) }),
  needs: 'own',
  target: [{ project: 'toProjectID' }, { room: 'roomIDs' }],
  notForTemplates: true,
  oneAtATime: true,
  status: 200,
  response: z.object({
    roomIDs: z.array(id),
    eventID: z.nullable(id),
    endedLinks: z.number(),
    message: z.string(),
  }),
})

export const examples = (): ExamplesOf<typeof import('./moves.api.ts')> => ({
  moveItems: {
    body: { itemIDs: [41, 42], roomID: 9 },
    response: { itemIDs: [41, 42], skipped: [], eventID: 119, message: 'Moved 2 items to room "Pantry"' },
  },
  moveRooms: {
    body: { roomIDs: [8], toProjectID: 5 },
    response: {
      roomIDs: [8],
      eventID: 120,
      endedLinks: 0,
      message: 'Moved room "Hall" to project "Maple Street 6"',
    },
  },
})
