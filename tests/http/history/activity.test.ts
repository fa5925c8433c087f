import { sql, type SelectQueryBuilder } from 'kysely'
import { expect, test } from 'vitest'
import { getActivity, markActivitySeen } from '../../../src/shared/history/activity.api.ts'
import { deleteItem, getItem, updateItem } from '../../../src/shared/items/items.api.ts'
import { getProject, updateProject } from '../../../src/shared/projects/projects.api.ts'
import { createRoom, deleteRoom, updateRoom } from '../../../src/shared/projects/rooms.api.ts'
import { setLabel } from '../../../src/shared/items/bulk/bulk-changes.api.ts'
import { deletePermanently } from '../../../src/shared/history/trash.api.ts'
import { eventsOf } from '../../../src/server/history/activity.repo.ts'
import { mintActor } from '../../../src/server/platform/db/actor.ts'
import { itemWithChanges } from '../../../src/server/items/read-items.repo.ts'
import { newEvents, peopleOfEvents } from '../../../src/server/history/activity.access.ts'
import { isoTime } from '../../../src/server/platform/lib/clock.ts'
import { ENGINE } from '../../support/database.ts'
import { addMember } from '../../support/members.ts'
import { roomTypeID, startTestApp, type Client, type TestApp } from '../../support/test-app.ts'

const ADDRESS = { name: 'Maple Street', address: '418 Maple Street', city: 'Burlington', state: 'VT', zip: '05401' }
const MINUTE = 60_000
const NO_SWATCH = { beforeSample: null, afterSample: null }

const home = async () => {
  const started = await startTestApp()
  const owner = await started.newUser('robin')
  const projectID = await owner.newProject()
  const roomID = await owner.newRoom(projectID)
  const itemID = await owner.newItem(projectID, roomID, { field1: 'Castellan' })
  const member = async (name: string, role: 'editor' | 'viewer') => {
    const client = await started.newUser(name)
    await addMember(started.services.db, projectID, name, role)
    return client
  }
  return { ...started, owner, projectID, roomID, itemID, member }
}

const activity = (client: Client, projectID: number, more: { userID?: number; before?: number } = {}) =>
  client.must(getActivity, { query: { projectID, ...more } })
const newsOf = async (client: Client, projectID: number) =>
  (await client.must(getProject, { query: { projectID } })).news

const fill = async ({ services }: Pick<TestApp, 'services'>, projectID: number, count: number, person?: number) => {
  const { db } = services
  const { id, username } = await db
    .selectFrom('users')
    .select(['id', 'username'])
    .$if(person !== undefined, (query) => query.where('id', '=', person ?? 0))
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  const event = {
    ...{
      project_id: projectID,
      at: isoTime(services.clock),
      user_id: id,
      who: username,
      room_id: null,
      item_id: null,
    },
    ...{ kind: 'project changed' as const, before: '{"city":"Bristol"}', after: '{"city":"Burlington"}' },
  }
  for (let done = 0; done < count; done += 1000)
    await db
      .insertInto('events')
      .values(Array.from({ length: Math.min(1000, count - done) }, () => event))
      .execute()
  return { userID: id, username }
}

