import { expect, test } from 'vitest'
import { forgot, refresh } from '../../../src/shared/identity/auth.api.ts'
import { getOverview } from '../../../src/shared/admin/overview.api.ts'
import { deleteProject, listProjects } from '../../../src/shared/projects/projects.api.ts'
import { Role } from '../../../src/shared/contract/roles.ts'
import { addPasswordReset, userOfPasswordReset } from '../../../src/server/identity/passwords/password-resets.repo.ts'
import { rotateSession } from '../../../src/server/identity/sessions/sessions.repo.ts'
import { makeBackupJob } from '../../../src/server/admin/backup/schedule.ts'
import { noteScheduledBackup } from '../../../src/server/admin/backup/schedule.repo.ts'
import { DAY, HOUR, isoTime, MINUTE, SECOND } from '../../../src/server/platform/lib/clock.ts'
import { claimJob, LEASE, postponeJob, renewLease } from '../../../src/server/platform/jobs/jobs.repo.ts'
import { JOBS } from '../../../src/server/job-registry.ts'
import { requestConsultation } from '../../../src/server/admin/consultations.service.ts'
import { filesAreLocked, lockFiles } from '../../../src/server/platform/storage/backup-locks.repo.ts'
import { sweep } from '../../../src/server/sweep.ts'
import { runDueJobs } from '../../support/jobs.ts'
import { MailServer } from '../../support/mail-server.ts'
import { PASSWORD, startTestApp, type TestApp } from '../../support/test-app.ts'

// A machine's clock is put back: to correct it, or by mistake.

const logIn = async ({ app }: TestApp, pwd: string) =>
  app.inject({ method: 'POST', url: '/login', payload: { user: 'robin', pwd } })

const failTimes = async (started: TestApp, times: number) => {
  for (let n = 0; n < times; n++) expect((await logIn(started, 'wrong horse')).statusCode).toBe(401)
}

test('ten wrong logins lock for 15 minutes, even if the clock is put back a day', async () => {
  const started = await startTestApp()
  await started.newUser('robin')
  await failTimes(started, 10)
  expect((await logIn(started, PASSWORD)).statusCode).toBe(429)
  started.clock.turn(-DAY)
  expect((await logIn(started, PASSWORD)).statusCode).toBe(200)

  await failTimes(started, 10)
  expect((await logIn(started, PASSWORD)).headers['retry-after']).toBe('900')
  // Servers that share a database differ a little: their attempts count, for the usual time.
  started.clock.turn(-30 * SECOND)
  expect((await logIn(started, PASSWORD)).headers['retry-after']).toBe('900')
  started.clock.turn(15 * MINUTE + 30 * SECOND)
  expect((await logIn(started, PASSWORD)).statusCode).toBe(200)
})

test('wrong logins from the future neither appear in Overview nor count later', async () => {
  const started = await startTestApp()
  await started.newUser('robin')
  await failTimes(started, 10)
  started.clock.turn(-DAY)
  const admin = await started.newUser('admin', [Role.Admin])
  expect(await admin.must(getOverview, {})).toMatchObject({ failedLoginsLastHour: 0 })
  await sweep(started.services)
  started.clock.turn(DAY)
  expect((await logIn(started, PASSWORD)).statusCode).toBe(200)
})

test('requested password mails do not block new requests', async () => {
  const mailServer = await MailServer.start()
  const started = await startTestApp({ smtpURL: mailServer.url, forgotPerAccount: 1 })
  await started.newUser('robin')
  const ask = async () => (await started.anonymous.call(forgot, { body: { user: 'robin' } })).status
  expect([await ask(), await ask()]).toEqual([200, 429])
  started.clock.turn(-DAY)
  expect([await ask(), await ask()]).toEqual([200, 429])
  await mailServer.waitForMail('robin@example.com')
  await mailServer.waitForMail('robin@example.com')
  await mailServer.stop()
})

const EVERY = 6

test('scheduled backups continue at the same pace', async () => {
  const { services, clock, newUser } = await startTestApp()
  await newUser()
  const config = { ...services.config, backups: { ...services.config.backups, everyHours: EVERY } }
  let begun = 0
  const look = async () => {
    const before = begun
    const run = async () => {
      begun++
      await noteScheduledBackup(services.db, isoTime(clock))
      return undefined
    }
    await runDueJobs({ ...services, config }, { ...JOBS, backup: makeBackupJob(run) })
    return begun - before
  }
  expect([await look(), await look()]).toEqual([1, 0])
  clock.turn(-DAY)
  expect([await look(), await look()]).toEqual([1, 0])
  clock.turn(EVERY * HOUR)
  expect([await look(), await look()]).toEqual([1, 0])
})

test('a job runs at once instead of waiting for a future day, and so does a retry after a failure', async () => {
  const { services, clock, jobsDone } = await startTestApp()
  const { db } = services
  const inputs = { name: 'Sam', email: 'sam@example.com', phone: '5', about: 'A wall.', preferredTimes: 'Noon' }
  await requestConsultation(services, inputs, (work) => work(services.db))
  clock.turn(-DAY)
  const claimed = await claimJob(db, clock, ['consultation-mail'])
  expect(claimed).toMatchObject({ tries: 1 })
  await postponeJob(db, clock, claimed!, { dueIn: DAY, tries: 1, reason: 'Not today', isGivenUp: false })
  expect(await claimJob(db, clock, ['consultation-mail'])).toBeUndefined()
  clock.turn(-DAY)
  expect(await claimJob(db, clock, ['consultation-mail'])).toMatchObject({ tries: 2 })
  await jobsDone()
})

