import { expect, test } from 'vitest'
import { getActivity } from '../../../src/shared/history/activity.api.ts'
import { copyItem, copyProject } from '../../../src/shared/items/bulk/copies.api.ts'
import { getHistory } from '../../../src/shared/history/history.api.ts'
import { createItem, deleteItem } from '../../../src/shared/items/items.api.ts'
import { moveItems, moveRooms } from '../../../src/shared/items/bulk/moves.api.ts'
import { deleteProject } from '../../../src/shared/projects/projects.api.ts'
import { deleteRoom } from '../../../src/shared/projects/rooms.api.ts'
import {
  createTask,
  declineSuggestion,
  deleteTask,
  markTaskDone,
  listTaskSuggestions,
  MOST_TASKS,
  putOffTask,
  skipTask,
  updateTask,
  type Repeats,
} from '../../../src/shared/upkeep/tasks.api.ts'
import { deletePermanently, restore } from '../../../src/shared/history/trash.api.ts'
import { undo } from '../../../src/shared/history/undo.api.ts'
import { COMING_AT_ONCE, getUpcoming } from '../../../src/shared/upkeep/upcoming.api.ts'
import { unscoped } from '../../../src/server/platform/db/access/unscoped.ts'
import { accountExportOf } from '../../support/account-export.ts'
import { addMember } from '../../support/members.ts'
import { startTestApp, subcategoryIDs, type Client } from '../../support/test-app.ts'

const TODAY = '2031-01-31'
const MONTHLY = { every: 1, unit: 'month', fromDone: false } as const
const FROM_DONE = { every: 6, unit: 'month', fromDone: true } as const

const start = async () => {
  const started = await startTestApp()
  const user = await started.newUser('robin')
  const projectID = await user.newProject()
  const roomID = await user.newRoom(projectID)
  const itemID = await user.newItem(projectID, roomID, { field1: 'Castellan' })
  const newTask = async (name: string, day: string, repeats: Repeats = null, at: object = { itemID }) =>
    (await user.must(createTask, { body: { projectID, ...at, inputs: { name, day, repeats } } })).taskID
  return { ...started, user, projectID, roomID, itemID, newTask }
}

const tasksOf = async (client: Client, more: { projectID?: number; after?: string } = {}) =>
  (await client.must(getUpcoming, { query: { today: TODAY, ...more } })).tasks
const days = async (client: Client) => (await tasksOf(client)).map(({ name, day }) => `${day} ${name}`)
const versionOf = async (client: Client, taskID: number) =>
  (await tasksOf(client)).find((task) => task.taskID === taskID)?.version ?? 0

test('tasks of a home, a room and an item are listed with ends, with their parts, overdue ones first', async () => {
  const { user, projectID, roomID, itemID, newTask } = await start()
  await user.newItem(projectID, roomID, { field1: 'Marlow', field6: '2031-02-10' })
  const ofItem = await newTask('Change Filter', '2031-02-12', FROM_DONE)
  await newTask('Paint Ceiling', '2030-12-24', null, { roomID })
  await newTask('Test Alarms', '2031-02-05', MONTHLY, {})
  const all = await user.must(getUpcoming, { query: { today: TODAY } })
  expect(all.tasks.map(({ name, day, roomName, title }) => [day, name, roomName, title])).toEqual([
    ['2030-12-24', 'Paint Ceiling', 'Kitchen', null],
    ['2031-02-05', 'Test Alarms', null, null],
    ['2031-02-12', 'Change Filter', 'Kitchen', 'Castellan'],
  ])
  expect([all.coming.length, all.over]).toEqual([1, []])
  expect(all.tasks.at(-1)).toEqual({
    ...{ taskID: ofItem, name: 'Change Filter', note: '', day: '2031-02-12', repeats: FROM_DONE, doneOn: null },
    ...{ version: 1, projectID, projectName: 'Maple Street', roomID, roomName: 'Kitchen' },
    ...{ itemID, title: 'Castellan', sample: null, may: 'own' },
  })
})

