import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { updateMyAccount } from '../../../src/shared/identity/account.api.ts'
import { getReminders, updateReminders } from '../../../src/shared/upkeep/reminders.api.ts'
import { DAY, isoTime, MINUTE } from '../../../src/server/platform/lib/clock.ts'
import { PAUSES } from '../../../src/server/platform/jobs/runner.ts'
import { AT_ONCE, noteRefused } from '../../../src/server/upkeep/reminders.repo.ts'
import { ENGINE } from '../../support/database.ts'
import { PASSWORD, registrationOf } from '../../support/test-app.ts'
import { TO, start, endLinkIn } from './reminders-fixture.ts'

describe('a mailbox', () => {
  test('that refuses three mornings is paused with a notice to its owner, until they resume it', async () => {
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
    // No Admin is notified.
    expect(await db.selectFrom('jobs').select('id').where('given_up_at', 'is not', null).execute()).toEqual([])
    const again = await (await signedIn()).must(updateReminders, { body: { isOn: true } })
    expect(again).toMatchObject({ refusal: null, nextAt: expect.any(String) })
    await morning()
    expect(mails()).toHaveLength(1)
  })

  test('that is full gets the usual retries, and has refused it after the last one', async () => {
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

  test('is not delayed by a hundred others that wait for a retry', async () => {
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

  test('that accepts a mail in between is not paused', async () => {
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

test('a new address starts without the refusals of the old one, whose late refusals do not count', async () => {
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
  // A mail to the old address was on its way.
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

describe('ten thousand users', () => {
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

  test('are checked in batches, by statements whose number and rows do not grow', async () => {
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
