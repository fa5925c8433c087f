import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import {
  endCalendarAddress,
  getCalendarAddress,
  renewCalendarAddress,
} from '../../../src/shared/upkeep/calendar.api.ts'
import { updateItem } from '../../../src/shared/items/items.api.ts'
import { removeMember } from '../../../src/shared/sharing/members.api.ts'
import { setUserLock } from '../../../src/shared/identity/people.api.ts'
import { updateReminders } from '../../../src/shared/upkeep/reminders.api.ts'
import { Role } from '../../../src/shared/contract/roles.ts'
import { updateRoom } from '../../../src/shared/projects/rooms.api.ts'
import { createTask, markTaskDone, MOST_TASKS, putOffTask, type Repeats } from '../../../src/shared/upkeep/tasks.api.ts'
import { unscoped } from '../../../src/server/platform/db/access/unscoped.ts'
import { addMember } from '../../support/members.ts'
import { startTestApp, type TestApp } from '../../support/test-app.ts'

const MONTHLY = { every: 1, unit: 'month', fromDone: false } as const
const FROM_DONE = { every: 6, unit: 'month', fromDone: true } as const

const start = async () => {
  const started = await startTestApp()
  const user = await started.newUser('robin')
  const projectID = await user.newProject('Maple; Street, "№ 4"')
  const roomID = await user.newRoom(projectID)
  const newTask = async (name: string, day: string, repeats: Repeats = null, note = '') =>
    (await user.must(createTask, { body: { projectID, roomID, inputs: { name, day, repeats, note } } })).taskID
  const address = new URL((await user.must(renewCalendarAddress, {})).address ?? '').pathname
  return { ...started, user, projectID, roomID, newTask, address }
}

const read = async ({ app }: Pick<TestApp, 'app'>, url: string) => {
  const answer = await app.inject({ url })
  return { status: answer.statusCode, headers: answer.headers, text: answer.body }
}

/** Parsed by another library. */
const eventsIn = (text: string) =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((each) => new ICAL.Event(each))

test('the calendar has tasks and ends as whole days, also for another library', async () => {
  const started = await start()
  const { user, projectID, roomID, newTask, address, clock } = started
  const itemID = await user.newItem(projectID, roomID, { field1: 'Castellan', field6: '2099-02-10' })
  const name = 'Filter; tausche, \\ '.concat('ß🙂'.repeat(15))
  const monthly = await newTask(name, '2031-01-31', MONTHLY, 'One\nTwo; three, four \\ five')
  await newTask('From Done', '2031-05-01', FROM_DONE)
  await newTask('Once', '2030-05-01')
  const { status, headers, text } = await read(started, address)
  expect([status, headers['content-type'], headers['cache-control']]).toEqual([
    ...[200, 'text/calendar; charset=utf-8', 'private, no-store'],
  ])
  expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true)
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  const events = eventsIn(text)
  expect(events.map(({ summary, startDate }) => [summary, startDate.toString(), startDate.isDate])).toEqual([
    ['Once', '2030-05-01', true],
    [name, '2031-01-31', true],
    ['From Done', '2031-05-01', true],
    ['Warranty for Castellan ends', '2099-02-10', true],
  ])
  expect([events[1]?.description, events[1]?.location]).toEqual([
    'One\nTwo; three, four \\ five',
    'Maple; Street, "№ 4", Kitchen',
  ])
  expect(events[3]?.component.getFirstPropertyValue('url')).toContain(`/edititem?itemID=${itemID}`)
  // Only certain dates recur: not the last days of short months.
  const days = events[1]?.iterator()
  expect([1, 2, 3].map(() => days?.next()?.toString())).toEqual(['2031-01-31', '2031-02-28', '2031-03-31'])
  expect([events[0]?.isRecurring(), events[2]?.isRecurring()]).toEqual([false, false])

  // The same event continues with its next day.
  await user.must(markTaskDone, { body: { taskID: monthly, version: 1, day: '2031-01-31' } })
  clock.turn(60_000)
  const after = eventsIn((await read(started, address)).text).find(({ uid }) => uid === events[1]?.uid)
  expect([after?.startDate.toString(), after?.sequence]).toEqual(['2031-02-28', 2])
  const goesOn = after?.iterator()
  expect([1, 2].map(() => goesOn?.next()?.toString())).toEqual(['2031-02-28', '2031-03-31'])
})