test('a completed task recurs by its rule: from its day, or from its completion', async () => {
  const { user, projectID, itemID, newTask } = await start()
  const monthly = await newTask('Monthly', '2031-01-31', MONTHLY)
  const done = (taskID: number, version: number, day: string, note?: string) =>
    user.must(markTaskDone, { body: { taskID, version, day, ...(note !== undefined && { note }) } })
  expect((await done(monthly, 1, '2031-01-31')).day).toBe('2031-02-28')
  // Before its day, and long after it.
  expect((await done(monthly, 2, '2031-02-20')).day).toBe('2031-03-31')
  expect((await done(monthly, 3, '2031-07-04')).day).toBe('2031-07-31')

  const fromDone = await newTask('From Done', '2031-01-10', FROM_DONE)
  const answer = await done(fromDone, 1, '2031-08-31', ' The last one of the box. ')
  expect([answer.day, answer.message]).toEqual(['2032-02-29', 'Done: "From Done". Next on Feb 29, 2032.'])
  expect(await tasksOf(user)).toMatchObject([{ doneOn: '2031-07-04' }, { doneOn: '2031-08-31', version: 2 }])

  const once = await newTask('Once', '2031-01-10')
  expect((await done(once, 1, '2031-01-12')).day).toBe(null)
  expect(await days(user)).toEqual(['2031-07-31 Monthly', '2032-02-29 From Done'])

  const { events } = await user.must(getHistory, { query: { itemID } })
  expect(events.slice(0, 4).map(({ kind, is }) => [kind, is])).toEqual([
    ['task done', 'Once, Jan 12, 2031'],
    ['task created', 'Once, Jan 10, 2031'],
    ['task done', 'From Done, Aug 31, 2031: The last one of the box.'],
    ['task created', 'From Done, Jan 10, 2031, every 6 months'],
  ])
  const activity = await user.must(getActivity, { query: { projectID } })
  expect(activity.events[0]).toMatchObject({
    kind: 'task done',
    item: { title: 'Castellan' },
    is: 'Once, Jan 12, 2031',
  })
})

test('a task is postponed, skipped, changed and deleted, and the days of its rule stay', async () => {
  const { user, newTask } = await start()
  const taskID = await newTask('Filter', '2031-01-31', MONTHLY)
  await user.must(putOffTask, { body: { taskID, version: 1, day: '2031-02-07' } })
  expect(await days(user)).toEqual(['2031-02-07 Filter'])
  await user.must(skipTask, { body: { taskID, version: 2, today: TODAY } })
  expect(await days(user)).toEqual(['2031-02-28 Filter'])
  await user.must(updateTask, { body: { taskID, version: 3, inputs: { name: 'Air Filter', note: 'Attic' } } })
  await user.must(markTaskDone, { body: { taskID, version: 4, day: '2031-02-28' } })
  expect(await days(user)).toEqual(['2031-03-31 Air Filter'])
  // A day that was set is the new start.
  await user.must(updateTask, { body: { taskID, version: 5, inputs: { day: '2031-04-15' } } })
  await user.must(markTaskDone, { body: { taskID, version: 6, day: '2031-04-15' } })
  expect(await days(user)).toEqual(['2031-05-15 Air Filter'])
  await user.must(deleteTask, { query: { taskID } })
  expect(await days(user)).toEqual([])
})

