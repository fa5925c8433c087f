import { Migrator, sql } from 'kysely'
import { rmSync } from 'node:fs'
import { describe, expect, onTestFinished, test } from 'vitest'
import { addItemFiles, deleteItem, deleteItemFile, getItem, listItems } from '../../../src/shared/items/items.api.ts'
import { deleteProject, listProjects } from '../../../src/shared/projects/projects.api.ts'
import { deleteRoom, listRooms } from '../../../src/shared/projects/rooms.api.ts'
import { deletePermanently, listTrash, restore } from '../../../src/shared/history/trash.api.ts'
import { NOT_THE_PROJECT } from '../../../src/shared/contract/problem.ts'
import { migrate, openDatabase } from '../../../src/server/platform/db/database.ts'
import { migrations } from '../../../src/server/platform/db/migrations/index.ts'
import { createTestDatabase } from '../../support/database.ts'
import { addMember } from '../../support/members.ts'
import { problemWith } from '../../support/problems.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { startTestApp, type Client } from '../../support/test-app.ts'

/** A home with a room, an item and a file on it, shared by its owner with an editor. */
const startShared = async () => {
  const started = await startTestApp()
  const [owner, editor] = [await started.newUser('owner'), await started.newUser('editor')]
  const projectID = await owner.newProject('Maple Street')
  const roomID = await owner.newRoom(projectID)
  const itemID = await owner.newItem(projectID, roomID, { field1: 'Castellan' })
  const [file] = await owner.upload([{ name: 'a.txt', bytes: Buffer.from('bytes of a') }])
  const remote = file?.remote ?? ''
  await owner.must(addItemFiles, { body: { itemID, files: [{ name: 'a.txt', remote }] } })
  await addMember(started.services.db, projectID, 'editor', 'editor')
  return {
    ...started,
    db: started.services.db,
    people: { owner, editor },
    projectID,
    roomID,
    itemID,
    remote,
    deletionOf: {
      room: (user: Client) => user.must(deleteRoom, { query: { roomID } }),
      item: (user: Client) => user.must(deleteItem, { query: { itemID } }),
      attachment: (user: Client) => user.must(deleteItemFile, { query: { itemID, remote } }),
    },
    view: async (user: Client) => {
      const { rooms } = await user.must(listRooms, { query: { projectID } })
      const items = await Promise.all(rooms.map(({ ID }) => user.must(listItems, { query: { roomID: ID } })))
      return { rooms, items }
    },
  }
}

const trashOf = (user: Client) => user.must(listTrash, {})
const back = (user: Client, trashID: number) => user.call(restore, { body: { trashID } })
const KINDS = ['room', 'item', 'attachment'] as const
const OTHER = { owner: 'editor', editor: 'owner' } as const

describe('the trash of a shared project', () => {
  test.each(KINDS.flatMap((kind) => (['owner', 'editor'] as const).map((deleter) => ({ kind, deleter }))))(
    'lists the $kind that the $deleter deleted for both, and the other restores it',
    async ({ kind, deleter }) => {
      const { people, deletionOf, view } = await startShared()
      const before = await view(people.owner)
      const { trashID } = await deletionOf[kind](people[deleter])
      const entry = { trashID, kind, deletedBy: deleter }
      expect(await trashOf(people.owner)).toMatchObject([{ ...entry, may: 'own' }])
      expect(await trashOf(people.editor)).toMatchObject([{ ...entry, may: 'write' }])

      expect((await back(people[OTHER[deleter]], trashID)).status).toBe(200)
      expect(await view(people.owner)).toEqual(before)
      expect([await trashOf(people.owner), await trashOf(people.editor)]).toEqual([[], []])
    },
  )

  test('lets its owner delete anything permanently, and an editor nothing', async () => {
    const { people, deletionOf, remote, db } = await startShared()
    const { trashID } = await deletionOf.item(people.editor)
    expect((await people.editor.call(deletePermanently, { query: { trashID } })).problem).toMatchObject({
      statusCode: 403,
      code: 'not_allowed',
      message: NOT_THE_PROJECT,
    })
    await people.owner.must(deletePermanently, { query: { trashID } })
    for (const user of [people.owner, people.editor]) {
      expect(await trashOf(user)).toEqual([])
      expect((await user.raw({ url: `/download/${remote}` })).statusCode).toBe(404)
    }
    expect(await db.selectFrom('uploads').select('id').execute()).toEqual([])
  })

  test('hides from an editor while the project is deleted, and shows again after its restore', async () => {
    const { people, deletionOf, projectID } = await startShared()
    const item = await deletionOf.item(people.editor)
    const project = await people.owner.must(deleteProject, { query: { projectID } })
    expect(await trashOf(people.editor)).toEqual([])
    for (const { trashID } of [item, project]) {
      expect((await back(people.editor, trashID)).problem).toMatchObject({ statusCode: 404, code: 'not_found' })
      const forGood = await people.editor.call(deletePermanently, { query: { trashID } })
      expect(forGood.problem).toMatchObject({ statusCode: 404, code: 'not_found' })
    }
    expect((await trashOf(people.owner)).map(({ kind }) => kind)).toEqual(['project', 'item'])
    expect((await back(people.owner, project.trashID)).status).toBe(200)
    expect((await back(people.editor, item.trashID)).status).toBe(200)
  })

  test('tells an editor what to restore first', async () => {
    const { people, deletionOf } = await startShared()
    const item = await deletionOf.item(people.editor)
    const room = await deletionOf.room(people.owner)
    expect((await back(people.editor, item.trashID)).problem).toMatchObject(
      problemWith('restore_parent_first', { kind: 'room', name: 'Kitchen' }),
    )
    for (const { trashID } of [room, item]) expect((await back(people.editor, trashID)).status).toBe(200)
  })

  test('restores an entry once for several callers at once', async () => {
    const { people, deletionOf, itemID } = await startShared()
    const { trashID } = await deletionOf.item(people.owner)
    const answers = await Promise.all(
      [people.owner, people.editor, people.owner, people.editor].map((user) => back(user, trashID)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404])
    await people.editor.must(getItem, { query: { itemID } })
  })

  test("shows an editor no entry of other homes, and the owner none of the editor's homes", async () => {
    const { people, deletionOf } = await startShared()
    const { trashID } = await deletionOf.room(people.owner)
    for (const user of [people.owner, people.editor])
      await user.must(deleteRoom, { query: { roomID: await user.newRoom(await user.newProject('Birch Lane')) } })
    const seenBy = async (user: Client) => (await trashOf(user)).map(({ where, deletedBy }) => `${where}, ${deletedBy}`)
    expect(await seenBy(people.owner)).toEqual(['Birch Lane, owner', 'Maple Street, owner'])
    expect(await seenBy(people.editor)).toEqual(['Birch Lane, editor', 'Maple Street, owner'])
    expect((await trashOf(people.editor))[1]?.trashID).toBe(trashID)
    expect((await people.editor.must(listProjects, {})).projects.map(({ may }) => may)).toEqual(['own', 'write'])
  })
})

