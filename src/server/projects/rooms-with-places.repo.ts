import type { Actor } from '../platform/db/actor.ts'
import type { Database } from '../platform/db/database.ts'
import { forShare } from '../platform/db/engine.ts'
import { writableRooms } from '../platform/db/access/core.ts'

interface Kind {
  catID: number
  subcatID: number
}

export interface RoomWithPlaces {
  roomID: number
  name: string
  projectID: number
  hasPlaceFor: (item: Kind) => boolean
}

/**
 * Locks the rooms that the actor can write until the transaction ends, and returns which of the items' kinds their
 * types can hold.
 */
export const lockRoomsWithPlaces = async (
  trx: Database,
  actor: Actor,
  roomIDs: readonly number[],
  items: readonly Kind[],
): Promise<Map<number, RoomWithPlaces>> => {
  const subcatIDs = [...new Set(items.map(({ subcatID }) => subcatID))]
  if (roomIDs.length === 0 || subcatIDs.length === 0) return new Map()
  const query = writableRooms(trx, actor)
    .where('rooms.id', 'in', roomIDs)
    .leftJoin('room_type_subcategories', (join) =>
      join
        .onRef('room_type_subcategories.room_type_id', '=', 'rooms.room_type_id')
        .on('room_type_subcategories.subcategory_id', 'in', subcatIDs),
    )
    .select(['rooms.id as roomID', 'rooms.name', 'rooms.project_id as projectID'])
    .select(['room_type_subcategories.category_id as catID', 'room_type_subcategories.subcategory_id as subcatID'])
    .orderBy('rooms.id')
  const rows = await forShare(trx, query, ['projects', 'rooms']).execute()
  const places = new Set(rows.map(({ roomID, catID, subcatID }) => `${roomID} ${catID} ${subcatID}`))
  return new Map(
    rows.map(({ roomID, name, projectID }) => [
      roomID,
      { roomID, name, projectID, hasPlaceFor: ({ catID, subcatID }) => places.has(`${roomID} ${catID} ${subcatID}`) },
    ]),
  )
}