test('a restored task has a new version, so that stale calls change nothing', async () => {
  const { user, newTask } = await start()
  const taskID = await newTask('Filter', '2031-01-31')
  for (const version of [1, 2, 3])
    await user.must(updateTask, { body: { taskID, version, inputs: { name: `Filter ${version}` } } })
  for (const end of [
    async () => user.must(deleteTask, { query: { taskID } }),
    async () => user.must(markTaskDone, { body: { taskID, version: await versionOf(user, taskID), day: TODAY } }),
  ]) {
    const last = await versionOf(user, taskID)
    const { eventID } = await end()
    await user.must(undo, { body: { eventID } })
    expect(await versionOf(user, taskID)).toBeGreaterThan(last)
    for (const version of [1, 2, 3, last]) {
      const stale = await user.call(updateTask, { body: { taskID, version, inputs: { name: 'Stale' } } })
      expect(stale.problem?.code).toBe('task_changed')
    }
    await user.must(updateTask, { body: { taskID, version: await versionOf(user, taskID), inputs: { note: 'Again' } } })
  }
})

test('each of these can be undone unless the task changed since', async () => {
  const { user, newTask } = await start()
  const taskID = await newTask('Filter', '2031-01-31', MONTHLY)
  const before = (await tasksOf(user))[0]
  const undoes = async (eventID: number) => (await user.must(undo, { body: { eventID } })).message
  const seen = async () => {
    const [task] = await tasksOf(user)
    return { ...task, version: before?.version }
  }
  const version = () => versionOf(user, taskID)
  for (const step of [
    async () => user.must(markTaskDone, { body: { taskID, version: await version(), day: TODAY } }),
    async () => user.must(putOffTask, { body: { taskID, version: await version(), day: '2031-05-01' } }),
    async () => user.must(skipTask, { body: { taskID, version: await version(), today: TODAY } }),
    async () => user.must(updateTask, { body: { taskID, version: await version(), inputs: { repeats: null } } }),
    async () => user.must(deleteTask, { query: { taskID } }),
  ]) {
    const { eventID } = await step()
    expect(await seen()).not.toEqual(before)
    expect(await undoes(eventID)).toBe('Restored task "Filter".')
    expect(await seen()).toEqual(before)
    expect((await user.call(undo, { body: { eventID } })).problem?.code).toBe('undone_already')
  }
  const once = await newTask('Once', '2031-01-01')
  const { eventID } = await user.must(markTaskDone, { body: { taskID: once, version: 1, day: TODAY } })
  await undoes(eventID)
  expect(await days(user)).toEqual(['2031-01-01 Once', '2031-01-31 Filter'])

  const put = await user.must(putOffTask, { body: { taskID, version: await version(), day: '2031-05-01' } })
  await user.must(updateTask, { body: { taskID, version: await version(), inputs: { note: 'Later' } } })
  expect((await user.call(undo, { body: { eventID: put.eventID } })).problem?.code).toBe('changed_since')
})

