import { EVENTS_AT_ONCE, ITEM_EVENTS, type ChangeOfText, type ItemEvent } from '../../shared/history.ts'
import type { FieldLabel } from '../../shared/room-structure.ts'
import type { Clock } from '../clock.ts'
import type { Actor } from '../db/actor.ts'
import type { Database } from '../db/database.ts'
import { parseJSON } from '../db/engine.ts'
import { readableEvents, readableItems, restorableTrashed, roomLeft } from '../db/scope.ts'
import { AppError } from '../app-error.ts'
import { readEvent, type ToldEvent } from '../events/read-event.ts'
import { itsSubcategory, labelsOf } from '../items/item-name.repo.ts'

/**
 * What happened to an item that the actor may read, the latest first: three statements at most. Throws
 * `not_found`.
 */
export const listItemEvents = async (
  db: Database,
  clock: Clock,
  actor: Actor,
  { itemID, before }: { itemID: number; before?: number | undefined },
): Promise<{ events: ItemEvent[]; older: number | null }> => {
  const item = await readableItems(db, actor)
    .where('items.id', '=', itemID)
    .select('items.project_id as projectID')
    .select(labelsOf(db, itsSubcategory).as('labels'))
    .executeTakeFirst()
  if (!item) throw new AppError('not_found')
  const rows = await readableEvents(db, actor)
    .where('events.item_id', '=', itemID)
    .where('events.kind', 'in', ITEM_EVENTS)
    .$if(before !== undefined, (query) => query.where('events.id', '<', before ?? 0))
    .orderBy('events.id', 'desc')
    .limit(EVENTS_AT_ONCE + 1)
    .select(['events.id as eventID', 'events.at', 'events.who', 'events.kind', 'events.before', 'events.after'])
    .select(roomLeft(db, item.projectID).as('roomWas'))
    .execute()
  const labels = parseJSON(item.labels)
  const taken = rows.some(({ kind }) => kind === 'file deleted')
    ? await filesInTrash(db, clock, actor, itemID)
    : new Map()
  const events = rows.slice(0, EVENTS_AT_ONCE).map(({ eventID, at, who, kind, before, after, roomWas }) => {
    const { changes, ...told } = readEvent({ kind, before, after })
    const remote = kind === 'file deleted' ? told.remote : null
    const trashID = remote === null ? null : (taken.get(remote) ?? null)
    // Of a file that was taken off more than once the last time counts.
    if (remote !== null) taken.delete(remote)
    return {
      eventID,
      at,
      who,
      kind: kind as ItemEvent['kind'],
      changes: changes.map(atItsPlace(labels)),
      ...told,
      roomWas,
      trashID,
    }
  })
  return { events, older: rows.length > EVENTS_AT_ONCE ? (events.at(-1)?.eventID ?? null) : null }
}

/** Entries of the trash that the actor may bring back, by the files that they took off the item. */
const filesInTrash = async (db: Database, clock: Clock, actor: Actor, itemID: number): Promise<Map<string, number>> => {
  const rows = await restorableTrashed(db, clock, actor)
    .where('trash_entries.kind', '=', 'attachment')
    .where('items.id', '=', itemID)
    .innerJoin('uploads', 'uploads.id', 'item_files.upload_id')
    .select(['uploads.remote', 'trash_entries.id'])
    .execute()
  return new Map(rows.map(({ remote, id }) => [remote, id]))
}

/** Where what an event changed stands today. */
const atItsPlace =
  (labels: readonly FieldLabel[]) =>
  ({ propID, ...change }: ToldEvent['changes'][number]): ChangeOfText => {
    if (change.text === 'notes') return { ...change, text: 'notes' }
    return { ...change, text: labels.find((each) => each.propID === propID)?.field ?? null }
  }
