import { describe, expect, test } from 'vitest'
import { deleteMyAccount } from '../../../src/shared/identity/account.api.ts'
import { renewCalendarAddress } from '../../../src/shared/upkeep/calendar.api.ts'
import { getHistory } from '../../../src/shared/history/history.api.ts'
import { addItemFiles, filesJSON } from '../../../src/shared/items/items.api.ts'
import { removeMember } from '../../../src/shared/sharing/members.api.ts'
import { setUserLock } from '../../../src/shared/identity/people.api.ts'
import { getReminders, updateReminders } from '../../../src/shared/upkeep/reminders.api.ts'
import { Role } from '../../../src/shared/contract/roles.ts'
import { createTask, markTaskDone } from '../../../src/shared/upkeep/tasks.api.ts'
import { getUpcoming } from '../../../src/shared/upkeep/upcoming.api.ts'
import { DAY, HOUR, MINUTE } from '../../../src/server/platform/lib/clock.ts'
import { addMember } from '../../support/members.ts'
import { PASSWORD, startTestApp } from '../../support/test-app.ts'
import { TO, start, endLinkIn } from './reminders-fixture.ts'

describe('a reminder', () => {
  test('lists what is overdue, due this week and ends in 90 days, by home, with links, as text and HTML', async () => {
    const { user, projectID, roomID, on, task, look, morning, mails, newUser, db } = await start()
    const avery = await newUser('avery')
    await look()
    const beach = await avery.newProject('Beach House')
    await addMember(db, beach, 'robin', 'viewer')
    const drain = { name: 'Drain <Pipes>', day: on(3), repeats: null }
    await avery.must(createTask, { body: { projectID: beach, inputs: drain } })
    await task('Change Water Filter', on(-20))
    await task('Next Week', on(7))
    const itemID = await user.newItem(projectID, roomID, { field1: 'Castellan', field6: on(80) })
    await user.newItem(projectID, roomID, { field1: 'Marlow', field6: on(6) })
    await user.newItem(projectID, roomID, { field1: 'Far Off', field6: on(91) })
    await morning()
    const [mail] = mails()
    expect(mail?.subject).toBe('Coming up: 1 overdue, 2 this week, 1 in the next 90 days')
    const text = mail?.text ?? ''
    expect(text.indexOf('Maple Street')).toBeLessThan(text.indexOf('Beach House'))
    for (const words of [
      ...['Overdue since', 'Change Water Filter (Kitchen)', `https://homes.example/comingup?projectID=${projectID}`],
      ...['Warranty for Marlow ends (Kitchen)', 'Warranty for Castellan ends'],
      ...[`https://homes.example/edititem?itemID=${itemID}`, 'Drain <Pipes>'],
      ...[`https://homes.example/comingup?projectID=${beach}`, 'https://homes.example/comingup'],
    ])
      expect(text).toContain(words)
    expect(text).not.toMatch(/Next Week|Far Off/)
    const html = mail?.html ?? ''
    expect(html).toContain('Drain &lt;Pipes&gt;')
    expect(html).toContain(`href="https://homes.example/edititem?itemID=${itemID}"`)
    expect(html).toContain('prefers-color-scheme: dark')
    expect(mails('avery@example.com')).toHaveLength(1)
  })

  test('has no text of users who have not confirmed their address, and asks them to', async () => {
    const { app, on, task, morning, mails, db } = await start()
    await db.updateTable('users').set({ email_confirmed_at: null }).execute()
    await task('BUY NOW at evil.example', on(3))
    await morning()
    const [asking] = mails()
    const link = new URL(/https:\S+confirmemail\S+/.exec(asking?.text ?? '')?.[0] ?? '')
    for (const part of [asking?.subject, asking?.text, asking?.html]) {
      expect(part).toMatch(/1 this week|Confirm/)
      expect(part).not.toMatch(/evil|Maple|robin/)
    }
    expect(endLinkIn(asking).pathname).toMatch(/^\/endreminders\//)
    await app.inject({ method: 'POST', url: `${link.pathname}%E3%80%82` })
    await morning()
    expect(mails()[1]?.text).toContain('BUY NOW at evil.example')
  })

  test('is not sent if nothing is due', async () => {
    const { user, projectID, roomID, on, task, morning, mailServer } = await start()
    await task('In Two Weeks', on(14))
    await user.newItem(projectID, roomID, { field1: 'Castellan', field6: on(-10) })
    await user.newItem(projectID, roomID, { field1: 'Marlow', field6: on(95) })
    await morning()
    expect(mailServer.received).toEqual([])
  })

  test('mentions an end once within 90 days, and again in its week', async () => {
    const { user, projectID, roomID, on, morning, mails } = await start()
    await user.newItem(projectID, roomID, { field1: 'Castellan', field6: on(93) })
    const sent: number[] = []
    for (let week = 0; week < 15; week++) {
      await morning()
      sent.push(mails().length)
    }
    // Ninety days before it is in the first week after the first mail, its own week is the fourteenth.
    expect(sent).toEqual([0, ...Array.from({ length: 12 }, () => 1), 2, 2])
  })

  test('refused by a mailbox counts as unsent: its news is in the next accepted one', async () => {
    const { user, projectID, roomID, on, morning, mails, mailServer, signedIn, nextAt } = await start()
    await user.newItem(projectID, roomID, { field1: 'Castellan', field6: on(60) })
    await user.newItem(projectID, roomID, { field1: 'Marlow', field6: on(95) })
    mailServer.will('refuse recipients')
    await morning()
    mailServer.will('accept')
    await morning()
    expect(mails()).toHaveLength(1)
    expect(mails()[0]?.text).toContain('Warranty for Castellan ends')
    // A refusal does not start a week: after a pause the next one comes on the next weekday.
    mailServer.will('refuse recipients')
    await morning()
    await morning()
    await morning()
    mailServer.will('accept')
    const robin = await signedIn()
    expect(await robin.must(getReminders, {})).toMatchObject({ nextAt: null })
    await robin.must(updateReminders, { body: { isOn: true } })
    expect((await nextAt()).slice(0, 10)).toBe(on(14))
    await morning()
    expect(mails()).toHaveLength(2)
    expect(mails()[1]?.text).toContain('Warranty for Marlow ends')
  })

  test('sent a day late has the news until then, which the next one does not repeat', async () => {
    const { user, projectID, roomID, on, morning, mails, mailServer, clock, run } = await start()
    await user.newItem(projectID, roomID, { field1: 'Castellan', field6: on(60) })
    await user.newItem(projectID, roomID, { field1: 'Marlow', field6: on(91) })
    mailServer.will('refuse')
    await morning()
    expect(mails()).toHaveLength(0)
    clock.turn(DAY)
    mailServer.will('accept')
    await run()
    expect(mails()[0]?.text).toContain('Warranty for Marlow ends')
    await morning()
    expect(mails()).toHaveLength(1)
  })

  test('has a limited length and counts what it omits', async () => {
    const { task, on, morning, mails } = await start()
    for (let n = 0; n < 53; n++) await task(`Task ${n}`, on(-n))
    await morning()
    const [mail] = mails()
    expect(mail?.text?.match(/^- /gm)).toHaveLength(30)
    expect(mail?.text).toContain('And 23 more.')
    expect(mail?.html).toContain('And 23 more.')
  })

  test('is sent once by any number of servers, and again each week', async () => {
    const { task, on, morning, mails, run, clock } = await start()
    await task('Filter', on(0))
    await morning(5)
    expect(mails()).toHaveLength(1)
    for (let hour = 0; hour < 24 * 6; hour += 12) {
      clock.turn(12 * HOUR)
      await run(2)
    }
    expect(mails()).toHaveLength(1)
    await morning(2)
    expect(mails()).toHaveLength(2)
  })

  test('is not repeated after a clock is put back, and resumes soon after one that was far ahead', async () => {
    const { task, on, morning, mails, run, clock, nextAt } = await start()
    await task('Filter', on(0))
    await morning()
    await morning()
    expect(mails()).toHaveLength(2)
    for (let n = 0; n < 16; n++) {
      clock.turn(-DAY)
      await run()
    }
    while (clock.now().toISOString().slice(0, 10) < on(7)) {
      clock.turn(DAY)
      await run()
    }
    expect(mails()).toHaveLength(2)
    // As if the clock had been ten years ahead.
    clock.turn(3650 * DAY)
    await run()
    clock.turn(DAY)
    await morning()
    const count = mails().length
    clock.turn(-3650 * DAY)
    await run()
    expect(Date.parse(await nextAt()) - clock.now().getTime()).toBeLessThanOrEqual(7 * DAY)
    await morning()
    expect(mails()).toHaveLength(count + 1)
  })

  test('missed in a morning comes up to two days later, or else a week later', async () => {
    const { task, on, turnTo, nextAt, run, mails, clock } = await start()
    await task('Filter', on(-1))
    turnTo(await nextAt())
    clock.turn(2 * DAY - HOUR)
    await run()
    expect(mails()).toHaveLength(1)
    turnTo(await nextAt())
    clock.turn(2 * DAY + HOUR)
    await run()
    expect(mails()).toHaveLength(1)
    turnTo(await nextAt())
    await run()
    expect(mails()).toHaveLength(2)
  })

  test('comes on the chosen weekday at seven local time, and never twice within a week', async () => {
    const { user, task, on, morning, mails, nextAt, signedIn } = await start()
    await task('Filter', on(-1))
    expect(await user.must(getReminders, {})).toMatchObject({ weekday: 'sunday', zone: null, isOn: true, email: TO })
    const wished = { weekday: 'friday', zone: 'America/New_York' } as const
    const told = await user.must(updateReminders, { body: wished })
    expect(told).toMatchObject({ ...wished, nextAt: await nextAt() })
    const there = (time: string) =>
      new Date(time).toLocaleString('en-US', { timeZone: wished.zone, weekday: 'long', hour: 'numeric' })
    expect(there(await nextAt())).toBe('Friday 7 AM')
    await morning()
    expect(mails()).toHaveLength(1)
    const friday = await nextAt()
    expect(there(friday)).toBe('Friday 7 AM')
    const robin = await signedIn()
    const { nextAt: saturday } = await robin.must(updateReminders, { body: { weekday: 'saturday' } })
    expect(Date.parse(saturday ?? '') - Date.parse(friday)).toBe(DAY)
    const { nextAt: thursday } = await robin.must(updateReminders, { body: { weekday: 'thursday' } })
    expect(Math.round((Date.parse(thursday ?? '') - Date.parse(friday)) / DAY)).toBe(6)
  })

  test('has nothing of a home that its reader can no longer read', async () => {
    const { db, user, projectID, on, task, newUser, look, morning, mails } = await start()
    await newUser('avery')
    await look()
    const userID = await addMember(db, projectID, 'avery', 'viewer')
    await task('Filter', on(-1))
    await user.must(removeMember, { query: { projectID, userID } })
    await morning()
    expect([mails().length, mails('avery@example.com').length]).toEqual([1, 0])
  })

  test('is not sent to users who are locked, keep no projects or deleted their account, even if it was planned', async () => {
    const { db, newUser, on, nextAt, turnTo, run, look, mailServer, signedIn, clock } = await start()
    await newUser('admin', [Role.Admin])
    for (const name of ['locked', 'gone', 'former']) {
      const person = await newUser(name)
      const projectID = await person.newProject()
      await person.must(createTask, { body: { projectID, inputs: { name: 'Filter', day: on(-1), repeats: null } } })
    }
    await look()
    turnTo(await nextAt())
    // Planned, and not yet sent.
    mailServer.will('refuse')
    await run()
    const idOf = async (username: string) =>
      (await db.selectFrom('users').select('id').where('username', '=', username).executeTakeFirstOrThrow()).id
    await (await signedIn('admin')).must(setUserLock, { body: { userID: await idOf('locked'), locked: true } })
    await (await signedIn('gone')).must(deleteMyAccount, { body: { currentPass: PASSWORD } })
    await db
      .deleteFrom('user_roles')
      .where('user_id', '=', await idOf('former'))
      .execute()
    const waiting = db.selectFrom('jobs').select('id').where('kind', '=', 'reminder-mail')
    expect(await waiting.execute()).toHaveLength(3)
    mailServer.will('accept')
    clock.turn(MINUTE)
    await run()
    expect(mailServer.received).toEqual([])
    expect(await waiting.execute()).toEqual([])
  })
})

test('reminders that are off are not sent, and the settings say if mail is off', async () => {
  const { user, on, task, run, mails, clock } = await start()
  await task('Filter', on(-1))
  expect(await user.must(updateReminders, { body: { isOn: false } })).toMatchObject({ isOn: false, nextAt: null })
  clock.turn(7 * DAY)
  await run()
  clock.turn(MINUTE)
  await run()
  expect(mails()).toEqual([])
  const other = await startTestApp()
  const avery = await other.newUser('avery')
  expect(await avery.must(getReminders, {})).toMatchObject({ sendsMail: false, nextAt: null, isOn: true })
  expect(await avery.must(updateReminders, { body: { weekday: 'monday' } })).toMatchObject({
    ...{ sendsMail: false, nextAt: null, weekday: 'monday' },
  })
})

test('a dishwasher with its receipt, a year later: mail, calendar, Coming Up, done with a photo, history', async () => {
  const { app, user, projectID, roomID, on, turnTo, run, mails, signedIn, nextAt } = await start()
  const [receipt] = await user.upload([{ name: 'Receipt.pdf', bytes: Buffer.from('%PDF-1.4 paid') }])
  if (!receipt) throw new Error('There is a receipt.')
  const files = filesJSON([{ name: 'Receipt.pdf', remote: receipt.remote }])
  const itemID = await user.newItem(projectID, roomID, { field1: 'Brennholt', field6: on(366) }, files)
  const inputs = { name: 'Clean Filter', day: on(365), repeats: { every: 1, unit: 'year', fromDone: true } as const }
  const { taskID } = await user.must(createTask, { body: { projectID, itemID, inputs } })
  const calendar = new URL((await user.must(renewCalendarAddress, {})).address ?? '').pathname

  while ((await nextAt()) < on(360)) {
    turnTo(await nextAt())
    await run()
  }
  const before = mails().length
  turnTo(await nextAt())
  await run()
  const mail = mails()[before]
  expect(mail?.subject).toBe('Coming up: 2 this week')
  expect(mail?.text).toMatch(/Clean Filter[^]*Warranty for Brennholt ends/)

  const ics = (await app.inject({ url: calendar })).body
  expect(ics).toMatch(/SUMMARY:Clean Filter[^]*SUMMARY:Warranty for Brennholt ends/)
  const robin = await signedIn()
  const { tasks, coming } = await robin.must(getUpcoming, { query: { today: on(364) } })
  expect([tasks[0]?.name, coming[0]?.paper?.name]).toEqual(['Clean Filter', 'Receipt.pdf'])

  await robin.must(markTaskDone, { body: { taskID, version: 1, day: on(365), note: 'Rinsed it.' } })
  const photos = await robin.upload([{ name: 'Filter.jpg', bytes: Buffer.from('a filter') }])
  const added = photos.map(({ filename: name, remote }) => ({ name, remote }))
  await robin.must(addItemFiles, { body: { itemID, files: added } })
  const history = JSON.stringify(await robin.must(getHistory, { query: { itemID } }))
  expect(history).toContain('Rinsed it.')
  expect(history).toContain('Filter.jpg')
  turnTo(await nextAt())
  await run()
  expect(mails()).toHaveLength(before + 1)
})
