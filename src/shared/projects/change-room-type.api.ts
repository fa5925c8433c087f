import * as z from 'zod/mini'
import { endpoint, type ExamplesOf } from '../contract/endpoint.ts'
import { message } from '../contract/message.ts'
import { id } from '../contract/id.ts'
import { KEEPS_PROJECTS } from '../contract/roles.ts'

/**
 * Items stay, even if the new type lacks their subcategories. If `was` is sent and is no longer the room's type,
 * responds 409.
 */
export const changeRoomType = endpoint({
  method: 'POST',
  path: '/changeroomtype',
  summary: 'Give a room another type',
  access: KEEPS_PROJECTS,
  body: z.strictObject({ roomID: id, roomType: id, was: z.optional(id) }),
  needs: 'write',
  target: { room: 'roomID' },
  status: 200,
  response: message,
  problems: ['room_changed'],
})

export const examples = (): ExamplesOf<typeof import('./change-room-type.api.ts')> => ({
  changeRoomType: {
    body: { roomID: 8, roomType: 9, was: 6 },
    response: { message: 'Changed the type of room "Hall" to Entry' },
  },
})
