import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { deleteMyAccount } from '../../../src/shared/identity/account.api.ts'
import type { EndpointSpec } from '../../../src/shared/contract/endpoint.ts'
import { endpoints } from '../../../src/shared/endpoints.ts'
import type { EventKind, EventShapes } from '../../../src/shared/events.ts'
import {
  addItemFiles,
  createItem,
  deleteItem,
  deleteItemFile,
  filesJSON,
  getItem,
  updateItem,
} from '../../../src/shared/items/items.api.ts'
import {
  createSampleProject,
  deleteProject,
  getProject,
  updateProject,
} from '../../../src/shared/projects/projects.api.ts'
import { createRoom, deleteRoom, updateRoom } from '../../../src/shared/projects/rooms.api.ts'
import { deletePermanently, listTrash, restore } from '../../../src/shared/history/trash.api.ts'
import { DAY, MINUTE } from '../../../src/server/platform/lib/clock.ts'
import type { UnscopedDatabase } from '../../../src/server/platform/db/access/unscoped.ts'
import { sweep } from '../../../src/server/sweep.ts'
import { TELLS, type Writing, asRequest, good, startWithThings, type Taking, type Things } from '../../support/cases.ts'
import { ENGINE } from '../../support/database.ts'
import { pictureOf } from '../../support/sample-pictures.ts'
import { PASSWORD, roomTypeID, signIn, startTestApp, subcategoryIDs, type Client } from '../../support/test-app.ts'

const eventsIn = async (db: UnscopedDatabase) => {
  const rows = await db.selectFrom('events').selectAll().orderBy('id').execute()
  return rows.map(({ before, after, ...row }) => ({
    ...row,
    before: before === null ? null : (JSON.parse(before) as unknown),
    after: after === null ? null : (JSON.parse(after) as unknown),
  }))
}

/** An event of any project; the test names only what matters. */
const told = <Kind extends EventKind>(
  kind: Kind,
  before: EventShapes[Kind]['before'],
  after: EventShapes[Kind]['after'],
) => ({
  kind,
  before,
  after,
})
const kinds = (events: readonly { kind: EventKind }[]) => events.map(({ kind }) => kind)

/** From here on the database itself refuses to change an event, or to delete one whose project exists. */
const guardEvents = async (db: UnscopedDatabase): Promise<void> => {
  if (ENGINE === 'SQLite') {
    await sql`create trigger events_stay before update on events
      begin select raise(abort, 'an event was changed'); end`.execute(db)
    await sql`create trigger events_keep before delete on events
      when exists (select 1 from projects where projects.id = old.project_id)
      begin select raise(abort, 'an event was removed'); end`.execute(db)
    return
  }
  await sql`create function events_stay() returns trigger as $$ begin
    if tg_op = 'UPDATE' or exists (select 1 from projects where projects.id = old.project_id) then
      raise exception 'an event was changed or removed';
    end if;
    return old;
  end $$ language plpgsql`.execute(db)
  await sql`create trigger events_stay before update or delete on events
    for each row execute function events_stay()`.execute(db)
}

const oneFile = async (client: Client, name: string) => {
  const [file] = await client.upload([{ name, bytes: Buffer.from(`content of ${name}`) }])
  return file?.remote ?? ''
}

/** Files on the item. */
const onePicture = async (client: Client, { itemID }: Things) => {
  const [file] = await client.upload([{ name: 'a.png', bytes: await pictureOf('red', 'png') }])
  const remote = file?.remote ?? ''
  await client.must(addItemFiles, { body: { itemID, files: [{ name: 'a.png', remote }] } })
  return remote
}

const INPUTS = { name: 'Maple Street', address: '418 Maple Street', city: 'Burlington', state: 'VT', zip: '05401' }