test('a job stays with a live server, and is taken over one lease after a server died', async () => {
  const { services, clock } = await startTestApp()
  const { db } = services
  const inputs = { name: 'Sam', email: 'sam@example.com', phone: '5', about: 'A wall.', preferredTimes: 'Noon' }
  for (const _ of [1, 2]) await requestConsultation(services, inputs, (work) => work(services.db))
  const take = () => claimJob(db, clock, ['consultation-mail'])
  const living = await take()
  const dead = await take()
  clock.turn(-DAY)
  expect(await take()).toBeUndefined()
  clock.turn(LEASE / 2)
  expect(await renewLease(db, clock, living!)).toBe(true)
  clock.turn(LEASE / 2)
  expect(await take()).toMatchObject({ id: dead?.id, tries: 2 })
  expect(await take()).toBeUndefined()
})

test('files are locked for a live reader, and released ten minutes after a dead one', async () => {
  const { services, clock } = await startTestApp()
  const { db } = services
  const hold = await lockFiles(db, clock)
  await lockFiles(db, clock)
  clock.turn(-DAY)
  await sweep(services)
  expect(await filesAreLocked(db, clock)).toBe(true)
  clock.turn(9 * MINUTE)
  await hold.renew()
  clock.turn(9 * MINUTE)
  expect(await filesAreLocked(db, clock)).toBe(true)
  await hold.release()
  expect(await filesAreLocked(db, clock)).toBe(false)
})

test('nobody is signed out: the access token is renewed as usual, and lives 15 minutes at most', async () => {
  const started = await startTestApp()
  const { clock, app } = started
  await started.newUser('robin')
  const session = await logIn(started, PASSWORD)
  const { accessToken } = session.json<{ accessToken: string }>()
  const authorization = `Bearer ${accessToken}`
  const statusOf = async (token: string) =>
    (await app.inject({ url: listProjects.path, headers: { authorization: token } })).statusCode
  expect(await statusOf(authorization)).toBe(204)
  clock.turn(-DAY)
  expect(await statusOf(authorization)).toBe(401)
  const cookies = Object.fromEntries(session.cookies.map(({ name, value }) => [name, value]))
  const renewed = await app.inject({ method: refresh.method, url: refresh.path, cookies })
  expect(renewed.statusCode).toBe(200)
  expect(await statusOf(`Bearer ${renewed.json<{ accessToken: string }>().accessToken}`)).toBe(204)
})

test('a refresh token whose successor was used ends the session, as it would have before', async () => {
  const started = await startTestApp()
  const { services, clock } = started
  await started.newUser('robin')
  const session = await logIn(started, PASSWORD)
  const stolen = session.cookies.find(({ httpOnly, path }) => httpOnly && path !== '/download')?.value ?? ''
  const next = await rotateSession(services.db, clock, stolen)
  const last = await rotateSession(services.db, clock, next?.tokens.refresh ?? '')
  clock.turn(-DAY)
  expect(await rotateSession(services.db, clock, stolen)).toBeUndefined()
  expect(await rotateSession(services.db, clock, last?.tokens.refresh ?? '')).toBeUndefined()
})

test('a reset link is valid for an hour, not for a day and an hour', async () => {
  const { services, clock, newUser } = await startTestApp()
  await newUser('robin')
  const user = await services.db.selectFrom('users').select(['id', 'email']).executeTakeFirstOrThrow()
  const token = (await addPasswordReset(services.db, clock, user))?.token ?? ''
  expect(await userOfPasswordReset(services.db, clock, token)).toBe(user.id)
  clock.turn(-DAY)
  expect(await userOfPasswordReset(services.db, clock, token)).toBeUndefined()
})

test('a clock that is hours ahead empties no trash until it has been so for 24 hours', async () => {
  const { services, clock, newUser } = await startTestApp()
  const robin = await newUser('robin')
  const projectID = await robin.newProject()
  await robin.upload([{ name: 'plan.txt', bytes: Buffer.from('plan') }])
  await robin.must(deleteProject, { query: { projectID } })
  const left = async () => [
    (await services.db.selectFrom('trash_entries').select('id').execute()).length,
    (await services.db.selectFrom('uploads').select('id').execute()).length,
  ]
  const sweepAfter = async (time: number) => {
    clock.turn(time)
    await sweep(services)
    return left()
  }
  expect(await sweepAfter(0)).toEqual([1, 1])
  expect(await sweepAfter(3650 * DAY)).toEqual([1, 1])
  expect(await sweepAfter(23 * HOUR)).toEqual([1, 1])
  // Corrected.
  expect(await sweepAfter(-3650 * DAY)).toEqual([1, 1])
  expect(await sweepAfter(31 * DAY)).toEqual([1, 1])
  expect(await sweepAfter(23 * HOUR)).toEqual([1, 1])
  expect(await sweepAfter(HOUR)).toEqual([0, 0])
})
