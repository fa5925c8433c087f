import type { z } from 'zod/mini'
import type { DomainEvent } from '../../../shared/events.ts'
import type { moveItems as moveItemsEndpoint } from '../../../shared/items/bulk/moves.api.ts'
import type { NamedItem } from '../../../shared/history/undo.api.ts'
import type { Clock } from '../../platform/lib/clock.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { transact, type Database } from '../../platform/db/database.ts'
import { forShare, forUpdate } from '../../platform/db/engine.ts'
import { updateItemsOfProject } from '../items.access.ts'
import { writableItems, writableRooms } from '../../platform/db/access/core.ts'
import { writeEventOfAll } from '../../history/events.repo.ts'
import { AppError } from '../../platform/http/app-error.ts'

/**
 * Moves items to another room of their project and returns those it moved, in the order of the list. Texts and versions
 * do not change, so concurrent edits still save. Throws `not_found` for the room or an item, `invalid_input` for items
 * of another project, `no_place_for_items` with the items that the room's type cannot hold in `items`, unless `skip`
 * leaves them where they are and others remain.
 */
export const moveItems = async (
  db: Database,
  clock: Clock,
  actor: Actor,
  { itemIDs, roomID, skip = false }: z.output<typeof moveItemsEndpoint.body>,
): Promise<{ itemIDs: number[]; skipped: NamedItem[]; eventID: number | null; room: string; name: string }> =>
  transact(db, async (trx) => {
    const rooms = writableRooms(trx, actor)
      .where('rooms.id', '=', roomID)
      .select(['rooms.name', 'rooms.project_id as projectID'])
    const room = await forShare(trx, rooms, ['projects', 'rooms']).executeTakeFirst()
    if (!room) throw new AppError('not_found')
    const items = await lockItems(trx, actor, itemIDs, roomID)
    if (items.length < itemIDs.length) throw new AppError('not_found')
    const { projectID } = room
    if (items.some((item) => item.projectID !== projectID))
      throw new AppError('invalid_input', { fields: { itemIDs: 'Choose items of the project of the room.' } })
    const others = items.filter((item) => item.roomID !== roomID)
    const moved = others.filter(({ place }) => place !== null)
    const skipped = others.filter(({ place }) => place === null).map(({ itemID, title }) => ({ itemID, title }))
    if (skipped.length > 0 && (!skip || moved.length === 0)) {
      const names = skipped.map(({ title }) => title).join(', ')
      throw new AppError('no_place_for_items', {
        values: { names },
        fields: { itemIDs: true },
        body: { items: skipped },
      })
    }

    let eventID: number | null = null
    if (moved.length > 0) {
      const ids = moved.map(({ itemID }) => itemID)
      await updateItemsOfProject(trx, actor, projectID, ids).set({ room_id: roomID, position: null }).execute()
      const after = { roomID, room: room.name }
      const parts = moved.map((item): DomainEvent<'item moved'> => ({
        ...{ kind: 'item moved', roomID, itemID: item.itemID, before: placeOf(item), after },
      }))
      const all: DomainEvent = { kind: 'items moved', before: null, after: { items: parts.length, room: room.name } }
      eventID = await writeEventOfAll(trx, clock, actor, projectID, all, parts)
    }
    return {
      itemIDs: moved.map(({ itemID }) => itemID),
      skipped,
      eventID,
      room: room.name,
      name: moved[0]?.title ?? '',
    }
  })

/** An item's location, for its event. */
export const placeOf = ({ roomID, room, position }: { roomID: number; room: string; position: number | null }) => ({
  ...{ roomID, room },
  ...(position !== null && { position }),
})

/**
 * Locks the items that the actor can write until the transaction ends, in the order of the list; `place` tells whether
 * the room can hold the item.
 */
const lockItems = async (trx: Database, actor: Actor, itemIDs: readonly number[], roomID: number) => {
  const query = writableItems(trx, actor)
    .where('items.id', 'in', itemIDs)
    .select(['items.id as itemID', 'items.title', 'items.project_id as projectID', 'items.room_id as roomID'])
    .select(['rooms.name as room', 'items.position'])
    .select((eb) =>
      eb
        .selectFrom('room_type_subcategories')
        .innerJoin('rooms as target', 'target.room_type_id', 'room_type_subcategories.room_type_id')
        .where('target.id', '=', roomID)
        .whereRef('room_type_subcategories.category_id', '=', 'items.category_id')
        .whereRef('room_type_subcategories.subcategory_id', '=', 'items.subcategory_id')
        .select('room_type_subcategories.subcategory_id')
        .as('place'),
    )
    .orderBy('items.id')
  const found = await forUpdate(trx, query, ['items']).execute()
  const placeOf = new Map(itemIDs.map((itemID, at) => [itemID, at]))
  return found.toSorted((one, other) => (placeOf.get(one.itemID) ?? 0) - (placeOf.get(other.itemID) ?? 0))
}
