import type { Actor } from '../db/actor.ts'
import { atOneMoment, type Database } from '../db/database.ts'
import { nullsLast } from '../db/engine.ts'
import { readablePhotos } from '../db/inbox.ts'
import {
  ownedInvitations,
  ownedLinks,
  ownedMembers,
  ownedOffers,
  readableEvents,
  readableProjectsOrTemplates,
  readableRevisions,
  readableRooms,
  readableItems,
  readableTasks,
} from '../db/scope.ts'
import { getAccount } from './account.repo.ts'

/**
 * All rows that an export tells of: what the actor owns and what is not in the trash, as of one moment. It takes the
 * same number of statements however much there is, and ends before the next one once `signal` is aborted.
 */
export const readExport = (db: Database, actor: Actor, now: string, signal?: AbortSignal) =>
  atOneMoment(
    db,
    async (trx) => ({
      account: await getAccount(trx, actor),
      reminders: await trx
        .selectFrom('reminders')
        .where('user_id', '=', actor.userID)
        .select(['is_on', 'weekday', 'zone'])
        .executeTakeFirst(),
      projects: await readableProjectsOrTemplates(trx, actor)
        .where('projects.owner_id', '=', actor.userID)
        .select(['projects.id', 'projects.name', 'projects.client', 'projects.address', 'projects.address2'])
        .select(['projects.city', 'projects.state', 'projects.zip', 'projects.created_at', 'projects.updated_at'])
        .select(['projects.cover_upload_id', 'projects.template'])
        .orderBy('projects.id')
        .execute(),
      members: await ownedMembers(trx, actor)
        .innerJoin('users', 'users.id', 'project_members.user_id')
        .select(['projects.id as project_id', 'users.username', 'users.first_name', 'users.last_name'])
        .select('project_members.role')
        .orderBy('users.username')
        .execute(),
      offers: await ownedOffers(trx, actor)
        .select(['projects.id as project_id', 'offers.email', 'offers.word', 'offers.goes', 'offers.stays'])
        .select('offers.expires_at')
        .execute(),
      invitations: await ownedInvitations(trx, actor)
        .where('project_invitations.expires_at', '>', now)
        .select(['projects.id as project_id', 'project_invitations.email', 'project_invitations.role'])
        .select('project_invitations.expires_at')
        .orderBy('project_invitations.id')
        .execute(),
      links: await ownedLinks(trx, actor)
        .select([
          'links.project_id',
          'links.room_id',
          'links.name',
          'links.ends_at',
          'links.opened_at',
          'links.created_at',
        ])
        .select(['links.hides_notes', 'links.hides_files', 'links.hidden_labels'])
        .orderBy('links.id')
        .execute(),
      labelNames: await trx.selectFrom('labels').select(['id', 'name']).execute(),
      rooms: await readableRooms(trx, actor)
        .where('projects.owner_id', '=', actor.userID)
        .innerJoin('room_types', 'room_types.id', 'rooms.room_type_id')
        .select(['rooms.id', 'rooms.project_id', 'rooms.name', 'room_types.name as room_type'])
        .select(['rooms.created_at', 'rooms.updated_at', 'rooms.cover_upload_id', 'rooms.position'])
        .orderBy('rooms.id')
        .execute(),
      items: await readableItems(trx, actor)
        .where('projects.owner_id', '=', actor.userID)
        .innerJoin('categories', 'categories.id', 'items.category_id')
        .innerJoin('subcategories', 'subcategories.id', 'items.subcategory_id')
        .select(['items.id', 'items.room_id', 'items.subcategory_id', 'items.title'])
        .select('items.notes')
        .select(['categories.name as category', 'subcategories.name as subcategory'])
        .select(['items.field1', 'items.field2', 'items.field3', 'items.field4', 'items.field5', 'items.field6'])
        .select(['items.created_at', 'items.updated_at'])
        .orderBy('items.position', nullsLast)
        .orderBy('items.id')
        .execute(),
      tasks: await readableTasks(trx, actor)
        .where('projects.owner_id', '=', actor.userID)
        .select(['tasks.id', 'tasks.project_id', 'tasks.room_id', 'tasks.item_id', 'tasks.name', 'tasks.note'])
        .select(['tasks.day', 'tasks.every', 'tasks.unit', 'tasks.from_done', 'tasks.done_on'])
        .orderBy('tasks.day')
        .orderBy('tasks.id')
        .execute(),
      files: await readableItems(trx, actor)
        .where('projects.owner_id', '=', actor.userID)
        .innerJoin('item_files', 'item_files.item_id', 'items.id')
        .innerJoin('uploads', 'uploads.id', 'item_files.upload_id')
        .innerJoin('blobs', 'blobs.id', 'uploads.blob_id')
        .where('item_files.deleted_at', 'is', null)
        .select(['item_files.item_id', 'item_files.display_name', 'item_files.caption', 'item_files.upload_id'])
        .select(['uploads.original_name', 'uploads.created_at'])
        .select(['blobs.storage_key', 'blobs.sha256', 'blobs.type', 'blobs.size'])
        .orderBy('item_files.position')
        .orderBy('item_files.id')
        .execute(),
      photos: await readablePhotos(trx, actor)
        .where('projects.owner_id', '=', actor.userID)
        .select(['inbox_photos.project_id', 'inbox_photos.created_at', 'rooms.name as room'])
        .select(['uploads.original_name', 'blobs.storage_key', 'blobs.sha256', 'blobs.type', 'blobs.size'])
        .orderBy('inbox_photos.id')
        .execute(),
      revisions: await readableRevisions(trx, actor)
        .where('projects.owner_id', '=', actor.userID)
        .innerJoin('uploads', 'uploads.id', 'revisions.upload_id')
        .innerJoin('blobs', 'blobs.id', 'uploads.blob_id')
        .select(['revisions.project_id', 'revisions.number', 'revisions.note', 'revisions.issued_by'])
        .select(['revisions.created_at', 'revisions.imported', 'uploads.original_name'])
        .select(['blobs.storage_key', 'blobs.sha256', 'blobs.type', 'blobs.size'])
        .orderBy('revisions.number')
        .execute(),
      labels: await trx
        .selectFrom('subcategory_labels')
        .innerJoin('labels', 'labels.id', 'subcategory_labels.label_id')
        .select(['subcategory_labels.subcategory_id', 'subcategory_labels.slot', 'labels.name'])
        .orderBy('subcategory_labels.slot')
        .execute(),
    }),
    signal,
  )

export type ExportRows = Awaited<ReturnType<typeof readExport>>

const EVENTS_AT_ONCE = 500

/** What happened in the projects that the actor owns, by project, some at a time: there may be any number. */
export async function* readHistory(db: Database, actor: Actor) {
  for (let after = { projectID: 0, id: 0 }; ;) {
    const { projectID, id } = after
    const events = await readableEvents(db, actor)
      .where('projects.owner_id', '=', actor.userID)
      .where((eb) =>
        eb.or([
          eb('events.project_id', '>', projectID),
          eb.and([eb('events.project_id', '=', projectID), eb('events.id', '>', id)]),
        ]),
      )
      .orderBy('events.project_id')
      .orderBy('events.id')
      .limit(EVENTS_AT_ONCE)
      .select(['events.id', 'events.at', 'events.who', 'events.kind', 'events.before', 'events.after'])
      .select(['events.project_id as projectID', 'events.room_id as roomID', 'events.item_id as itemID'])
      .execute()
    yield events
    const last = events.at(-1)
    if (!last || events.length < EVENTS_AT_ONCE) return
    after = last
  }
}