test('of two users who complete one task one succeeds, and the other gets a conflict', async () => {
  const { user, newTask } = await start()
  const taskID = await newTask('Filter', TODAY, MONTHLY)
  const answers = await Promise.all(
    [1, 2, 3].map(() => user.call(markTaskDone, { body: { taskID, version: 1, day: TODAY } })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  expect(answers.find(({ status }) => status === 409)?.problem?.code).toBe('task_changed')
  expect(await days(user)).toEqual(['2031-02-28 Filter'])
})

test('tasks of things in the trash are hidden, restored and deleted permanently with them', async () => {
  const { user, services, newUser, projectID, roomID, itemID, newTask } = await start()
  const ofItem = await newTask('Item', TODAY)
  await newTask('Room', TODAY, null, { roomID })
  await newTask('Home', TODAY, null, {})
  const viewer = await newUser('avery')
  await addMember(services.db, projectID, 'avery', 'viewer')
  const all = [`${TODAY} Item`, `${TODAY} Room`, `${TODAY} Home`]
  expect(await days(viewer)).toEqual(all)
  expect((await tasksOf(viewer)).map(({ may }) => may)).toEqual(['read', 'read', 'read'])

  const item = await user.must(deleteItem, { query: { itemID } })
  expect(await days(viewer)).toEqual(all.slice(1))
  expect((await user.call(markTaskDone, { body: { taskID: ofItem, version: 1 } })).status).toBe(404)
  await user.must(restore, { body: { trashID: item.trashID } })
  expect(await days(viewer)).toEqual(all)

  const room = await user.must(deleteRoom, { query: { roomID } })
  expect(await days(user)).toEqual(all.slice(2))
  await user.must(restore, { body: { trashID: room.trashID } })
  const project = await user.must(deleteProject, { query: { projectID } })
  expect(await days(user)).toEqual([])
  await user.must(restore, { body: { trashID: project.trashID } })
  expect(await days(user)).toEqual(all)

  const again = await user.must(deleteRoom, { query: { roomID } })
  await user.must(deletePermanently, { query: { trashID: again.trashID } })
  expect(await days(user)).toEqual(all.slice(2))
  const last = await user.must(deleteProject, { query: { projectID } })
  await user.must(deletePermanently, { query: { trashID: last.trashID } })
  expect(await unscoped(services.db).selectFrom('tasks').selectAll().execute()).toEqual([])
})

test('tasks move with a room to another home, and copies have none', async () => {
  const { user, projectID, roomID, itemID, newTask } = await start()
  await newTask('Item', TODAY)
  await newTask('Room', TODAY, null, { roomID })
  await newTask('Home', TODAY, null, {})
  await user.must(copyItem, { body: { itemID, roomIDs: [roomID] } })
  await user.must(copyProject, { body: { projectID, name: 'Second' } })
  const attic = await user.newRoom(projectID, 'Attic')
  await user.must(moveItems, { body: { itemIDs: [itemID], roomID: attic } })
  const cottage = await user.newProject('Cottage')
  const moved = await user.must(moveRooms, { body: { roomIDs: [roomID, attic], toProjectID: cottage } })
  const places = async () =>
    (await tasksOf(user)).map(({ name, projectName, roomName }) => [name, projectName, roomName])
  expect(await places()).toEqual([
    ['Item', 'Cottage', 'Attic'],
    ['Room', 'Cottage', 'Kitchen'],
    ['Home', 'Maple Street', null],
  ])
  await user.must(undo, { body: { eventID: moved.eventID ?? 0 } })
  expect((await places()).map(([, home]) => home)).toEqual(['Maple Street', 'Maple Street', 'Maple Street'])
})

test('it needs one statement for any number of homes, and pages of a hundred have no gap', async () => {
  const { user, statements, projectID, roomID, newTask } = await start()
  await newTask('First', '2031-02-01')
  const count = async () => {
    const before = statements()
    const { tasks } = await user.must(getUpcoming, { query: { today: TODAY } })
    return [tasks.length, statements() - before]
  }
  // The other is that of the session.
  expect(await count()).toEqual([1, 2])
  for (let n = 0; n < 12; n++) {
    const home = await user.newProject(`Home ${n}`)
    const inputs = { name: `Of ${n}`, day: '2031-03-01', repeats: null }
    await user.must(createTask, { body: { projectID: home, inputs } })
  }
  expect(await count()).toEqual([13, 2])
  for (let n = 0; n < COMING_AT_ONCE; n++) {
    const day = `2031-0${1 + (n % 6)}-1${n % 10}`
    if (n % 3 === 0) await user.newItem(projectID, roomID, { field6: day })
    else await newTask(`Task ${n}`, day)
  }
  const one = await user.must(getUpcoming, { query: { today: '2031-01-01' } })
  expect(one.coming.length + one.tasks.length).toBe(COMING_AT_ONCE)
  const rest = await user.must(getUpcoming, { query: { today: '2031-01-01', after: one.later ?? '' } })
  expect(rest.later).toBe(null)
  const all = [one, rest].map(({ coming, tasks }) => [...coming, ...tasks].map((each) => each.day).sort())
  expect((all[0]?.at(-1) ?? '') <= (all[1]?.[0] ?? '')).toBe(true)
  expect(all.flat().length).toBe(13 + COMING_AT_ONCE)
})

test('a home has a limited number of tasks', async () => {
  const { user, services, projectID, newTask } = await start()
  const first = await newTask('First', TODAY, null, {})
  const { db } = services
  const { id: _, ...row } = await unscoped(db)
    .selectFrom('tasks')
    .where('id', '=', first)
    .selectAll()
    .executeTakeFirstOrThrow()
  await unscoped(db)
    .insertInto('tasks')
    .values(Array.from({ length: MOST_TASKS - 1 }, () => row))
    .execute()
  const inputs = { name: 'One more', day: TODAY, repeats: null }
  expect((await user.call(createTask, { body: { projectID, inputs } })).problem?.code).toBe('too_many_tasks')
})

test('items suggest tasks, each of which is added or dismissed once', async () => {
  const { user, newUser, services, projectID, roomID } = await start()
  const suggested = async (client = user, more: { projectID?: number } = {}) =>
    (await client.must(listTaskSuggestions, { query: more })).suggestions.map(({ name, title }) => [name, title])
  expect(await suggested()).toEqual([])
  const appliance = await subcategoryIDs(user, 'Kitchen', 'Appliances', 'Dishwasher')
  const inputs = { field1: 'Brennholt' }
  const { itemID } = await user.must(createItem, {
    body: { projectID, roomID, ...appliance, inputs },
  })
  expect(await suggested()).toEqual([['Clean Dishwasher Filter', 'Brennholt']])
  expect(await suggested(user, { projectID })).toHaveLength(1)
  const [viewer, editor] = [await newUser('avery'), await newUser('casey')]
  await addMember(services.db, projectID, 'avery', 'viewer')
  await addMember(services.db, projectID, 'casey', 'editor')
  expect([await suggested(viewer), await suggested(editor)]).toEqual([[], [['Clean Dishwasher Filter', 'Brennholt']]])
  const suggestion = 'clean-dishwasher-filter'
  const { repeats } = (await user.must(listTaskSuggestions, { query: {} })).suggestions[0] ?? { repeats: null }
  const task = { name: 'Clean Dishwasher Filter', day: TODAY, repeats }
  await user.must(createTask, { body: { projectID, itemID, inputs: task, suggestion } })
  expect(await suggested()).toEqual([])

  await user.must(copyItem, { body: { itemID, roomIDs: [roomID] } })
  const [copy] = (await user.must(listTaskSuggestions, { query: {} })).suggestions
  await user.must(declineSuggestion, { body: { itemID: copy?.itemID ?? 0, suggestion } })
  expect(await suggested()).toEqual([])
  const wrong = await user.call(declineSuggestion, { body: { itemID, suggestion: 'dust-the-cat' } })
  expect([wrong.status, wrong.problem?.fields?.['suggestion']]).toEqual([400, expect.any(String)])
})

test('the export of an account has its tasks', async () => {
  const { user, newTask } = await start()
  await newTask('Change Filter', '2031-02-12', FROM_DONE)
  const { projects } = await accountExportOf(user)
  expect(projects[0]?.lines).toContainEqual({ task: expect.objectContaining({ name: 'Change Filter' }) })
})

test.each<[object, string]>([
  [{ name: '' }, 'name'],
  [{ day: '2031-02-30' }, 'day'],
  [{ repeats: { every: 0, unit: 'month', fromDone: false } }, 'every'],
  [{ repeats: { every: 1, unit: 'fortnight', fromDone: false } }, 'unit'],
])('an invalid task is refused by name: %j', async (wrong, field) => {
  const { user, projectID } = await start()
  const inputs = { name: 'Filter', day: TODAY, repeats: null, ...wrong }
  const { status, problem } = await user.call(createTask, { body: { projectID, inputs } } as never)
  expect([status, Object.keys(problem?.fields ?? {})]).toEqual([400, [field]])
})
