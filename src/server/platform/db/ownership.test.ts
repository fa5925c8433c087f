import { expect, test } from 'vitest'
import type { Actor } from './actor.ts'
import type { Database } from './database.ts'
import { insertItemFiles } from '../../items/item-files.access.ts'
import type { LockedItemID } from '../../items/items.access.ts'
import { insertUploads } from '../../attachments/uploads.access.ts'
import { unscoped } from './access/unscoped.ts'
import { insertProject } from '../../projects/projects.access.ts'

const FILE = { upload_id: 1, display_name: '', position: 0, deleted_at: null, trash_id: null }

/**
 * Statements on user data that bypass access/. None may compile: an unused expectation is a type error, which `npm run
 * check` reports. They are never run.
 */
const goAround = (db: Database, actor: Actor) => [
  // @ts-expect-error a table of user data
  () => db.selectFrom('items').selectAll(),
  // @ts-expect-error under another name
  () => db.selectFrom('items as i').selectAll(),
  // @ts-expect-error in a list
  () => db.selectFrom(['items', 'rooms']).selectAll(),
  // @ts-expect-error joined to a free table
  () => db.selectFrom('users').innerJoin('projects', 'projects.owner_id', 'users.id').selectAll(),
  // @ts-expect-error joined on the left
  () => db.selectFrom('room_types').leftJoin('rooms', 'rooms.room_type_id', 'room_types.id').selectAll(),
  // @ts-expect-error in a subquery of nothing
  () => db.selectNoFrom((eb) => eb.selectFrom('items').select('items.id').as('id')),
  // @ts-expect-error in a subquery of a free table
  () => db.selectFrom('users').select((eb) => eb.selectFrom('uploads').select('uploads.id').as('id')),
  // @ts-expect-error in a condition
  () => db.selectFrom('users').where((eb) => eb.exists(eb.selectFrom('rooms').select('rooms.id'))),
  // @ts-expect-error in a common table expression
  () => db.with('mine', (q) => q.selectFrom('items').select('items.id')),
  // @ts-expect-error with any project
  () => db.insertInto('rooms').values({ project_id: 1, room_type_id: 1, name: '', created_at: '', updated_at: '' }),
  // @ts-expect-error with any owner
  () => insertProject(db, actor, { owner_id: 1, name: '', name_key: '', created_at: '', updated_at: '' }),
  // @ts-expect-error with any owner
  () => insertUploads(db, actor, [{ owner_id: 1, remote: '', blob_id: 1, original_name: '', created_at: '' }]),
  // @ts-expect-error on an item that was not locked
  () => insertItemFiles(db, [{ ...FILE, item_id: 12 }]),
  // @ts-expect-error changed
  () => db.updateTable('items').set({ notes: '' }),
  // @ts-expect-error deleted
  () => db.deleteFrom('trash_entries'),
  // @ts-expect-error deleted with a join
  () => db.deleteFrom('users').using('projects'),
  // @ts-expect-error events are read through the scope
  () => db.selectFrom('events').selectAll(),
  // @ts-expect-error events are never updated, even where all tables are known
  () => unscoped(db).updateTable('events').set({ who: 'somebody else' }),
  // @ts-expect-error members are user data
  () => db.selectFrom('project_members').selectAll(),
  // @ts-expect-error bytes are user data
  () => db.selectFrom('blobs').selectAll(),
  // @ts-expect-error links are user data
  () => db.selectFrom('links').selectAll(),
  // @ts-expect-error tasks
  () => db.updateTable('tasks').set({ note: '' }),
  // @ts-expect-error inbox photos
  () => db.insertInto('inbox_photos').values({ project_id: 1, room_id: null, upload_id: 1, created_at: '' }),
  // @ts-expect-error revisions
  () => db.deleteFrom('revisions'),
  // @ts-expect-error offers
  () => db.selectFrom('users').innerJoin('offers', 'offers.email_key', 'users.email_key').selectAll(),
  // @ts-expect-error words and expiry dates derive from user data
  () => db.selectFrom(['item_words', 'item_ends']).selectAll(),
  // @ts-expect-error a locked item is not a plain number
  (): LockedItemID => 12,
  // @ts-expect-error an actor is not a plain object
  (): Actor => ({ userID: 1, username: 'robin', roles: [], sessionID: 1 }),
]

test('statements on user data without an owner do not compile', () => {
  expect(goAround).toBeTypeOf('function')
})
