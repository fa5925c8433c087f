import * as z from 'zod/mini'
import { severalRooms } from './copies.ts'
import { endpoint, type ExamplesOf } from './endpoint.ts'
import { id } from './id.ts'
import { KEEPS_PROJECTS } from './roles.ts'
import { namedItem, severalItems } from './several.ts'

/**
 * Items that the room's type has no place for are a 409 with them in `items`, unless `skip` leaves them where they are. Those
 * that are in the room already stay; `eventID` is null where all are.
 */
export const moveItems = endpoint({
  method: 'POST',
  path: '/moveitems',
  summary: 'Move items to another room of their project',
  access: KEEPS_PROJECTS,
  body: z.strictObject({ itemIDs: severalItems, roomID: id, skip: z.optional(z.boolean()) }),
  needs: 'write',
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
 * Rooms of one project, with all that is theirs, what of it lies in the trash included. Their read-only links, codes that were
 * printed included, end unless `links` is true: then they go along. `eventID` is null where they are in that project already.
 */
export const moveRooms = endpoint({
  method: 'POST',
  path: '/moverooms',
  summary: "Move rooms to another project, both one's own",
  access: KEEPS_PROJECTS,
  body: z.strictObject({ roomIDs: severalRooms, toProjectID: id, links: z.optional(z.boolean()) }),
  needs: 'own',
  notForTemplates: true,
  oneAtATime: true,
  status: 200,
  response: z.object({
    roomIDs: z.array(id),
    eventID: z.nullable(id),
    /** How many have ended. */
    endedLinks: z.number(),
    message: z.string(),
  }),
})

/** Of each call, in the order of the documentation. */
export const examples = (): ExamplesOf<typeof import('./moves.ts')> => ({
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