test('a project lists who did what in it, newest first: to itself, its rooms, its items and files', async () => {
  const { owner, member, projectID, roomID, itemID } = await home()
  const editor = await member('casey', 'editor')
  const viewer = await member('avery', 'viewer')
  await owner.must(updateProject, { body: { projectID, inputs: { ...ADDRESS, city: 'Bristol' } } })
  await editor.must(updateRoom, { body: { roomID, roomName: 'Pantry' } })
  await editor.must(updateItem, { body: { itemID, inputs: { field1: 'Marlow', notes: 'Shiny' } } })
  const [file] = await editor.upload([{ name: 'manual.txt', bytes: Buffer.from('how to') }])
  const files = JSON.stringify({ 'manual.txt': file?.remote })
  await editor.must(updateItem, { body: { itemID, inputs: {}, files } })
  const { trashID } = await editor.must(deleteItem, { query: { itemID } })

  const { projectName, people, events, older } = await activity(viewer, projectID)
  expect([projectName, older]).toEqual(['Maple Street', null])
  expect(people).toEqual([
    { userID: expect.any(Number), who: 'casey', name: 'Robin Sample' },
    { userID: expect.any(Number), who: 'robin', name: 'Robin Sample' },
  ])
  const room = { roomID, name: 'Pantry' }
  const item = { itemID: null, title: 'Marlow' }
  const none = { name: 'Robin Sample', room: null, item: null, changes: [], was: null, is: null }
  const text = (name: string, before: string, after: string) => ({ label: '', text: name, before, after, ...NO_SWATCH })
  expect(events.map(({ eventID: _, at: _at, userID: _user, isNew: _new, ...rest }) => rest)).toEqual([
    { ...none, who: 'casey', kind: 'item deleted', room, item, was: 'Marlow' },
    { ...none, who: 'casey', kind: 'file attached', room, item, is: 'manual.txt' },
    {
      ...{ ...none, who: 'casey', kind: 'item changed', room, item },
      changes: [
        { label: 'Brand', text: null, before: 'Castellan', after: 'Marlow', ...NO_SWATCH },
        text('notes', '', 'Shiny'),
      ],
    },
    { ...none, who: 'casey', kind: 'room changed', room, changes: [text('name', 'Kitchen', 'Pantry')] },
    { ...none, who: 'robin', kind: 'project changed', changes: [text('city', 'Burlington', 'Bristol')] },
    {
      ...{ ...none, who: 'robin', kind: 'item created', room, item, is: 'Faucet' },
      changes: [{ label: 'Brand', text: null, before: '', after: 'Castellan', ...NO_SWATCH }],
    },
    { ...none, who: 'robin', kind: 'room created', room, is: 'Kitchen' },
    { ...none, who: 'robin', kind: 'project created', is: 'Maple Street' },
  ])

  await owner.must(deletePermanently, { query: { trashID } })
  const [gone] = (await activity(viewer, projectID)).events
  expect(gone).toMatchObject({ kind: 'item removed', item: { itemID: null, title: 'Marlow' }, was: 'Marlow' })
  await owner.must(deleteRoom, { query: { roomID } })
  expect((await activity(viewer, projectID)).events[0]).toMatchObject({ room: { roomID: null, name: 'Pantry' } })
})

test('a changed date is kept as a date, so that each reader gets their format; a date of many items is words', async () => {
  const { owner, projectID, itemID } = await home()
  const label = 'Warranty Expires'
  await owner.must(updateItem, { body: { itemID, inputs: { field1: 'Marlow', field6: '2031-04-03' } } })
  const { labels } = await owner.must(getItem, { query: { itemID } })
  const propID = labels.find((one) => one.label === label)?.propID ?? 0
  const roomID = await owner.newRoom(projectID)
  const itemIDs = [itemID, await owner.newItem(projectID, roomID, { field1: 'Castellan' })]
  await owner.must(setLabel, { body: { itemIDs, propID, value: '2032-05' } })
  const { events } = await activity(owner, projectID)
  expect(events[0]).toMatchObject({ kind: 'items changed', is: `${label} on 2 items: May 2032` })
  expect(events.find(({ kind }) => kind === 'item changed')?.changes).toEqual([
    { label: 'Brand', text: null, before: 'Castellan', after: 'Marlow', ...NO_SWATCH },
    { label, text: null, kind: 'end', before: '', after: '2031-04-03', ...NO_SWATCH },
  ])
})

test('activity comes in pages of fifty, of everybody or of one person, with dates', async () => {
  const { owner, member, services, projectID } = await home()
  const editor = await member('casey', 'editor')
  await fill({ services }, projectID, 55)
  await editor.newRoom(projectID, 'Attic')
  const first = await activity(owner, projectID)
  expect(first.events).toHaveLength(50)
  const rest = await activity(owner, projectID, { before: first.older ?? 0 })
  expect([rest.events.length, rest.older]).toEqual([9, null])
  const casey = first.people.find(({ who }) => who === 'casey')?.userID ?? 0
  const hers = await activity(owner, projectID, { userID: casey })
  expect(hers.events.map(({ kind }) => kind)).toEqual(['room created'])
  expect(hers.events[0]?.at).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/)
})

