import type { DomainEvent } from '../../shared/events.ts'
import { writeEventOfAll } from '../history/events.repo.ts'
import type { Restore, RestoreKinds } from '../history/history-hooks.ts'
import { restorableRooms, updateTaken } from '../history/trash.access.ts'
import type { Actor } from '../platform/db/actor.ts'
import type { Database } from '../platform/db/database.ts'
import { restoreProjectName } from './projects.repo.ts'

/** Restores the rooms of a locked entry, and returns the events and the number of items in the rooms. */
export const bringBackRooms = async (trx: Database, actor: Actor, trashID: number) => {
  const rooms = await restorableRooms(trx, actor, trashID).execute()
  await updateTaken(trx, actor, 'rooms', trashID).set({ deleted_at: null, trash_id: null }).execute()
  return {
    events: rooms.map(({ roomID, name }): DomainEvent<'room restored'> => ({
      ...{ kind: 'room restored', roomID, before: null, after: { name } },
    })),
    items: rooms.reduce((sum, { items }) => sum + items, 0),
  }
}

const restoreRooms: Restore = async (trx, clock, actor, { trashID, projectID, name }) => {
  const { events } = await bringBackRooms(trx, actor, trashID)
  const all: DomainEvent = { kind: 'rooms restored', before: null, after: { rooms: events.length } }
  await writeEventOfAll(trx, clock, actor, projectID, all, events)
  return name
}

export const RESTORE_PROJECTS = {
  project: (trx, clock, actor, { trashID, name, projectID, template }, config) =>
    restoreProjectName(trx, clock, actor, trashID, { name, projectID, isTemplate: template === 1 }, config),
  room: restoreRooms,
  rooms: restoreRooms,
} satisfies Partial<RestoreKinds>
