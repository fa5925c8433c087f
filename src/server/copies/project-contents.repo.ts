import type { Happening } from '../../shared/events.ts'
import { isoTime, type Clock } from '../clock.ts'
import type { Actor } from '../db/actor.ts'
import { holdSourceItems, insertRoomsLike, readSourceRooms, type Copy } from '../db/copies.ts'
import type { Database } from '../db/database.ts'
import { makeCopies, ofCopy } from './make-copies.repo.ts'

/** What is in a project that the actor may read. Its labels stay until the transaction ends. */
export const holdContents = async (trx: Database, actor: Actor, projectID: number) => ({
  items: await holdSourceItems(trx, actor, { projectID }),
  rooms: await readSourceRooms(trx, actor, projectID),
})
type Contents = Awaited<ReturnType<typeof holdContents>>

/**
 * Puts copies of held contents into a new project of the actor's own: the same number of statements, however much there is.
 * Answers how many items they are, and what is to be told of it as parts of one event.
 */
export const putContents = async (
  trx: Database,
  clock: Clock,
  actor: Actor,
  projectID: number,
  { items, rooms }: Contents,
  files: boolean,
): Promise<{ items: number; parts: Happening[] }> => {
  const like = rooms.map((room) => ({ ...room, cover: files ? room.cover : null }))
  const roomIDs = like.length === 0 ? [] : await insertRoomsLike(trx, actor, projectID, like, isoTime(clock))
  const roomOf = new Map(rooms.map(({ id }, at): [number, number | undefined] => [id, roomIDs[at]]))
  // By room and then as listed, which is what they are shown by. What came into a room that is not copied is not, either.
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
      ...rooms.map(({ name, roomType, roomTypeID }, at): Happening => ({
        ...{ kind: 'room copied', roomID: roomIDs[at] ?? 0, before: null },
        after: { name, roomTypeID, roomType, items: counts.get(roomIDs[at] ?? 0) ?? 0 },
      })),
      ...copies.map(({ item, roomID }, at) => ofCopy(itemIDs[at] ?? 0, roomID, item.title, null)),
    ],
  }
}
