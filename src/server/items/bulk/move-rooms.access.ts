import { ownedProjects } from '../../platform/db/access/core.ts'
import { liveRooms, unscoped } from '../../platform/db/access/unscoped.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Database } from '../../platform/db/database.ts'
import { columnOf, count, forUpdate, jsonOf, rowsOfJSON } from '../../platform/db/engine.ts'

/**
 * Statements that move the actor's rooms between two of their projects, always the same number. A trigger moves the
 * contents of a room in the same statement.
 */

const ownedRooms = (db: Database, actor: Actor, roomIDs: readonly number[]) =>
  liveRooms(db)
    .where('rooms.id', 'in', roomIDs)
    .where('rooms.project_id', 'in', ownedProjects(db, actor).select('projects.id'))

/** Locks the actor's projects until the transaction ends, always in order of id to avoid deadlocks. */
export const lockOwnProjects = async (
  trx: Database,
  actor: Actor,
  projectIDs: readonly number[],
): Promise<Map<number, string>> => {
  const query = ownedProjects(trx, actor)
    .where('projects.id', 'in', projectIDs)
    .orderBy('projects.id')
    .select(['projects.id', 'projects.name'])
  return new Map((await forUpdate(trx, query, ['projects']).execute()).map(({ id, name }) => [id, name]))
}

/** Finds the projects of these rooms. */
export const projectsOfRooms = async (trx: Database, actor: Actor, roomIDs: readonly number[]): Promise<number[]> => {
  const rooms = await ownedRooms(trx, actor, roomIDs).select('rooms.project_id as projectID').distinct().execute()
  return rooms.map(({ projectID }) => projectID)
}

export type LockedRoom = Awaited<ReturnType<typeof lockOwnRooms>>[number]

/** Locks the actor's rooms until the transaction ends. Returns them with their number of items. */
export const lockOwnRooms = async (trx: Database, actor: Actor, roomIDs: readonly number[]) => {
  const query = ownedRooms(trx, actor, roomIDs)
    .orderBy('rooms.id')
    .select(['rooms.id as roomID', 'rooms.name', 'rooms.position', 'rooms.project_id as projectID'])
    .select((eb) =>
      count(eb.selectFrom('items').whereRef('items.room_id', '=', 'rooms.id').where('items.deleted_at', 'is', null)).as(
        'items',
      ),
    )
  return forUpdate(trx, query, ['rooms']).execute()
}

/** Deletes the links of locked rooms. Returns the names of the links. */
export const deleteLinksOfRooms = (trx: Database, actor: Actor, roomIDs: readonly number[]) =>
  unscoped(trx)
    .deleteFrom('links')
    .where('links.room_id', 'in', roomIDs)
    .where('links.project_id', 'in', ownedProjects(trx, actor).select('projects.id'))
    .returning(['links.name', 'links.room_id as roomID'])

