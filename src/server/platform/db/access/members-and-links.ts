import type { InsertObject } from 'kysely'
import { isoTime, type Clock } from '../../lib/clock.ts'
import type { Actor, LinkReader } from '../actor.ts'
import type { Database } from '../database.ts'
import { forShare, forUpdate } from '../engine.ts'
import type { Schema } from '../schema.ts'
import { idOfOwned, isNoTemplate, isOwn, liveLinks, mayUse, ownedProjects } from './core.ts'
import { liveProjects, liveRooms, unscoped } from './unscoped.ts'

/** Members, invitations, offers and read-only links of projects. See core.ts for the rights. */

/** The members of projects that the actor may read. */
export const readableMembers = (db: Database, actor: Actor) =>
  liveProjects(db)
    .where(mayUse('read', actor))
    .innerJoin('project_members', 'project_members.project_id', 'projects.id')

/** Members of the actor's own projects, and invitations to them. */
export const ownedMembers = (db: Database, actor: Actor) => readableMembers(db, actor).where((eb) => isOwn(eb, actor))

export const ownedInvitations = (db: Database, actor: Actor) =>
  ownedProjects(db, actor).innerJoin('project_invitations', 'project_invitations.project_id', 'projects.id')

interface OfProject {
  projectID: number
  userID: number
}

export const updateMember = (db: Database, actor: Actor, { projectID, userID }: OfProject) =>
  unscoped(db)
    .updateTable('project_members')
    .where('project_members.user_id', '=', userID)
    .where('project_members.project_id', 'in', idOfOwned(db, actor, projectID))

export const deleteMember = (db: Database, actor: Actor, { projectID, userID }: OfProject) =>
  unscoped(db)
    .deleteFrom('project_members')
    .where('project_members.user_id', '=', userID)
    .where('project_members.project_id', 'in', idOfOwned(db, actor, projectID))

/** Deletes only the actor's own membership. */
export const deleteMembership = (db: Database, actor: Actor, projectID: number) =>
  unscoped(db)
    .deleteFrom('project_members')
    .where('project_members.user_id', '=', actor.userID)
    .where('project_members.project_id', '=', projectID)

/** Requires a project that the actor owns and has locked. */
export const putInvitation = (
  trx: Database,
  actor: Actor,
  projectID: number,
  invitation: Omit<InsertObject<Schema, 'project_invitations'>, 'project_id' | 'registered_id'>,
) => {
  const { email, role, link_hash, created_at, expires_at } = invitation
  return unscoped(trx)
    .insertInto('project_invitations')
    .values({ ...invitation, project_id: idOfOwned(trx, actor, projectID) })
    .onConflict((conflict) =>
      conflict
        .columns(['project_id', 'email_key'])
        .doUpdateSet({ email, role, link_hash, created_at, expires_at, mail_hash: null, registered_id: null }),
    )
}

export const deleteInvitation = (db: Database, actor: Actor, projectID: number, invitationID: number) =>
  unscoped(db)
    .deleteFrom('project_invitations')
    .where('project_invitations.id', '=', invitationID)
    .where('project_invitations.project_id', 'in', idOfOwned(db, actor, projectID))

/** The offers of the actor's own projects. */
export const ownedOffers = (db: Database, actor: Actor) =>
  ownedProjects(db, actor).innerJoin('offers', 'offers.project_id', 'projects.id')

export const insertOffer = (
  trx: Database,
  actor: Actor,
  projectID: number,
  offer: Omit<InsertObject<Schema, 'offers'>, 'project_id'>,
) =>
  unscoped(trx)
    .insertInto('offers')
    .values({ ...offer, project_id: idOfOwned(trx, actor, projectID) })

/** Finds the unexpired link of a token hash or file-key hash. There is no actor yet whose right could be checked. */
export const openLinks = (
  db: Database,
  clock: Clock,
  by: { readonly hash: 'token_hash' | 'files_hash'; readonly is: string } | { readonly id: number },
) =>
  liveLinks(db)
    .where((eb) => ('id' in by ? eb('links.id', '=', by.id) : eb(`links.${by.hash}`, '=', by.is)))
    .where((eb) => eb.or([eb('links.ends_at', 'is', null), eb('links.ends_at', '>', isoTime(clock))]))

/** Records that the link was opened. */
export const updateOpenedLink = (db: Database, link: LinkReader) =>
  unscoped(db).updateTable('links').where('links.id', '=', link.linkID)

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