test('a changed date raises the sequence of its event, and both kinds of events have alarms', async () => {
  const started = await start()
  const { user, projectID, roomID, newTask, address } = started
  const itemID = await user.newItem(projectID, roomID, { field1: 'Castellan', field6: '2099-12-31' })
  await newTask('Filter', '2031-01-31')
  const eventOfEnd = async () => eventsIn((await read(started, address)).text).find(({ uid }) => uid.startsWith('end-'))
  const before = await eventOfEnd()
  await user.must(updateItem, { body: { itemID, inputs: { field6: '2099-06-30' } } })
  const after = await eventOfEnd()
  expect([after?.uid, after?.startDate.toString()]).toEqual([before?.uid, '2099-06-30'])
  expect(Number(after?.sequence)).toBeGreaterThan(Number(before?.sequence))
  const alarms = eventsIn((await read(started, address)).text).map(({ component }) =>
    component.getFirstSubcomponent('valarm')?.getFirstPropertyValue('trigger')?.toString(),
  )
  expect(alarms).toEqual(['PT9H', '-P13DT15H'])
})

test('LAST-MODIFIED is the last change of a date, a day or the name of a place', async () => {
  const started = await start()
  const { user, projectID, roomID, newTask, address, clock } = started
  const itemID = await user.newItem(projectID, roomID, { field1: 'Castellan', field6: '2099-12-31' })
  const taskID = await newTask('Filter', '2031-01-31', MONTHLY)
  const told = async () => {
    const events = eventsIn((await read(started, address)).text)
    return ['task-', 'end-'].map((kind) =>
      events
        .find(({ uid }) => uid.startsWith(kind))
        ?.component.getFirstPropertyValue('last-modified')
        ?.toString(),
    )
  }
  const at = () => `${clock.now().toISOString().slice(0, 19)}Z`
  const times = { created: at(), put: '', dated: '', renamed: '' }
  expect(await told()).toEqual([times.created, times.created])
  clock.turn(60_000)
  times.put = at()
  await user.must(putOffTask, { body: { taskID, version: 1, day: '2031-02-10' } })
  expect(await told()).toEqual([times.put, times.created])
  clock.turn(60_000)
  times.dated = at()
  await user.must(updateItem, { body: { itemID, inputs: { field6: '2099-06-30' } } })
  expect(await told()).toEqual([times.put, times.dated])
  clock.turn(60_000)
  times.renamed = at()
  await user.must(updateRoom, { body: { roomID, roomName: 'Pantry' } })
  expect(await told()).toEqual([times.renamed, times.renamed])
})

test('a task on the 30th recurs over every February, and a postponed one by its rule', async () => {
  const started = await start()
  const { user, newTask, address } = started
  const inCalendar = async () => {
    const events = eventsIn((await read(started, address)).text)
    expect(new Set(events.map(({ uid }) => uid)).size).toBe(events.length)
    const days = events.flatMap((event) => {
      const all = event.iterator()
      return Array.from({ length: event.isRecurring() ? 4 : 1 }, () => all.next()?.toString() ?? '')
    })
    return days.sort().slice(0, 4)
  }
  const taskID = await newTask('Filter', '2031-01-30', MONTHLY)
  expect(await inCalendar()).toEqual(['2031-01-30', '2031-02-28', '2031-03-30', '2031-04-30'])
  await user.must(putOffTask, { body: { taskID, version: 1, day: '2031-02-10' } })
  expect(await inCalendar()).toEqual(['2031-02-10', '2031-02-28', '2031-03-30', '2031-04-30'])
})

test("an end is in the calendar until its day is over in the owner's time zone", async () => {
  const started = await start()
  const { user, projectID, roomID, address, clock } = started
  const today = new Date(clock.now()).toISOString().slice(0, 10)
  await user.newItem(projectID, roomID, { field1: 'Castellan', field6: today })
  await user.must(updateReminders, { body: { zone: 'Pacific/Honolulu' } })
  clock.turn(Date.parse(today) + 30 * 60 * 60_000 - clock.now().getTime())
  const names = async () => eventsIn((await read(started, address)).text).map(({ summary }) => summary)
  // Six in the morning in UTC is still the previous evening.
  expect(await names()).toEqual(['Warranty for Castellan ends'])
  clock.turn(5 * 60 * 60_000)
  expect(await names()).toEqual([])
})