describe('each call that changes user data', () => {
  const changing = Object.entries(TELLS).flatMap(([name, tells]) =>
    name === 'importProject' ? [] : [{ name: name as Writing, tells }],
  )

  /** What the good requests omit: a change, and a file on its item. Imports: project-import.test.ts. */
  const requests: { [Name in Writing]?: (user: Client, things: Things) => Promise<object> } = {
    createSampleProject: async () => ({}),
    moveItems: async (user, { projectID, itemID }) => ({
      body: { itemIDs: [itemID], roomID: await user.newRoom(projectID, 'Pantry') },
    }),
    moveRooms: async (user, { roomID }) => ({
      body: { roomIDs: [roomID], toProjectID: await user.newProject('Elm Street') },
    }),
    orderRooms: async (user, { projectID, roomID }) => ({
      body: { projectID, roomIDs: [roomID, await user.newRoom(projectID, 'Bar')] },
    }),
    orderItems: async (user, { projectID, roomID, itemID }) => ({
      body: { roomID, itemIDs: [await user.newItem(projectID, roomID), itemID] },
    }),
    changeRoomType: async (user, { roomID }) => ({
      body: { roomID, roomType: await roomTypeID(user, 'Bathroom') },
    }),
    changeSubcategory: async (user, { itemID }) => ({
      body: { itemID, ...(await subcategoryIDs(user, 'Kitchen', 'Plumbing', 'Sink')), version: 1 },
    }),
    deleteItemFile: async (user, { itemID, remote }) => {
      await user.must(addItemFiles, { body: { itemID, files: [{ name: 'a.txt', remote }] } })
      return { query: { itemID, remote } }
    },
    updateItemFile: async (user, things) => {
      const { itemID, remote } = things
      await user.must(addItemFiles, { body: { itemID, files: [{ name: 'a.txt', remote }] } })
      return good.updateItemFile(things)
    },
    updateItem: async (_, { itemID, attached, remote }) => ({
      body: { itemID, inputs: { field1: 'a' }, files: JSON.stringify({ 'b.png': attached, 'a.txt': remote }) },
    }),
    setRoomCover: async (user, things) => ({ body: { roomID: things.roomID, remote: await onePicture(user, things) } }),
    setProjectCover: async (user, things) => ({
      body: { projectID: things.projectID, remote: await onePicture(user, things) },
    }),
  }

  test.each(changing)('$name writes an event', async ({ name, tells }) => {
    const { user, things, services } = await startWithThings()
    const special = requests[name]
    const input = special ? await special(user, things) : good[name as Taking](things)
    const before = (await eventsIn(services.db)).length
    const endpoint: EndpointSpec = endpoints[name]
    const answer = await user.raw(asRequest(endpoint, input as Record<string, unknown>))
    expect(answer.statusCode).toBe(endpoint.status)
    const written = (await eventsIn(services.db)).slice(before)
    expect([...new Set(kinds(written))].sort()).toEqual([...tells].sort())
    for (const { who, user_id } of written) expect([who, user_id]).toEqual(['robin', expect.any(Number)])
  })
})

