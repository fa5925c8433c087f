import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createKey } from '../../../src/shared/identity/api-keys.api.ts'
import { forgot } from '../../../src/shared/identity/auth.api.ts'
import { renewCalendarAddress } from '../../../src/shared/upkeep/calendar.api.ts'
import { createLink } from '../../../src/shared/sharing/links.api.ts'
import { createWebhook } from '../../../src/shared/sharing/webhooks.api.ts'
import { isoTime } from '../../../src/server/platform/lib/clock.ts'
import type { UnscopedDatabase } from '../../../src/server/platform/db/access/unscoped.ts'
import { addMember, inviteSomebody, offerSomebody } from '../../support/members.ts'
import { turnOn } from '../../support/second-factor.ts'
import { PASSWORD } from '../../support/test-app.ts'
import { loginStatus, NEW, reset, start, tokenIn } from './password-mail-fixture.ts'

const ENDS = 'ends with the first mailed link'

/** What the first mailed link makes of each column with a user's id. */
const DECIDED: Readonly<Record<string, string>> = {
  'activity_seen.user_id': 'opens nothing',
  'api_keys.user_id': ENDS,
  'blobs.owner_id': 'a file',
  'brandings.user_id': 'opens nothing',
  'calendars.user_id': ENDS,
  'challenges.user_id': 'needs a session',
  'events.user_id': 'history',
  'idempotency_keys.user_id': 'needs a session',
  'invitations.invited_by': ENDS,
  'offers.registered_id': 'what others offer to the account',
  'passkeys.user_id': ENDS,
  'password_resets.user_id': 'every new password ends them',
  'project_invitations.registered_id': 'how others invite the account',
  'project_members.user_id': 'what others share with the account',
  'projects.owner_id': 'a home',
  'provider_accounts.user_id': ENDS,
  'recovery_codes.user_id': ENDS,
  'reminders.user_id': 'opens nothing',
  'remembered_browsers.user_id': ENDS,
  'second_factors.user_id': ENDS,
  'security_events.user_id': 'history',
  'sessions.user_id': 'every new password ends them',
  'structure_changes.user_id': 'history',
  'uploads.owner_id': 'a file',
  'user_roles.user_id': 'Admins give and take them',
}
/** These have the id of a project. */
const SHARES = ['links', 'webhooks', 'project_members', 'project_invitations', 'offers'] as const

test('each table with a user’s id has decided what the first mailed link makes of it', () => {
  const schema = readFileSync(new URL('../platform/schema/sqlite.sql', import.meta.url), 'utf8')
  const columns = schema.split(/^(?=CREATE )/m).flatMap((statement) => {
    const table = /^CREATE TABLE "?(\w+)/.exec(statement)?.[1]
    const ids = /(\w+) integer(?=[^,]*references (?:users|second_factors) )|\b(user_id|owner_id) integer/g
    return table ? [...statement.matchAll(ids)].map(([, referring, named]) => `${table}.${referring ?? named}`) : []
  })
  expect([...new Set(columns)].sort()).toEqual(Object.keys(DECIDED).sort())
})

const counted = async (db: UnscopedDatabase) => {
  const ending = Object.keys(DECIDED).filter((column) => DECIDED[column] === ENDS)
  const tables = [...ending.map((column) => column.split('.')[0] as 'api_keys'), ...SHARES]
  const counts: [string, number][] = []
  for (const table of tables) counts.push([table, (await db.selectFrom(table).selectAll().execute()).length])
  return Object.fromEntries(counts)
}

test('the first mailed link gives an account to the owner of its address alone', async () => {
  const started = await start()
  const { anonymous, robin, services, newUser, mailServer, clock, jobsDone } = started
  const { db } = services
  await newUser('member')
  await db.updateTable('users').set({ email_confirmed_at: null }).execute()
  const { id: user_id } = await db
    .selectFrom('users')
    .select('id')
    .where('username', '=', 'robin')
    .executeTakeFirstOrThrow()
  const projectID = await robin.newProject('Maple Street')
  await addMember(db, projectID, 'member', 'editor')
  await inviteSomebody(robin, projectID)
  await offerSomebody(robin, projectID)
  const hides = { notes: false, files: false, positions: false, labels: [] }
  await robin.must(createLink, { body: { projectID, name: 'Painter', hides } })
  await robin.must(createWebhook, { body: { projectID, address: 'https://receiver.example/', topics: ['item'] } })
  await robin.must(createKey, { body: { currentPass: PASSWORD, name: 'curl', writes: false } })
  await robin.must(renewCalendarAddress, {})
  await turnOn(robin, clock)
  const at = { created_at: isoTime(clock), expires_at: isoTime(clock) }
  await db.insertInto('remembered_browsers').values({ user_id, browser_hash: 'a', expires_at: at.expires_at }).execute()
  await db
    .insertInto('provider_accounts')
    .values({ issuer: 'a', subject: 'b', user_id, created_at: at.created_at })
    .execute()
  await db
    .insertInto('invitations')
    .values({ email: 'kim@example.com', link_hash: 'a', mail_hash: null, invited_by: user_id, ...at })
    .execute()
  await db
    .insertInto('passkeys')
    .values({
      user_id,
      credential_id: 'a',
      public_key: 'a',
      counter: 0,
      transports: '[]',
      host: 'a',
      name: 'Phone',
      created_at: at.created_at,
      last_used_at: null,
    })
    .execute()
  for (const [table, count] of Object.entries(await counted(db))) expect(count, table).toBeGreaterThan(0)
  await anonymous.must(forgot, { body: { user: 'robin' } })
  const mail = await mailServer.waitForMail('robin@example.com', '/reset#')
  await jobsDone()
  expect((await reset(anonymous, tokenIn(mail))).status).toBe(200)
  for (const [table, count] of Object.entries(await counted(db))) expect(count, table).toBe(0)
  expect(await loginStatus(anonymous, NEW)).toBe(200)
})
