import type { DomainEvent } from '../../../shared/events.ts'
import { isoTime, type Clock } from '../../platform/lib/clock.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { insertRoomsLike, lockSourceItems, readSourceRooms, type Copy } from './copies.access.ts'
import type { Database } from '../../platform/db/database.ts'
import { makeCopies, ofCopy } from './make-copies.repo.ts'

/** The contents of a readable project. Locks its labels until the transaction ends. */
export const lockContents = async (trx: Database, actor: Actor, projectID: number) => ({
  items: await lockSourceItems(trx, actor, { projectID }),
  rooms: await readSourceRooms(trx, actor, projectID),
})
type Contents = Awaited<ReturnType<typeof lockContents>>

/**
 * Copies locked contents into a new project of the actor, in a constant number of statements. Returns the number of
 * items and the events for the parts.
 */
export const putContents = async (
  trx: Database,
  clock: Clock,
  actor: Actor,
  projectID: number,
  { items, rooms }: Contents,
  files: boolean,
): Promise<{ items: number; parts: DomainEvent[] }> => {
  const like = rooms.map((room) => ({ ...room, cover: files ? room.cover : null }))
  const roomIDs = like.length === 0 ? [] : await insertRoomsLike(trx, actor, projectID, like, isoTime(clock))
  const roomOf = new Map(rooms.map(({ id }, at): [number, number | undefined] => [id, roomIDs[at]]))
  // In display order: by room, then as listed. Skips items whose room, added by a concurrent change, is not copied.
  const copies = items.flatMap((item): Copy[] => {
    const roomID = roomOf.get(item.roomID)
    return roomID === undefined ? [] : [{ item, roomID }]
  })
  const itemIDs = await makeCopies(trx, clock, actor, copies, files)
  const counts = new Map<number, number>()
  for (const { roomID } of copies) counts.set(roomID, (counts.get(roomID) ?? 0) + 1)
  return {
    items: copies.length,
    parts: [
      ...rooms.map(({ name, roomType, roomTypeID }, at): DomainEvent => ({
        ...{ kind: 'room copied', roomID: roomIDs[at] ?? 0, before: null },
        after: { name, roomTypeID, roomType, items: counts.get(roomIDs[at] ?? 0) ?? 0 },
      })),
      ...copies.map(({ item, roomID }, at) => ofCopy(itemIDs[at] ?? 0, roomID, item.title, null)),
    ],
  }
}