test('entries from before the trash was shared stay, with who deleted them', async () => {
  const folder = temporaryFolder()
  const { location, remove } = await createTestDatabase(folder, { empty: true })
  const db = openDatabase(location, () => {})
  onTestFinished(async () => {
    await db.destroy()
    await remove()
    rmSync(folder, { recursive: true, force: true })
  })
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  await migrator.migrateTo('0008-jobs')
  const now = new Date(0).toISOString()
  const run = (text: string) => sql.raw(text.replaceAll('NOW', `'${now}'`)).execute(db)
  const user = (id: number, name: string) =>
    run(`insert into users (id, username, username_key, email, email_key, first_name, last_name, phone, company, address,
      address2, city, state, zip, password_hash, created_at, updated_at)
      values (${id}, '${name}', '${name}', '${name}', '${name}', '', '', '', '', '', '', '', '', '', '', NOW, NOW)`)
  const entry = (id: number, owner: number, kind: string) =>
    run(`insert into trash_entries (id, owner_id, kind, name, place, deleted_at, expires_at)
      values (${id}, ${owner}, '${kind}', 'a ${kind}', '', NOW, NOW)`)
  const project = (id: number, trash: number | null) =>
    run(`insert into projects (id, owner_id, name, name_key, client, address, address2, city, state, zip, created_at,
      updated_at, deleted_at, trash_id)
      values (${id}, 1, 'p${id}', 'p${id}', '', '', '', '', '', '', NOW, NOW, ${trash ? 'NOW' : 'null'}, ${trash})`)
  const room = (id: number, trash: number | null) =>
    run(`insert into rooms (id, project_id, room_type_id, name, created_at, updated_at, trash_id)
      values (${id}, 1, 1, '', NOW, NOW, ${trash})`)
  const item = (id: number, trash: number | null) =>
    run(`insert into items (id, project_id, room_id, category_id, subcategory_id, field1, field2, field3, field4, field5,
      field6, notes, created_at, updated_at, trash_id)
      values (${id}, 1, 1, 1, 1, '', '', '', '', '', '', '', NOW, NOW, ${trash})`)
  await user(1, 'owner')
  await user(2, 'editor')
  for (const table of ['room_types', 'categories', 'subcategories'])
    await run(`insert into ${table} (id, name, name_key) values (1, 'a', 'a')`)
  const kinds = ['project', 'room', 'item', 'attachment', 'lost']
  for (const [at, kind] of kinds.entries()) await entry(at + 1, kind === 'project' ? 1 : 2, kind)
  await project(1, null)
  await project(2, 1)
  await room(1, null)
  await room(2, 2)
  await item(1, null)
  await item(2, 3)
  await run(`insert into blobs (id, storage_key, sha256, size, type, created_at) values (1, 'k', '', 0, '', NOW)`)
  await run(`insert into uploads (id, remote, owner_id, blob_id, original_name, created_at)
    values (1, 'r', 1, 1, '', NOW)`)
  await run(`insert into item_files (id, item_id, upload_id, display_name, position, trash_id)
    values (1, 1, 1, 'a', 0, 4)`)

  await migrate(db)
  const { rows } = await sql`select id, kind, project_id, deleted_by from trash_entries order by id`.execute(db)
  expect(rows).toEqual([
    { id: 1, kind: 'project', project_id: 2, deleted_by: 'owner' },
    { id: 2, kind: 'room', project_id: 1, deleted_by: 'editor' },
    { id: 3, kind: 'item', project_id: 1, deleted_by: 'editor' },
    { id: 4, kind: 'attachment', project_id: 1, deleted_by: 'editor' },
  ])
  const kept = await Promise.all(
    ['projects', 'rooms', 'items', 'item_files'].map((table) => sql`select id from ${sql.table(table)}`.execute(db)),
  )
  expect(kept.map((found) => found.rows.length)).toEqual([2, 2, 2, 1])
})