test('control characters are removed, and long lines of any script survive parsing', async () => {
  const started = await start()
  const { user, projectID, roomID, newTask, address } = started
  const notes = ['a'.repeat(200), 'ä'.repeat(200), '🙂'.repeat(100), 'a🙂漢ß'.repeat(40), `${'x'.repeat(62)}ß`]
  for (const note of notes) await newTask('Long', '2031-01-31', null, note)
  await newTask('Filter', '2031-02-01', null, 'One\u0007\u001b[31m\ttwo\u007f\r\nthree')
  await user.newItem(projectID, roomID, { field1: 'Cas\u0007tellan', field6: '2099-02-10' })
  const { text } = await read(started, address)
  expect(text.replace(/\r\n/g, '')).not.toMatch(/(?!\t)\p{Cc}/u)
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  const events = eventsIn(text)
  expect(events.slice(0, notes.length).map(({ description }) => description)).toEqual(notes)
  expect(events[notes.length]?.description).toMatch(/^One +\[31m\ttwo ?\nthree$/)
})

test('programs that ask for its head first, or put something behind its address, get it', async () => {
  const started = await start()
  const head = await started.app.inject({ method: 'HEAD', url: started.address })
  expect([head.statusCode, head.body]).toEqual([200, ''])
  expect((await read(started, `${started.address}?x=1`)).status).toBe(200)
  // As it is copied from a chat or a quote.
  for (const sign of ['。', '”', '\u200b'])
    expect((await read(started, started.address + encodeURIComponent(sign))).status).toBe(200)
})

test('an address is shown to its owner, renewed and revoked, and the old one stops working', async () => {
  const started = await start()
  const { user, address } = started
  const shown = await user.must(getCalendarAddress, {})
  expect([new URL(shown.address ?? '').pathname, shown.isOn]).toEqual([address, true])
  expect(address).toMatch(/^\/calendar\/[\w-]{43}\.ics$/)
  const renewed = new URL((await user.must(renewCalendarAddress, {})).address ?? '').pathname
  expect([(await read(started, address)).status, (await read(started, renewed)).status]).toEqual([404, 200])
  expect(await user.must(endCalendarAddress, {})).toEqual({ address: null, isOn: false })
  expect((await read(started, renewed)).status).toBe(404)
  expect(await user.must(getCalendarAddress, {})).toEqual({ address: null, isOn: false })
  const row = await started.services.db.selectFrom('calendars').selectAll().execute()
  expect(row).toEqual([])
})

test('it omits homes that its owner can no longer read, and is empty while they are locked', async () => {
  const started = await start()
  const { services, newUser, user, projectID, newTask } = started
  await newTask('Filter', '2031-01-31')
  const viewer = await newUser('avery')
  const userID = await addMember(services.db, projectID, 'avery', 'viewer')
  const theirs = new URL((await viewer.must(renewCalendarAddress, {})).address ?? '').pathname
  const seen = async () => eventsIn((await read(started, theirs)).text).map(({ summary }) => summary)
  expect(await seen()).toEqual(['Filter'])
  await user.must(removeMember, { query: { projectID, userID } })
  expect(await seen()).toEqual([])
  const admin = await newUser('admin', [Role.Admin])
  await admin.must(setUserLock, { body: { userID, locked: true } })
  expect((await read(started, theirs)).status).toBe(404)
})

test('five hundred tasks need two statements besides the lookup of the address', async () => {
  const started = await start()
  const { services, statements, newTask, address } = started
  await newTask('First', '2031-01-31', MONTHLY)
  const count = async () => {
    const before = statements()
    const { text } = await read(started, address)
    return [eventsIn(text).length, statements() - before]
  }
  expect(await count()).toEqual([1, 3])
  const { db } = services
  const { id: _, ...row } = await unscoped(db).selectFrom('tasks').selectAll().executeTakeFirstOrThrow()
  await unscoped(db)
    .insertInto('tasks')
    .values(Array.from({ length: MOST_TASKS - 1 }, () => row))
    .execute()
  expect(await count()).toEqual([MOST_TASKS, 3])
})

test('guessing addresses is throttled, and valid ones are not', async () => {
  const started = await start()
  const statuses = new Set<number>()
  for (let n = 0; n < 65; n++) statuses.add((await read(started, `/calendar/${'A'.repeat(40)}${100 + n}.ics`)).status)
  expect([...statuses]).toEqual([404, 429])
  expect((await read(started, started.address)).status).toBe(200)
})

test('its address is in no log line', async () => {
  const started = await startTestApp({ logLevel: 'trace' })
  const user = await started.newUser('robin')
  const url = new URL((await user.must(renewCalendarAddress, {})).address ?? '').pathname
  expect((await read(started, url)).status).toBe(200)
  await user.must(endCalendarAddress, {})
  expect((await read(started, url)).status).toBe(404)
  const token = url.split('/').at(-1)?.replace('.ics', '') ?? ''
  expect(token).toHaveLength(43)
  const log = JSON.stringify(started.log)
  expect(log).not.toContain(token)
})
