import type { InsertObject } from 'kysely'
import { isNoTemplate, isOwn, ownedProjects } from '../../platform/db/access/core.ts'
import { liveLinks, liveRooms, unscoped } from '../../platform/db/access/unscoped.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Database } from '../../platform/db/database.ts'
import { forShare, forUpdate } from '../../platform/db/engine.ts'
import type { Schema } from '../../platform/db/schema.ts'

/** The links of projects that the actor owns. */
export const ownedLinks = (db: Database, actor: Actor) => liveLinks(db).where((eb) => isOwn(eb, actor))

declare const linkable: unique symbol

/** A project that the actor owns, or a room of it, locked until the transaction ends. Only this file creates one. */
export interface LinkablePlace {
  readonly projectID: number
  readonly roomID: number | null
  readonly roomName: string | null
  readonly [linkable]: true
}

/** Undefined if the actor does not own the project, or if the room is in another project. */
export const lockLinkableProject = async (
  trx: Database,
  actor: Actor,
  projectID: number,
): Promise<LinkablePlace | undefined> => {
  const query = ownedProjects(trx, actor).where('projects.id', '=', projectID).select('projects.id as projectID')
  const found = await forShare(trx, query, ['projects']).executeTakeFirst()
  return found && ({ ...found, roomID: null, roomName: null } as LinkablePlace)
}

export const lockLinkableRoom = async (
  trx: Database,
  actor: Actor,
  roomID: number,
): Promise<LinkablePlace | undefined> => {
  const query = liveRooms(trx)
    .where((eb) => isOwn(eb, actor))
    .where(isNoTemplate)
    .where('rooms.id', '=', roomID)
    .select(['rooms.project_id as projectID', 'rooms.id as roomID', 'rooms.name as roomName'])
  return (await forUpdate(trx, query, ['rooms']).executeTakeFirst()) as LinkablePlace | undefined
}

export const insertLink = (
  trx: Database,
  { projectID, roomID }: LinkablePlace,
  link: Omit<InsertObject<Schema, 'links'>, 'project_id' | 'room_id'>,
) =>
  unscoped(trx)
    .insertInto('links')
    .values({ ...link, project_id: projectID, room_id: roomID })

export const updateOneLink = (db: Database, actor: Actor, linkID: number) =>
  unscoped(db)
    .updateTable('links')
    .where('links.id', '=', linkID)
    .where('links.project_id', 'in', ownedProjects(db, actor).select('projects.id'))

export const deleteOneLink = (db: Database, actor: Actor, linkID: number) =>
  unscoped(db)
    .deleteFrom('links')
    .where('links.id', '=', linkID)
    .where('links.project_id', 'in', ownedProjects(db, actor).select('projects.id'))
