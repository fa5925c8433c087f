import { ITEM_EVENT_KINDS } from '../../shared/events.ts'
import { EVENTS_AT_ONCE, type ChangeOfText, type ItemEvent } from '../../shared/history/history.api.ts'
import type { FieldLabel } from '../../shared/structure/room-structure.api.ts'
import type { Clock } from '../platform/lib/clock.ts'
import type { Actor } from '../platform/db/actor.ts'
import type { Database } from '../platform/db/database.ts'
import { parseJSON } from '../platform/db/engine.ts'
import { readableEvents, readableItems } from '../platform/db/access/core.ts'
import { nameOfAuthor, roomLeft } from './activity.access.ts'
import { restorableTrashed } from './trash.access.ts'
import { AppError } from '../platform/http/app-error.ts'
import { readEvent } from '../read-event.ts'
import type { ReadableEvent } from './readable-event.ts'
import { itsSubcategory, labelsOf } from '../structure/labels-of.repo.ts'

/** Events of an item that the actor can read, the latest first, in at most three statements. Throws `not_found`. */
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
    .where('events.kind', 'in', ITEM_EVENT_KINDS)
    .$if(before !== undefined, (query) => query.where('events.id', '<', before ?? 0))
    .orderBy('events.id', 'desc')
    .limit(EVENTS_AT_ONCE + 1)
    .select(['events.id as eventID', 'events.at', 'events.who', 'events.kind', 'events.before', 'events.after'])
    .select([roomLeft(db, item.projectID).as('roomWas'), nameOfAuthor(db).as('name')])
    .execute()
  const labels = parseJSON(item.labels)
  const taken = rows.some(({ kind }) => kind === 'file deleted')
    ? await filesInTrash(db, clock, actor, itemID)
    : new Map()
  const events = rows.slice(0, EVENTS_AT_ONCE).map(({ eventID, at, who, name, kind, before, after, roomWas }) => {
    const { changes, ...told } = readEvent({ kind, before, after })
    const remote = kind === 'file deleted' ? told.remote : null
    const trashID = remote === null ? null : (taken.get(remote) ?? null)
    // If a file was removed more than once, only the last event can restore it.
    if (remote !== null) taken.delete(remote)
    return {
      eventID,
      at,
      who,
      name,
      kind: kind as ItemEvent['kind'],
      changes: changes.map(atItsPlace(labels)),
      ...told,
      roomWas,
      trashID,
    }
  })
  return { events, older: rows.length > EVENTS_AT_ONCE ? (events.at(-1)?.eventID ?? null) : null }
}

/** Trash entries that the actor can restore, by the remotes of the files they removed from the item. */
const filesInTrash = async (db: Database, clock: Clock, actor: Actor, itemID: number): Promise<Map<string, number>> => {
  const rows = await restorableTrashed(db, clock, actor)
    .where('trash_entries.kind', '=', 'attachment')
    .where('items.id', '=', itemID)
    .innerJoin('uploads', 'uploads.id', 'item_files.upload_id')
    .select(['uploads.remote', 'trash_entries.id'])
    .execute()
  return new Map(rows.map(({ remote, id }) => [remote, id]))
}

/** Adds the slot in which the changed text is today. */
const atItsPlace =
  (labels: readonly FieldLabel[]) =>
  ({ propID, ...change }: ReadableEvent['changes'][number]): ChangeOfText => {
    if (change.text === 'notes') return { ...change, text: 'notes' }
    return { ...change, text: labels.find((each) => each.propID === propID)?.field ?? null }
  }