/** Moves locked rooms with their contents to a locked project and sets their positions. Returns how many were moved. */
export const reassignRooms = async (
  trx: Database,
  actor: Actor,
  projectID: number,
  rooms: readonly { roomID: number; position: number | null }[],
): Promise<number> => {
  const list = rooms.map(({ roomID, position }) => ({ id: roomID, position }))
  const { numUpdatedRows } = await unscoped(trx)
    .updateTable('rooms')
    .from(rowsOfJSON(trx, jsonOf(list), { id: 'bigint', position: 'bigint' }).as('wanted'))
    .set({ project_id: projectID, position: columnOf<number | null>('wanted.position') })
    .whereRef('rooms.id', '=', 'wanted.id')
    .where('rooms.deleted_at', 'is', null)
    .where('rooms.project_id', 'in', ownedProjects(trx, actor).select('projects.id'))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/**
 * Trash entries of one of the actor's projects that hold contents of these rooms: their places, and how many of their
 * items are in these rooms and in others.
 */
export const trashOutOfRooms = async (trx: Database, actor: Actor, projectID: number, roomIDs: readonly number[]) => {
  return unscoped(trx)
    .selectFrom('trash_entries')
    .where('trash_entries.project_id', 'in', ownedProjects(trx, actor).select('projects.id'))
    .where('trash_entries.project_id', '=', projectID)
    .where((eb) =>
      eb.or([
        eb.exists(
          eb
            .selectFrom('items')
            .whereRef('items.trash_id', '=', 'trash_entries.id')
            .where('items.room_id', 'in', roomIDs)
            .select('items.id'),
        ),
        eb.exists(
          eb
            .selectFrom('item_files')
            .innerJoin('items', 'items.id', 'item_files.item_id')
            .whereRef('item_files.trash_id', '=', 'trash_entries.id')
            .where('items.room_id', 'in', roomIDs)
            .select('item_files.id'),
        ),
      ]),
    )
    .orderBy('trash_entries.id')
    .select(['trash_entries.id', 'trash_entries.kind', 'trash_entries.name', 'trash_entries.place'])
    .select((eb) => {
      const items = eb.selectFrom('items as took').whereRef('took.trash_id', '=', 'trash_entries.id')
      const here = items.where('took.room_id', 'in', roomIDs)
      const file = eb
        .selectFrom('item_files')
        .innerJoin('items as of', 'of.id', 'item_files.item_id')
        .innerJoin('rooms', 'rooms.id', 'of.room_id')
        .whereRef('item_files.trash_id', '=', 'trash_entries.id')
      const rooms = here.innerJoin('rooms', 'rooms.id', 'took.room_id')
      return [
        count(here).as('here'),
        count(items.where('took.room_id', 'not in', roomIDs)).as('elsewhere'),
        here.select((e) => e.fn.min('took.room_id').as('id')).as('firstRoom'),
        here.select((e) => e.fn.max('took.room_id').as('id')).as('lastRoom'),
        rooms.select((e) => e.fn.min('rooms.name').as('name')).as('room'),
        file.select('rooms.name').as('roomOfFile'),
        file.select('of.title').as('itemOfFile'),
      ]
    })
    .execute()
}
export type TrashOutOfRooms = Awaited<ReturnType<typeof trashOutOfRooms>>[number]

interface Renamed {
  id: number
  projectID: number
  name: string
  place: string
}

/** Creates entries in another of the actor's projects for what these entries took from these rooms. */
export const splitTrash = async (
  trx: Database,
  actor: Actor,
  roomIDs: readonly number[],
  entries: readonly Renamed[],
): Promise<void> => {
  const likes = rowsOfJSON(trx, jsonOf([...entries]), {
    ...{ id: 'bigint', projectID: 'bigint', name: 'text', place: 'text' },
  }).as('wanted')
  const made = await unscoped(trx)
    .insertInto('trash_entries')
    .columns(['project_id', 'deleted_by', 'kind', 'name', 'place', 'deleted_at', 'expires_at'])
    .expression(
      unscoped(trx)
        .selectFrom([likes])
        .innerJoin('trash_entries', 'trash_entries.id', 'wanted.id')
        .where('wanted.projectID', 'in', ownedProjects(trx, actor).select('projects.id'))
        .orderBy('wanted.id')
        .select(['wanted.projectID', 'trash_entries.deleted_by', 'trash_entries.kind', 'wanted.name', 'wanted.place'])
        .select(['trash_entries.deleted_at', 'trash_entries.expires_at']),
    )
    .returning('id')
    .execute()
  // Both engines assign ids in the order in which one insert statement selects its rows.
  const ids = made.map(({ id }) => id).toSorted((one, other) => one - other)
  const pairs = entries.map(({ id }, at) => ({ was: id, is: ids[at] ?? 0 }))
  await unscoped(trx)
    .updateTable('items')
    .from(rowsOfJSON(trx, jsonOf(pairs), { was: 'bigint', is: 'bigint' }).as('pair'))
    .set({ trash_id: columnOf<number>('pair.is') })
    .whereRef('items.trash_id', '=', 'pair.was')
    .where('items.room_id', 'in', roomIDs)
    .where('items.project_id', 'in', ownedProjects(trx, actor).select('projects.id'))
    .execute()
}

/** Moves trash entries to another of the actor's projects and changes their texts. */
export const renameTrash = (trx: Database, actor: Actor, entries: readonly Renamed[]) =>
  unscoped(trx)
    .updateTable('trash_entries')
    .from(
      rowsOfJSON(trx, jsonOf([...entries]), {
        ...{ id: 'bigint', projectID: 'bigint', name: 'text', place: 'text' },
      }).as('wanted'),
    )
    .set({
      project_id: columnOf<number>('wanted.projectID'),
      name: columnOf<string>('wanted.name'),
      place: columnOf<string>('wanted.place'),
    })
    .whereRef('trash_entries.id', '=', 'wanted.id')
    .where('trash_entries.project_id', 'in', ownedProjects(trx, actor).select('projects.id'))
