import type { EventShapes, FileThen, ItemValues } from '../../shared/events.ts'
import { EVENTS_AT_ONCE, ITEM_EVENTS, type ChangeOfText, type ItemEvent } from '../../shared/history.ts'
import { OWN_TEXT_NAMES } from '../../shared/items.ts'
import { SLOTS, type FieldLabel } from '../../shared/room-structure.ts'
import type { Clock } from '../clock.ts'
import type { Actor } from '../db/actor.ts'
import type { Database } from '../db/database.ts'
import { parseJSON } from '../db/engine.ts'
import { readableEvents, readableItems, restorableTrashed } from '../db/scope.ts'
import { AppError } from '../app-error.ts'
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
    .execute()
  const labels = parseJSON(item.labels)
  const taken = rows.some(({ kind }) => kind === 'file deleted')
    ? await filesInTrash(db, clock, actor, itemID)
    : new Map()
  const events = rows.slice(0, EVENTS_AT_ONCE).map(({ eventID, at, who, kind, before, after }) => {
    const told = readEvent({ kind, before: valuesIn(before), after: valuesIn(after) } as EventOfItem, labels)
    const remote = kind === 'file deleted' ? told.remote : null
    const trashID = remote === null ? null : (taken.get(remote) ?? null)
    // Of a file that was taken off more than once the last time counts.
    if (remote !== null) taken.delete(remote)
    return { eventID, at, who, ...told, trashID }
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

type EventOfItem = { [Kind in ItemEvent['kind']]: { kind: Kind } & EventShapes[Kind] }[ItemEvent['kind']]

const valuesIn = (text: string | null): unknown => (text === null ? null : JSON.parse(text))

type Told = Omit<ItemEvent, 'eventID' | 'at' | 'who' | 'trashID'>

const readEvent = (event: EventOfItem, labels: readonly FieldLabel[]): Told => {
  const { kind } = event
  const none = { kind, changes: [], was: null, is: null, remote: null }
  switch (event.kind) {
    case 'item created':
      return { ...none, changes: changesOf(null, event.after, labels), is: event.after.subcategory }
    case 'item changed':
      return { ...none, changes: changesOf(event.before, event.after, labels) }
    case 'item kind changed': {
      const [was, is] = [event.before, event.after].map(({ category, subcategory }) => `${category} – ${subcategory}`)
      return { ...none, changes: changesOf(event.before, event.after, labels), was: was ?? null, is: is ?? null }
    }
    case 'item moved':
      return { ...none, was: event.before.room, is: event.after.room }
    case 'item deleted':
      return { ...none, was: event.before.name }
    case 'item restored':
      return { ...none, is: event.after.name }
    case 'files reordered':
      return none
    case 'file captioned':
      return { ...none, was: event.before.caption, is: event.after.caption, remote: event.after.remote }
    default:
      return { ...none, ...ofFile(event.before, event.after) }
  }
}

const ofFile = (before: FileThen | null, after: FileThen | null) => ({
  was: before?.name ?? null,
  is: after?.name ?? null,
  remote: (after ?? before)?.remote ?? null,
})

const changesOf = (before: ItemValues | null, after: ItemValues, labels: readonly FieldLabel[]): ChangeOfText[] => [
  ...SLOTS.flatMap((slot) => {
    const [was, is] = [before?.fields?.[slot], after.fields?.[slot]]
    const then = is ?? was
    if (!then) return []
    const text = labels.find(({ propID }) => propID === then.propID)?.field ?? null
    return [{ label: then.label ?? '', text, before: was?.value ?? '', after: is?.value ?? '' }]
  }),
  ...OWN_TEXT_NAMES.flatMap((text) => {
    const [was, is] = [before?.[text], after[text]]
    return was === undefined && is === undefined ? [] : [{ label: '', text, before: was ?? '', after: is ?? '' }]
  }),
]
