import { describe, expect, onTestFinished, test } from 'vitest'
import { createTask } from '../../src/shared/upkeep/tasks.api.ts'
import { DAY, isoTime, MINUTE } from '../../src/server/platform/lib/clock.ts'
import { LEASE } from '../../src/server/platform/jobs/jobs.repo.ts'
import { JOBS } from '../../src/server/job-registry.ts'
import { runDueJobs } from '../support/jobs.ts'
import { MailServer } from '../support/mail-server.ts'
import { startServerProcess } from '../support/server-process.ts'
import { startTestApp } from '../support/test-app.ts'
import { until } from '../support/until.ts'

/** Users with an overdue task, whose reminders are due. */
const start = async (people: number) => {
  const mailServer = await MailServer.start()
  onTestFinished(() => mailServer.stop())
  const { services, clock, newUser, jobsDone } = await startTestApp({
    smtpURL: mailServer.url,
    publicURL: 'https://homes.example',
  })
  const { db } = services
  const names = Array.from({ length: people }, (_, n) => `person-${n}`)
  const day = isoTime(clock, -7 * DAY).slice(0, 10)
  for (const name of names) {
    const person = await newUser(name)
    const projectID = await person.newProject()
    await person.must(createTask, { body: { projectID, inputs: { name: 'Filter', day, repeats: null } } })
  }
  await db
    .updateTable('users')
    .set({ remind_at: isoTime(clock, -MINUTE) })
    .execute()
  await db.deleteFrom('jobs').execute()
  const { dataDir, database } = services.config
  const startServer = () =>
    startServerProcess(dataDir, database, { SMTP_URL: mailServer.url, PUBLIC_URL: 'https://homes.example' })
  const run = async (servers: number) => {
    await runDueJobs(services, JOBS, { servers })
    await jobsDone()
  }
  return { db, clock, mailServer, names, startServer, run }
}

describe('a reminder', () => {
  test('is sent once by three servers', async () => {
    const { db, mailServer, names, startServer } = await start(20)
    await Promise.all([1, 2, 3].map(startServer))
    await until(() => mailServer.received.length >= names.length)
    const waiting = () => db.selectFrom('jobs').select('id').where('kind', '=', 'reminder-mail').execute()
    await until(async () => (await waiting()).length === 0)
    expect(mailServer.received.flatMap(({ recipients }) => recipients).sort()).toEqual(
      names.map((name) => `${name}@example.com`).sort(),
    )
  })

  test('reaches everybody even if a server is killed midway, and a repeated mail is identical', async () => {
    const { db, clock, mailServer, startServer, run } = await start(30)
    const server = await startServer()
    await until(() => mailServer.received.length >= 4)
    await server.kill()
    // Its claims expire with their lease.
    clock.turn(Date.now() - clock.now().getTime() + LEASE)
    await run(2)
    clock.turn(LEASE)
    await run(2)
    const { received } = mailServer
    expect(new Set(received.flatMap(({ recipients }) => recipients)).size).toBe(30)
    expect(new Set(received.map(({ messageId }) => messageId)).size).toBe(30)
    // At most what a server sends at once.
    expect(received.length).toBeLessThanOrEqual(38)
    const days = await db.selectFrom('reminders').select('last_day').execute()
    expect(days.filter(({ last_day }) => last_day !== null)).toHaveLength(30)
  })
})
