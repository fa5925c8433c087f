import { changeRoomType } from '../../shared/projects/change-room-type.api.ts'
import { createRoom, createRooms, deleteRoom, getRoom, listRooms, updateRoom } from '../../shared/projects/rooms.api.ts'
import type { Serve } from '../platform/http/serve.ts'
import type { Services } from '../services.ts'
import * as rooms from './rooms.repo.ts'

export const roomRoutes = (serve: Serve, { db, clock }: Services): void => {
  serve(listRooms, async ({ actor, query }) => {
    const cards = await rooms.listRooms(db, actor, query.projectID)
    return cards.length === 0 ? null : { rooms: cards }
  })

  serve(getRoom, async ({ actor, query }) => rooms.getRoom(db, actor, query.roomID))

  serve(createRoom, ({ actor, body, once }) =>
    once(async (trx) => {
      const roomID = await rooms.createRoom(trx, clock, actor, body)
      return { roomID, message: `Created room "${body.roomName}"` }
    }),
  )

  serve(createRooms, ({ actor, body, once }) =>
    once(async (trx) => {
      const roomIDs = await rooms.createRooms(trx, clock, actor, body)
      return { roomIDs, message: roomIDs.length === 1 ? 'Created 1 room' : `Created ${roomIDs.length} rooms` }
    }),
  )

  serve(updateRoom, async ({ actor, body: { roomID, roomName } }) => {
    await rooms.renameRoom(db, clock, actor, roomID, roomName)
    return { message: `Updated room "${roomName}"` }
  })

  serve(changeRoomType, async ({ actor, body }) => {
    const { name, roomType } = await rooms.changeRoomType(db, clock, actor, body)
    return { message: `Changed the type of room "${name}" to ${roomType}` }
  })

  serve(deleteRoom, async ({ actor, query }) => {
    const { name, trashID } = await rooms.deleteRoom(db, clock, actor, query.roomID)
    return { message: `Deleted room "${name}"`, trashID }
  })
}
