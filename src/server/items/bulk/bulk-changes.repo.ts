import { isOfDates } from '../../../shared/structure/label-kinds.ts'
import type { z } from 'zod/mini'
import type { DomainEvent } from '../../../shared/events.ts'
import type { NamedItem } from '../../../shared/history/undo.api.ts'
import type { setLabel as setLabelEndpoint } from '../../../shared/items/bulk/bulk-changes.api.ts'
import { isoTime, type Clock } from '../../platform/lib/clock.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { batches, transact, type Database } from '../../platform/db/database.ts'
import { updateItemsOfProject } from '../items.access.ts'
import { writeEventOfAll } from '../../history/events.repo.ts'
import { dateInWords, readDate } from '../../../shared/lib/dates.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { changeItems, lockAllItems, type LockedItem } from '../change-several.repo.ts'
import { addTrashEntry } from '../../history/trash.repo.ts'

/** Moves locked items of one project to the trash as one entry, and returns the events. Throws `not_found`. */
export const trashItems = async (
  trx: Database,
  clock: Clock,
  actor: Actor,
  projectID: number,
  items: readonly LockedItem[],
): Promise<{ trashID: number; events: DomainEvent<'item deleted'>[] }> => {
  const [first] = items
  if (!first) throw new Error('There is nothing to delete.')
  const place = items.every(({ roomID }) => roomID === first.roomID) ? [first.project, first.room] : [first.project]
  const entry = items.length === 1 ? { kind: 'item', name: first.title } : { kind: 'items', name: countOf(items) }
  const trashID = await addTrashEntry(trx, clock, actor, projectID, {
    ...(entry as { kind: 'items'; name: string }),
    place,
  })
  const now = isoTime(clock)
  let trashed = 0
  for (const some of batches(items)) {
    const { numUpdatedRows } = await updateItemsOfProject(
      trx,
      actor,
      projectID,
      some.map(({ id }) => id),
    )
      .set({ deleted_at: now, trash_id: trashID })
      .executeTakeFirst()
    trashed += Number(numUpdatedRows)
  }
  if (trashed < items.length) throw new AppError('not_found')
  const events = items.map(({ id, roomID, title }): DomainEvent<'item deleted'> => ({
    ...{ kind: 'item deleted', roomID, itemID: id, before: { name: title, trashID }, after: null },
  }))
  return { trashID, events }
}

const countOf = (items: readonly unknown[]): string => `${items.length} items`

/** Throws `not_found`, or `invalid_input` for items of several projects. */
export const deleteItems = async (
  db: Database,
  clock: Clock,
  actor: Actor,
  itemIDs: readonly number[],
): Promise<{ trashID: number; eventID: number; what: string }> =>
  transact(db, async (trx) => {
    const { projectID, items } = await lockAllItems(trx, actor, itemIDs)
    const { trashID, events } = await trashItems(trx, clock, actor, projectID, items)
    const all: DomainEvent = { kind: 'items deleted', before: { items: items.length }, after: null }
    const eventID = await writeEventOfAll(trx, clock, actor, projectID, all, events)
    const [first] = items
    return { trashID, eventID, what: items.length === 1 && first ? `item "${first.title}"` : countOf(items) }
  })

/**
 * Sets one label of items and returns those whose value changed. Throws `not_found`, `invalid_input` for items of
 * several projects, `no_such_label` with those whose subcategory lacks it in `items`, unless `skip` leaves them
 * unchanged and others remain.
 */
export const setLabel = async (
  db: Database,
  clock: Clock,
  actor: Actor,
  { itemIDs, propID, value, skip = false }: z.output<typeof setLabelEndpoint.body>,
): Promise<{ itemIDs: number[]; skipped: NamedItem[]; eventID: number | null; label: string; shown: string }> =>
  transact(db, async (trx) => {
    const { projectID, items } = await lockAllItems(trx, actor, itemIDs)
    const labelled = items.map((item) => ({ item, label: item.labels.find((each) => each.propID === propID) }))
    const skipped = labelled.flatMap(({ item, label }) => (label ? [] : [{ itemID: item.id, title: item.title }]))
    if (skipped.length > 0 && (!skip || skipped.length === items.length)) {
      const names = skipped.map(({ title }) => title).join(', ')
      throw new AppError('no_such_label', { values: { names }, fields: { propID: true }, body: { items: skipped } })
    }
    const changes = labelled.flatMap(({ item, label }) => (label ? [{ item, texts: { [label.field]: value } }] : []))
    const events = await changeItems(trx, clock, actor, projectID, changes)
    const { label = '', kind } = labelled.find((each) => each.label)?.label ?? {}
    const all: DomainEvent = { kind: 'items changed', before: null, after: { items: events.length, label, value } }
    const eventID = events.length === 0 ? null : await writeEventOfAll(trx, clock, actor, projectID, all, events)
    return {
      itemIDs: events.map(({ itemID }) => itemID),
      skipped,
      eventID,
      label,
      shown: isOfDates(kind) ? datesInWords(value) : value,
    }
  })

const datesInWords = (value: string): string => {
  const read = readDate(value)
  return read?.is === 'date' && read.iso === value ? dateInWords(value, 'en-US') : value
}