test('an event has time, person, place, and the values before and after', async () => {
  const { services, newUser, clock } = await startTestApp()
  const { db } = services
  await guardEvents(db)
  const robin = await newUser('robin')
  const projectID = await robin.newProject()
  await robin.must(updateProject, { body: { projectID, inputs: { ...INPUTS, client: 'Sam', city: 'Bristol' } } })
  const roomType = await roomTypeID(robin, 'Kitchen')
  const { roomID } = await robin.must(createRoom, { body: { projectID, roomType, roomName: 'Kitchen' } })
  clock.turn(MINUTE)
  await robin.must(updateRoom, { body: { roomID, roomName: 'Pantry' } })

  const [manual, receipt, photo] = [
    await oneFile(robin, 'manual.pdf'),
    await oneFile(robin, 'receipt.pdf'),
    await oneFile(robin, 'photo.png'),
  ]
  const ids = await subcategoryIDs(robin, 'Kitchen', 'Plumbing', 'Faucet')
  const inputs = { field1: 'Castellan', field3: 'Brass', notes: 'left' }
  const files = filesJSON([{ name: 'manual.pdf', remote: manual }])
  const { itemID } = await robin.must(createItem, { body: { projectID, roomID, ...ids, inputs, files } })
  await robin.must(updateItem, { body: { itemID, inputs: { ...inputs, field3: 'Nickel', field2: 'M-1', notes: '' } } })
  await robin.must(addItemFiles, { body: { itemID, files: [{ name: 'receipt.pdf', remote: receipt }] } })
  const renamed = filesJSON([
    { name: 'photo.png', remote: photo },
    { name: 'bill.pdf', remote: receipt },
    { name: 'manual.pdf', remote: manual },
  ])
  await robin.must(updateItem, { body: { itemID, inputs: {}, files: renamed } })
  const file = await robin.must(deleteItemFile, { query: { itemID, remote: photo } })
  await robin.must(restore, { body: { trashID: file.trashID } })
  const item = await robin.must(deleteItem, { query: { itemID } })
  await robin.must(restore, { body: { trashID: item.trashID } })
  const room = await robin.must(deleteRoom, { query: { roomID } })
  await robin.must(restore, { body: { trashID: room.trashID } })
  const project = await robin.must(deleteProject, { query: { projectID } })
  await robin.newProject()
  await robin.must(restore, { body: { trashID: project.trashID } })

  const events = await eventsIn(db)
  const { labels } = await robin.must(getItem, { query: { itemID } })
  const field = (at: number, value: string) => {
    const { label = '', propID = 0 } = labels[at] ?? {}
    return { label, propID, value }
  }
  const then = (name: string, remote: string) => ({ remote, name })
  const place = { client: '', address: '418 Maple Street', address2: '', city: 'Burlington', state: 'VT', zip: '05401' }
  const called = 'Castellan M-1'
  const faucet = { catID: ids.catID, category: 'Plumbing', subcatID: ids.subcatID, subcategory: 'Faucet' }
  expect(events.map(({ kind, before, after }) => ({ kind, before, after }))).toEqual([
    told('project created', null, { name: 'Maple Street', ...place }),
    told('project changed', { client: '', city: 'Burlington' }, { client: 'Sam', city: 'Bristol' }),
    told('room created', null, { name: 'Kitchen', roomTypeID: roomType, roomType: 'Kitchen' }),
    told('room changed', { name: 'Kitchen' }, { name: 'Pantry' }),
    told('item created', null, {
      ...faucet,
      fields: { field1: field(0, 'Castellan'), field3: field(2, 'Brass') },
      notes: 'left',
      files: [{ name: 'manual.pdf', remote: manual }],
    }),
    told(
      'item changed',
      { fields: { field2: field(1, ''), field3: field(2, 'Brass') }, notes: 'left' },
      { fields: { field2: field(1, 'M-1'), field3: field(2, 'Nickel') }, notes: '' },
    ),
    told('file attached', null, then('receipt.pdf', receipt)),
    told('file attached', null, then('photo.png', photo)),
    told('file renamed', then('receipt.pdf', receipt), then('bill.pdf', receipt)),
    told('files reordered', { remotes: [manual, receipt] }, { remotes: [receipt, manual] }),
    told('file deleted', then('photo.png', photo), null),
    told('file restored', null, then('photo.png', photo)),
    told('item deleted', { name: called, trashID: item.trashID }, null),
    told('item restored', null, { name: called }),
    told('room deleted', { name: 'Pantry' }, null),
    told('room restored', null, { name: 'Pantry' }),
    told('project deleted', { name: 'Maple Street' }, null),
    told('project created', null, { name: 'Maple Street', ...place }),
    told('project restored', null, { name: 'Maple Street (restored)' }),
  ])
  expect(labels.map(({ label }) => label).slice(0, 3)).toEqual(['Brand', 'Model Number', 'Finish'])

  const { id: userID } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  for (const { who, user_id } of events) expect([who, user_id]).toEqual(['robin', userID])
  const [created, , , changed, itemCreated] = events
  expect(created).toMatchObject({ project_id: projectID, room_id: null, item_id: null })
  expect(changed).toMatchObject({
    project_id: projectID,
    room_id: roomID,
    item_id: null,
    at: clock.now().toISOString(),
  })
  expect(itemCreated).toMatchObject({ project_id: projectID, room_id: roomID, item_id: itemID })
  expect(Date.parse(changed?.at ?? '') - Date.parse(created?.at ?? '')).toBe(MINUTE)
})

test('permanent deletions leave an event with their cause, and a deleted project takes its events with it', async () => {
  const { app, services, newUser, clock } = await startTestApp()
  const { db } = services
  await guardEvents(db)
  const robin = await newUser('robin')
  const projectID = await robin.newProject()
  const roomID = await robin.newRoom(projectID)
  const remote = await oneFile(robin, 'a.txt')
  const itemID = await robin.newItem(projectID, roomID, { field1: 'Castellan' }, filesJSON([{ name: 'a.txt', remote }]))
  const attic = await robin.newRoom(projectID, 'Attic')
  await robin.must(deleteItemFile, { query: { itemID, remote } })
  const { trashID } = await robin.must(deleteItem, { query: { itemID } })
  await robin.must(deleteRoom, { query: { roomID: attic } })
  await robin.must(deletePermanently, { query: { trashID } })
  clock.turn(31 * DAY)
  await sweep(services)
  const events = await eventsIn(db)
  expect(events.filter(({ kind }) => kind.endsWith('removed'))).toMatchObject([
    {
      kind: 'item removed',
      who: 'robin',
      item_id: itemID,
      before: { name: 'Castellan' },
      after: null,
    },
    { kind: 'room removed', who: '', user_id: null, room_id: attic, item_id: null, before: { name: 'Attic' } },
  ])

  const back = await signIn(app, 'robin')
  const other = await back.newProject('Birch Lane')
  const gone = await back.must(deleteProject, { query: { projectID } })
  await back.must(deletePermanently, { query: { trashID: gone.trashID } })
  expect((await eventsIn(db)).map(({ project_id }) => project_id)).toEqual([other])
  await back.must(deleteMyAccount, { body: { currentPass: PASSWORD } })
  expect(await eventsIn(db)).toEqual([])
})

