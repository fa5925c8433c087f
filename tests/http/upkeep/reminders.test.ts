import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { deleteMyAccount, updateMyAccount } from '../../../src/shared/identity/account.api.ts'
import { renewCalendarAddress } from '../../../src/shared/upkeep/calendar.api.ts'
import { getHistory } from '../../../src/shared/history/history.api.ts'
import { addItemFiles, filesJSON } from '../../../src/shared/items/items.api.ts'
import { removeMember } from '../../../src/shared/sharing/members.api.ts'
import { setUserLock } from '../../../src/shared/identity/people.api.ts'
import { getReminders, updateReminders } from '../../../src/shared/upkeep/reminders.api.ts'
import { Role } from '../../../src/shared/contract/roles.ts'
import { createTask, deleteTask, doneTask } from '../../../src/shared/upkeep/tasks.api.ts'
import { getUpcoming } from '../../../src/shared/upkeep/upcoming.api.ts'
import { DAY, HOUR, isoTime, MINUTE } from '../../../src/server/platform/lib/clock.ts'
import { JOBS } from '../../../src/server/job-registry.ts'
import { PAUSES } from '../../../src/server/platform/jobs/runner.ts'
import { AT_ONCE, noteRefused } from '../../../src/server/upkeep/reminders.repo.ts'
import { ENGINE } from '../../support/database.ts'
import { runDueJobs } from '../../support/jobs.ts'
import { MailServer, type ReceivedMail } from '../../support/mail-server.ts'
import { addMember } from '../../support/members.ts'
import { PASSWORD, registrationOf, signIn, startTestApp } from '../../support/test-app.ts'

const TO = 'robin@example.com'

/** Robin has a home, and was looked at once: when that is done next is known. */
const start = async (settings: Parameters<typeof startTestApp>[0] = {}) => {
  const mailServer = await MailServer.start()
  onTestFinished(() => mailServer.stop())
  const started = await startTestApp({ smtpURL: mailServer.url, publicURL: 'https://homes.example', ...settings })
  const { app, services, clock, newUser } = started
  const { db } = services
  const user = await newUser('robin')
  const projectID = await user.newProject('Maple Street')
  const roomID = await user.newRoom(projectID)
  const run = async (servers = 1) => {
    await runDueJobs(services, JOBS, { servers })
    await started.jobsDone()
  }
  /** Those who have registered since are looked at, too. */
  const look = async () => {
    clock.turn(5 * MINUTE)
    await run()
  }
  const nextAt = async (name = 'robin') => {
    const row = db.selectFrom('users').select('remind_at').where('username', '=', name)
    return (await row.executeTakeFirstOrThrow()).remind_at ?? ''
  }
  const turnTo = (time: string) => clock.turn(Date.parse(time) - clock.now().getTime())
  await run()
  const sunday = Date.parse((await nextAt()).slice(0, 10))
  return {
    ...started,
    ...{ db, mailServer, user, projectID, roomID, run, look, nextAt, turnTo },
    /** Days after that of the first mail. */
    on: (days: number) => new Date(sunday + days * DAY).toISOString().slice(0, 10),
    mails: (to = TO) => mailServer.received.filter(({ recipients }) => recipients.includes(to)),
    signedIn: (name = 'robin') => signIn(app, name),
    task: (name: string, day: string) =>
      user.must(createTask, { body: { projectID, roomID, inputs: { name, day, repeats: null } } }),
    morning: async (servers = 1) => {
      turnTo(await nextAt())
      await run(servers)
    },
  }
}

const header = ({ headers }: ReceivedMail, name: string) => headers.find(({ key }) => key === name)?.value
const endLinkIn = (mail: ReceivedMail | undefined): URL =>
  new URL(/<(.*)>/.exec((mail && header(mail, 'list-unsubscribe')) ?? '')?.[1] ?? '')

