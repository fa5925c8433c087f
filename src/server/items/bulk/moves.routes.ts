import { moveItems, moveRooms } from '../../../shared/items/bulk/moves.api.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { Services } from '../../services.ts'
import { moveRooms as move, roomsOf } from './move-rooms.repo.ts'
import * as moves from './moves.repo.ts'

export const moveRoutes = (serve: Serve, { db, clock }: Services): void => {
  serve(moveItems, async ({ actor, body }) => {
    const { itemIDs, skipped, eventID, room, name } = await moves.moveItems(db, clock, actor, body)
    const what = itemIDs.length === 1 ? `"${name}"` : `${itemIDs.length} items`
    return { itemIDs, skipped, eventID, message: `Moved ${what} to room "${room}"` }
  })

  serve(moveRooms, async ({ actor, body }) => {
    const { rooms, eventID, endedLinks, to } = await move(db, clock, actor, body)
    const ended = endedLinks === 0 ? '' : `. ${endedLinks === 1 ? '1 link' : `${endedLinks} links`} stopped working.`
    return { roomIDs: body.roomIDs, eventID, endedLinks, message: `Moved ${roomsOf(rooms)} to project "${to}"${ended}` }
  })
}