test('changes by others are new until the reader looks', async () => {
  const { owner, member, clock, projectID, roomID, itemID } = await home()
  expect(await newsOf(owner, projectID)).toBeNull()
  const made = (await activity(owner, projectID)).events.at(-1)?.at
  const editor = await member('casey', 'editor')
  const viewer = await member('avery', 'viewer')
  clock.turn(MINUTE)
  await editor.must(updateItem, { body: { itemID, inputs: { field1: 'Marlow' } } })
  await owner.must(updateRoom, { body: { roomID, roomName: 'Pantry' } })
  await editor.newRoom(projectID, 'Attic')
  const attic = (await activity(owner, projectID)).events[0]?.room?.roomID
  expect(await newsOf(owner, projectID)).toEqual({
    since: made,
    changes: 2,
    people: ['Robin Sample'],
    roomIDs: [roomID, attic],
  })
  // A reader who has done nothing there has not looked yet.
  expect(await newsOf(viewer, projectID)).toMatchObject({ since: null, changes: 6, people: ['Robin Sample'] })

  const { events } = await activity(owner, projectID)
  expect(events.map(({ isNew }) => isNew)).toEqual([true, false, true, false, false, false])
  const latest = events[0]?.eventID ?? 0
  await owner.must(markActivitySeen, { body: { projectID, eventID: latest } })
  expect(await newsOf(owner, projectID)).toBeNull()
  expect((await activity(owner, projectID)).events.some(({ isNew }) => isNew)).toBe(false)
  expect(await newsOf(viewer, projectID)).not.toBeNull()

  clock.turn(MINUTE)
  const when = clock.now().toISOString()
  await owner.must(markActivitySeen, { body: { projectID, eventID: 1 } })
  await editor.newRoom(projectID, 'Cellar')
  expect(await newsOf(owner, projectID)).toMatchObject({ since: when, changes: 1, people: ['Robin Sample'] })
  // Marks only past events as seen, not future ones.
  await owner.must(markActivitySeen, { body: { projectID, eventID: Number.MAX_SAFE_INTEGER } })
  await editor.newRoom(projectID, 'Porch')
  expect(await newsOf(owner, projectID)).toMatchObject({ changes: 1 })
})

test('among 10,000 events, activity and new events are found by an index in as many statements as among ten', async () => {
  const { owner, member, services, statements, projectID, itemID } = await home()
  const { db } = services
  const others = await owner.newProject('Birch Lane')
  const editor = await member('casey', 'editor')
  const roomType = await roomTypeID(owner, 'Kitchen')
  const cost = async (call: () => Promise<unknown>) => {
    const before = statements()
    await call()
    return statements() - before
  }
  const asked = async () => ({
    activity: await cost(() => activity(owner, projectID)),
    project: await cost(() => owner.must(getProject, { query: { projectID } })),
  })
  const readerOfSession = 1
  expect(await asked()).toEqual({ activity: readerOfSession + 2, project: readerOfSession + 1 })
  const { userID, username } = await fill({ services }, projectID, 10_000)
  // The project has so few of the events that no engine would scan all of them instead.
  for (let times = 0; times < 4; times++)
    await sql`insert into events (project_id, at, user_id, who, room_id, item_id, kind, before, after)
      select ${others}, at, user_id, who, room_id, item_id, kind, before, after
      from events`.execute(db)
  await editor.must(createRoom, { body: { projectID, roomType, roomName: 'Attic' } })
  expect(await asked()).toEqual({ activity: readerOfSession + 2, project: readerOfSession + 1 })
  expect((await activity(owner, projectID)).people).toHaveLength(2)
  expect(await newsOf(owner, projectID)).toMatchObject({ changes: 1, people: ['Robin Sample'] })

  // Autovacuum would do this after a while; until then PostgreSQL checks the access to each event by lookup.
  await sql.raw(ENGINE === 'SQLite' ? 'analyze' : 'vacuum analyze').execute(db)
  const actor = mintActor({
    userID,
    username,
    roles: [],
    sessionID: 1,
    mustChangePassword: false,
    mustSetUpSecondFactor: false,
  })
  const planOf = async <DB, Tables extends keyof DB, Row>(query: SelectQueryBuilder<DB, Tables, Row>) => {
    const rows = await query.explain(undefined, ENGINE === 'SQLite' ? sql`query plan` : undefined)
    return rows.map((row) => JSON.stringify(row)).join('\n')
  }
  const statementsOfThese = [
    eventsOf(db, actor, { projectID }),
    eventsOf(db, actor, { projectID, userID }),
    peopleOfEvents(db, projectID),
    newEvents(db, actor, projectID),
  ]
  const item = await planOf(itemWithChanges(db, { actor, itemID }) as SelectQueryBuilder<never, never, unknown>)
  expect(item).toMatch(/events_item/)
  expect(item).not.toMatch(/SCAN events|Seq Scan on events/)
  for (const query of statementsOfThese) {
    const plan = await planOf(query as SelectQueryBuilder<never, never, unknown>)
    expect(plan).toMatch(/events_project/)
    expect(plan).not.toMatch(/SCAN events|Seq Scan on events|Bitmap Heap Scan on events|SCAN latest USING|Hash Join/)
  }
})