test('a file that is deleted automatically leaves an event', async () => {
  const { services, newUser } = await startTestApp()
  const robin = await newUser('robin')
  const projectID = await robin.newProject()
  const roomID = await robin.newRoom(projectID)
  const remote = await oneFile(robin, 'a.txt')
  const twice = filesJSON([
    { name: 'a.txt', remote },
    { name: 'b.txt', remote },
  ])
  const itemID = await robin.newItem(projectID, roomID, {}, twice)
  const files = filesJSON([{ name: 'a.txt', remote }])
  await robin.must(updateItem, { body: { itemID, inputs: {}, files } })
  await robin.must(deleteItemFile, { query: { itemID, remote } })
  const [entry] = await robin.must(listTrash, {})
  await robin.must(deletePermanently, { query: { trashID: entry?.trashID ?? 0 } })
  const events = await eventsIn(services.db)
  expect(events.slice(3).map(({ kind, before }) => ({ kind, before }))).toEqual([
    { kind: 'file removed', before: { remote, name: 'b.txt' } },
    { kind: 'file deleted', before: { remote, name: 'a.txt' } },
    { kind: 'file removed', before: { remote, name: 'a.txt' } },
  ])
})

test('refused calls and calls that change nothing leave no event', async () => {
  const { services, newUser } = await startTestApp()
  const robin = await newUser('robin')
  const projectID = await robin.newProject()
  const roomID = await robin.newRoom(projectID)
  const inputs = { field1: 'Castellan' }
  const itemID = await robin.newItem(projectID, roomID, inputs)
  await robin.newProject('Birch Lane')
  const { project } = await robin.must(getProject, { query: { projectID } })
  const events = await eventsIn(services.db)

  const { name, client, address, address2, city, state, zip } = project
  const same = { name, client, address, address2, city, state, zip }
  await robin.must(updateProject, { body: { projectID, inputs: same } })
  await robin.must(updateRoom, { body: { roomID, roomName: 'Kitchen' } })
  expect((await robin.must(updateItem, { body: { itemID, inputs } })).version).toBe(2)
  const taken = { projectID, inputs: { ...INPUTS, name: 'Birch Lane' } }
  expect((await robin.call(updateProject, { body: taken })).status).toBe(409)
  const stale = { itemID, inputs: { field1: 'Brass' }, version: 1 }
  expect((await robin.call(updateItem, { body: stale })).status).toBe(409)
  const lost = { itemID, inputs: { field1: 'Brass' }, files: filesJSON([{ name: 'a', remote: 'A'.repeat(22) }]) }
  expect((await robin.call(updateItem, { body: lost })).status).toBe(404)
  expect((await robin.call(createSampleProject, {})).status).toBe(201)
  const more = await eventsIn(services.db)
  expect(more.slice(0, events.length)).toEqual(events)
  expect(more[events.length]).toMatchObject({ kind: 'project created', after: { sample: true } })
  expect((await robin.call(createSampleProject, {})).status).toBe(409)
  expect(await eventsIn(services.db)).toHaveLength(more.length)
})

test('an event keeps the name that its author had then, even after the account is deleted', async () => {
  const { services, newUser } = await startTestApp()
  const { db } = services
  await guardEvents(db)
  const robin = await newUser('robin')
  const editor = await newUser('editor')
  const projectID = await robin.newProject()
  const { id } = await db.selectFrom('users').select('id').where('username', '=', 'editor').executeTakeFirstOrThrow()
  await db.insertInto('project_members').values({ project_id: projectID, user_id: id, role: 'editor' }).execute()
  const roomID = await editor.newRoom(projectID, 'Attic')
  await editor.must(deleteMyAccount, { body: { currentPass: PASSWORD } })
  expect((await eventsIn(db)).slice(-2)).toMatchObject([
    { kind: 'room created', room_id: roomID, who: 'editor', user_id: id },
    { kind: 'member left', room_id: null, who: 'editor', user_id: id },
  ])
})