describe('a reminder', () => {
  test('tells what is overdue, due this week and ends in 90 days, by home, with links, as text and as HTML', async () => {
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
      ...['Warranty of Marlow ends (Kitchen)', 'Warranty of Castellan ends'],
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

  test('has nothing that a user wrote before they have confirmed their address, which it asks for', async () => {
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
    await app.inject({ method: 'POST', url: link.pathname })
    await morning()
    expect(mails()[1]?.text).toContain('BUY NOW at evil.example')
  })

  test('is not sent where nothing is due', async () => {
    const { user, projectID, roomID, on, task, morning, mailServer } = await start()
    await task('In Two Weeks', on(14))
    await user.newItem(projectID, roomID, { field1: 'Castellan', field6: on(-10) })
    await user.newItem(projectID, roomID, { field1: 'Marlow', field6: on(95) })
    await morning()
    expect(mailServer.received).toEqual([])
  })

  test('tells once that something has come within 90 days, and again in its week', async () => {
    const { user, projectID, roomID, on, morning, mails } = await start()
    await user.newItem(projectID, roomID, { field1: 'Castellan', field6: on(93) })
    const sent: number[] = []
    for (let week = 0; week < 15; week++) {
      await morning()
      sent.push(mails().length)
    }
    // Ninety days before it are in the first week after the first mail's day, its week is the fourteenth.
    expect(sent).toEqual([0, ...Array.from({ length: 12 }, () => 1), 2, 2])
  })

  test('that a mailbox refuses has told nothing: what has come within 90 days stands in the one that it takes', async () => {
    const { user, projectID, roomID, on, morning, mails, mailServer, signedIn, nextAt } = await start()
    await user.newItem(projectID, roomID, { field1: 'Castellan', field6: on(60) })
    await user.newItem(projectID, roomID, { field1: 'Marlow', field6: on(95) })
    mailServer.will('refuse recipients')
    await morning()
    mailServer.will('accept')
    await morning()
    expect(mails()).toHaveLength(1)
    expect(mails()[0]?.text).toContain('Warranty of Castellan ends')
    // Nor does a refusal begin a week: set aside and tried again, the next one comes on the next weekday.
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
    expect(mails()[1]?.text).toContain('Warranty of Marlow ends')
  })

  test('that is sent a day late tells what has come by then, and the next one does not say it again', async () => {
    const { user, projectID, roomID, on, morning, mails, mailServer, clock, run } = await start()
    await user.newItem(projectID, roomID, { field1: 'Castellan', field6: on(60) })
    await user.newItem(projectID, roomID, { field1: 'Marlow', field6: on(91) })
    mailServer.will('refuse')
    await morning()
    expect(mails()).toHaveLength(0)
    clock.turn(DAY)
    mailServer.will('accept')
    await run()
    expect(mails()[0]?.text).toContain('Warranty of Marlow ends')
    await morning()
    expect(mails()).toHaveLength(1)
  })

  test('is of bounded length and says how many are left out', async () => {
    const { task, on, morning, mails } = await start()
    for (let n = 0; n < 53; n++) await task(`Task ${n}`, on(-n))
    await morning()
    const [mail] = mails()
    expect(mail?.text?.match(/^- /gm)).toHaveLength(30)
    expect(mail?.text).toContain('And 23 more.')
    expect(mail?.html).toContain('And 23 more.')
  })

  test('is sent once, however many servers look, and each week again', async () => {
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

  test('is not repeated by a clock that is put back, and goes on soon after one that was far ahead', async () => {
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
    // As if it had been ten years ahead for a while.
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

  test('of a morning at which no server sent mail comes up to two days later, or else a week later', async () => {
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

  test('comes on the chosen weekday at seven, where its reader is, and never twice within a week', async () => {
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

  test('has none of a home that its reader may no longer read', async () => {
    const { db, user, projectID, on, task, newUser, look, morning, mails } = await start()
    await newUser('avery')
    await look()
    const userID = await addMember(db, projectID, 'avery', 'viewer')
    await task('Filter', on(-1))
    await user.must(removeMember, { query: { projectID, userID } })
    await morning()
    expect([mails().length, mails('avery@example.com').length]).toEqual([1, 0])
  })

  test('is sent to nobody who is locked, keeps no projects or has deleted the account, though it was planned', async () => {
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

describe('a mailbox', () => {
  test('that refuses three mornings is set aside, which its owner is told, and tried again when they say so', async () => {
    const { db, on, task, morning, mails, mailServer, signedIn, run, clock, nextAt } = await start()
    await task('Filter', on(-1))
    mailServer.will('refuse recipients')
    await morning()
    expect(await (await signedIn()).must(getReminders, {})).toMatchObject({ refusal: null })
    expect(Date.parse(await nextAt()) - clock.now().getTime()).toBeLessThanOrEqual(DAY)
    await morning()
    await morning()
    const robin = await signedIn()
    expect(await robin.must(getReminders, {})).toMatchObject({
      ...{ isOn: true, nextAt: null, refusal: expect.stringContaining('No such mailbox') },
    })
    const before = mailServer.received.length
    mailServer.will('accept')
    clock.turn(8 * DAY)
    await run()
    expect(mailServer.received).toHaveLength(before)
    // No Admin is bothered with it.
    expect(await db.selectFrom('jobs').select('id').where('given_up_at', 'is not', null).execute()).toEqual([])
    const again = await (await signedIn()).must(updateReminders, { body: { isOn: true } })
    expect(again).toMatchObject({ refusal: null, nextAt: expect.any(String) })
    await morning()
    expect(mails()).toHaveLength(1)
  })

  test('that is full is tried again as other mails are, and has refused it after the last try', async () => {
    const { db, on, task, morning, run, clock, mails, mailServer, nextAt } = await start()
    await task('Filter', on(-1))
    mailServer.refuseRecipients(452, '4.2.2 The mailbox is full')
    await morning()
    const row = () => db.selectFrom('reminders').select(['refusals', 'refusal', 'last_day']).executeTakeFirstOrThrow()
    expect(await row()).toMatchObject({ refusals: 0, last_day: null })
    for (const pause of PAUSES) {
      expect((await row()).refusals).toBe(0)
      clock.turn(pause)
      await run()
    }
    expect(await row()).toMatchObject({ refusals: 1, refusal: expect.stringContaining('is full'), last_day: on(0) })
    expect(await db.selectFrom('jobs').select('id').where('given_up_at', 'is not', null).execute()).toEqual([])
    expect((await nextAt()).slice(0, 10)).toBe(on(3))
    mailServer.will('accept')
    await morning()
    expect(mails()).toHaveLength(1)
  })

  test('holds up nobody else where a hundred others wait for another try', async () => {
    const { db, clock, on, task, morning, mails } = await start()
    await task('Filter', on(-1))
    const now = isoTime(clock)
    const other = { kind: 'reminder-mail', payload: JSON.stringify({ userID: 0, day: on(-1) }), created_at: now }
    const later = isoTime(clock, 8 * DAY)
    const rows = Array.from({ length: AT_ONCE }, () => ({ ...other, due_at: later, noted_at: now }))
    await db.insertInto('jobs').values(rows).execute()
    await morning()
    expect(mails()).toHaveLength(1)
  })

  test('that takes one in between is not set aside', async () => {
    const { db, on, task, morning, mailServer } = await start()
    await task('Filter', on(-1))
    for (const does of ['refuse recipients', 'refuse recipients', 'accept', 'refuse recipients'] as const) {
      mailServer.will(does)
      await morning()
    }
    const row = await db.selectFrom('reminders').select(['refusals', 'last_day']).executeTakeFirstOrThrow()
    expect(row.refusals).toBe(1)
  })
})

test('another mailbox is not set aside for what the former one said, which ends its mails no more', async () => {
  const { app, db, clock, on, task, morning, mails, mailServer, signedIn, nextAt } = await start()
  await task('Filter', on(-1))
  await morning()
  const former = endLinkIn(mails()[0])
  mailServer.will('refuse recipients')
  for (let n = 0; n < 3; n++) await morning()
  mailServer.will('accept')
  const robin = await signedIn()
  const inputs = { user: 'robin', ...registrationOf('robin').inputs, email: 'robin@elsewhere.example' }
  await robin.must(updateMyAccount, { body: { inputs, currentPass: PASSWORD } })
  const told = await robin.must(getReminders, {})
  expect(told).toMatchObject({ email: 'robin@elsewhere.example', refusal: null, isOn: true, nextAt: await nextAt() })
  expect(Date.parse(told.nextAt ?? '') - clock.now().getTime()).toBeLessThanOrEqual(DAY)
  // What was on its way to the former one meanwhile.
  const { id: userID } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  await noteRefused(db, clock, { userID, day: on(11) }, { to: TO, why: 'No such mailbox' })
  expect((await db.selectFrom('reminders').select('refusals').executeTakeFirstOrThrow()).refusals).toBe(0)

  await morning()
  const mail = mails('robin@elsewhere.example')[0]
  await app.inject({ method: 'POST', url: former.pathname })
  expect(await (await signedIn()).must(getReminders, {})).toMatchObject({ isOn: true })
  await app.inject({ method: 'POST', url: endLinkIn(mail).pathname })
  expect(await (await signedIn()).must(getReminders, {})).toMatchObject({ isOn: false })
})

describe('the link that ends reminders', () => {
  const ONE_CLICK = {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  }
  const FORM_DATA = {
    headers: { 'content-type': 'multipart/form-data; boundary=one' },
    payload: '--one\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--one--\r\n',
  }

  test.each([
    ['as mail programs post a form', ONE_CLICK],
    ['as others post it', FORM_DATA],
    ['without a body', {}],
  ])('ends them with one click, %s, and no session', async (_, sent) => {
    const { app, on, task, morning, mails, signedIn } = await start()
    await task('Filter', on(-1))
    await morning()
    const [mail] = mails()
    expect(mail && header(mail, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    const link = endLinkIn(mail)
    expect(link.href).toMatch(/^https:\/\/homes\.example\/endreminders\/[\w-]{43}$/)
    expect(mail?.text).toContain(link.href)
    const ended = await app.inject({ method: 'POST', url: link.pathname, ...sent })
    expect([ended.statusCode, ended.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    const robin = await signedIn()
    expect(await robin.must(getReminders, {})).toMatchObject({ isOn: false, nextAt: null })
    // Again, by the same link, after they were turned on.
    await robin.must(updateReminders, { body: { isOn: true } })
    await app.inject({ method: 'POST', url: link.pathname, ...sent })
    expect(await robin.must(getReminders, {})).toMatchObject({ isOn: false })
  })

  test('changes nothing when a program follows it, and shows a page with a button', async () => {
    const { app, on, task, morning, mails, signedIn } = await start()
    await task('Filter', on(-1))
    await morning()
    const { pathname: url } = endLinkIn(mails()[0])
    for (const method of ['GET', 'HEAD'] as const) {
      const shown = await app.inject({ method, url, headers: { accept: 'text/html' } })
      expect([shown.statusCode, shown.headers['cache-control']]).toEqual([200, 'no-store'])
      if (method === 'GET') expect(shown.body).toMatch(/<form method="post"><button.*End Reminders/)
      expect(shown.headers['content-security-policy']).toContain("default-src 'none'")
    }
    expect(await (await signedIn()).must(getReminders, {})).toMatchObject({ isOn: true })
    await morning()
    expect(mails()).toHaveLength(2)
  })

  test('goes on after a restore, which knows no tokens: before the next mail and after it', async () => {
    const { app, db, on, task, morning, mails, signedIn } = await start()
    const { taskID } = await task('Filter', on(0))
    await task('Clean Gutters', on(15))
    await morning()
    const { pathname: url } = endLinkIn(mails()[0])
    await (await signedIn()).must(deleteTask, { query: { taskID } })
    const endsBy = async (link: string) => {
      await app.inject({ method: 'POST', url: link })
      const robin = await signedIn()
      const { isOn } = await robin.must(getReminders, {})
      await robin.must(updateReminders, { body: { isOn: true } })
      return !isOn
    }
    await db.deleteFrom('settings').where('key', '=', 'link_secret').execute()
    // Nothing is due.
    await morning()
    expect([mails().length, await endsBy(url)]).toEqual([1, true])
    await morning()
    const { pathname: renewed } = endLinkIn(mails()[1])
    expect(renewed).not.toBe(url)
    expect([await endsBy(url), await endsBy(renewed)]).toEqual([true, true])
  })

  test('answers the same for a token that nobody was mailed, as page and when it is posted to', async () => {
    const { app, on, task, morning, mails } = await start()
    await task('Filter', on(-1))
    await morning()
    const { pathname } = endLinkIn(mails()[0])
    for (const method of ['GET', 'POST'] as const) {
      const all = await Promise.all(
        [pathname, `/endreminders/${'A'.repeat(43)}`, '/endreminders/short'].map(async (url) => {
          const { statusCode, body } = await app.inject({ method, url })
          return { statusCode, body }
        }),
      )
      expect(new Set(all.map((each) => JSON.stringify(each))).size, method).toBe(1)
    }
  })

  test('has a token that is kept hashed and stands in no log, and slows down who tries others', async () => {
    const { app, db, log, on, task, morning, mails } = await start({ logLevel: 'trace' })
    await task('Filter', on(-1))
    await morning()
    const { pathname } = endLinkIn(mails()[0])
    const token = pathname.split('/').at(-1) ?? ''
    await app.inject({ url: pathname })
    const statuses = new Set<number>()
    for (let n = 0; n < 65; n++)
      statuses.add((await app.inject({ method: 'POST', url: `/endreminders/${'A'.repeat(40)}${100 + n}` })).statusCode)
    expect([...statuses]).toEqual([200, 429])
    expect((await app.inject({ method: 'POST', url: pathname, ...ONE_CLICK })).statusCode).toBe(200)
    expect(JSON.stringify(log)).not.toContain(token)
    const rows = [
      await db.selectFrom('reminders').selectAll().execute(),
      await db.selectFrom('jobs').selectAll().execute(),
      await db.selectFrom('settings').selectAll().execute(),
    ]
    expect(JSON.stringify(rows)).not.toContain(token)
  })
})

test('turned off none is sent, and where no mail is sent that is told', async () => {
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

describe('ten thousand people', () => {
  const PEOPLE = 10_000

  const many = async () => {
    const started = await start()
    const { db, clock } = started
    const { id: _, ...row } = await db.selectFrom('users').selectAll().executeTakeFirstOrThrow()
    for (let at = 0; at < PEOPLE; at += 500) {
      const rows = Array.from({ length: 500 }, (_each, n) => {
        const name = `person-${at + n}`
        return { ...row, username: name, username_key: name, email: `${name}@x.io`, email_key: `${name}@x.io` }
      })
      await db
        .insertInto('users')
        .values(rows.map((each) => ({ ...each, remind_at: isoTime(clock, -MINUTE) })))
        .execute()
    }
    return started
  }

  test('are looked at some at a time, by statements whose number and rows do not grow with them', async () => {
    const { db, run, clock } = await many()
    await db.deleteFrom('jobs').where('kind', '!=', 'reminders').execute()
    await db
      .updateTable('jobs')
      .set({ due_at: isoTime(clock) })
      .execute()
    const due = () => db.selectFrom('users').select(({ fn }) => fn.countAll<number>().as('count'))
    const left = async () =>
      Number((await due().where('remind_at', '<=', isoTime(clock)).executeTakeFirstOrThrow()).count)
    const first = await left()
    await run()
    expect(first - (await left())).toBe(AT_ONCE)
  })

  test('are found by an index', async () => {
    const { db } = await many()
    if (ENGINE === 'PostgreSQL') await sql`analyze users`.execute(db)
    const explain = ENGINE === 'PostgreSQL' ? sql`explain` : sql`explain query plan`
    for (const where of [sql`remind_at <= '2026-01-01T00:00:00.000Z'`, sql`remind_at > '2099-01-01T00:00:00.000Z'`]) {
      const { rows } = await sql`${explain} select id from users where ${where} order by remind_at limit 100`.execute(
        db,
      )
      expect(JSON.stringify(rows)).toContain('users_remind_at')
    }
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
  expect(mail?.text).toMatch(/Clean Filter[^]*Warranty of Brennholt ends/)

  const ics = (await app.inject({ url: calendar })).body
  expect(ics).toMatch(/SUMMARY:Clean Filter[^]*SUMMARY:Warranty of Brennholt ends/)
  const robin = await signedIn()
  const { tasks, coming } = await robin.must(getUpcoming, { query: { today: on(364) } })
  expect([tasks[0]?.name, coming[0]?.paper?.name]).toEqual(['Clean Filter', 'Receipt.pdf'])

  await robin.must(doneTask, { body: { taskID, version: 1, day: on(365), note: 'Rinsed it.' } })
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
