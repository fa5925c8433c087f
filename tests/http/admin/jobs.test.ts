import * as z from 'zod/mini'
import { describe, expect, onTestFinished, test } from 'vitest'
import { forgot } from '../../../src/shared/identity/auth.api.ts'
import { dismissJob, retryJob } from '../../../src/shared/admin/jobs.api.ts'
import { getOverview } from '../../../src/shared/admin/overview.api.ts'
import { Role } from '../../../src/shared/contract/roles.ts'
import { DAY, HOUR, isoTime, MINUTE } from '../../../src/server/platform/lib/clock.ts'
import { engineOf } from '../../../src/server/platform/db/engine.ts'
import { defineJob, GiveUp, type Job, type JobContext } from '../../../src/server/platform/jobs/job.ts'
import { claimJob, LEASE } from '../../../src/server/platform/jobs/jobs.repo.ts'
import { JOBS } from '../../../src/server/job-registry.ts'
import { PAUSES, startJobs } from '../../../src/server/platform/jobs/runner.ts'
import { sweep } from '../../../src/server/sweep.ts'
import { runDueJobs, silent } from '../../support/jobs.ts'
import { MailServer } from '../../support/mail-server.ts'
import { signIn, startTestApp } from '../../support/test-app.ts'
import { until } from '../../support/until.ts'

const startMailServer = async () => {
  const mailServer = await MailServer.start()
  onTestFinished(() => mailServer.stop())
  return mailServer
}

/** A kind of job that the test controls; nothing else runs it. */
const start = async (work: (text: string, context: JobContext) => Promise<void> = async () => {}) => {
  const started = await startTestApp()
  const { services, newUser, app } = started
  await newUser('admin', [Role.Admin])
  const done: string[] = []
  const job: Job<string> = defineJob({
    kind: 'email-changed-mail',
    payload: z.string(),
    work: async (text, context) => {
      await work(text, context)
      done.push(text)
    },
  })
  const jobs = { ...JOBS, 'email-changed-mail': job }
  return {
    ...started,
    job,
    jobs,
    done,
    run: (servers = 1) => runDueJobs(services, jobs, { servers }),
    overview: async () => (await (await signIn(app, 'admin')).must(getOverview, {})).failedJobs,
    rows: () => services.db.selectFrom('jobs').selectAll().where('key', 'is', null).orderBy('id').execute(),
  }
}

describe('a job', () => {
  test('runs once for any number of servers, and is deleted then', async () => {
    const { services, job, done, run, rows } = await start()
    const all = Array.from({ length: 30 }, (_, n) => `job ${n}`)
    for (const text of all) await services.jobs.add(job, text)
    await run(5)
    expect(done.sort()).toEqual(all.sort())
    expect(await rows()).toEqual([])
  })

  test('of an exclusive kind is started by one of two servers, although others of its kind are due', async () => {
    const { services, job } = await start()
    const { db, clock } = services
    for (const text of ['first', 'second']) await services.jobs.add(job, text)
    const claim = (trx = db) => claimJob(trx, clock, [job.kind, 'consultation-mail'], [job.kind])
    let claimed = () => {}
    let commit = () => {}
    const isClaimed = new Promise<void>((resolve) => (claimed = resolve))
    const mayCommit = new Promise<void>((resolve) => (commit = resolve))
    const first = db.transaction().execute(async (trx) => {
      const one = await claim(trx)
      claimed()
      await mayCommit
      return one
    })
    await isClaimed
    const second = claim()
    // On SQLite it waits for the first transaction.
    if (engineOf(db) === 'PostgreSQL') await second
    commit()
    expect([(await first)?.payload, await second, await claim()]).toEqual(['"first"', undefined, undefined])
  })

  test('added in a transaction runs after its commit, and never after a rollback', async () => {
    const { services, job, done, run } = await start()
    const { db, jobs } = services
    const fails = db.transaction().execute(async (trx) => {
      await jobs.addWithin(trx, job, 'rolled back')
      throw new Error('no')
    })
    await expect(fails).rejects.toThrow('no')
    await run()
    expect(done).toEqual([])
    await db.transaction().execute((trx) => jobs.addWithin(trx, job, 'committed'))
    await run()
    expect(done).toEqual(['committed'])
  })

  test('that fails is retried with growing pauses, then given up with the reason, which only Admins see', async () => {
    const { services, clock, anonymous, newUser, app, job, done, run, overview } = await start(async () => {
      throw new Error('Nobody\n answers')
    })
    await services.jobs.add(job, 'one')
    await run()
    expect([...PAUSES].sort((a, b) => a - b)).toEqual(PAUSES)
    const tries = async () =>
      (await services.db.selectFrom('jobs').select('tries').where('key', 'is', null).execute())[0]
    for (const [n, pause] of PAUSES.entries()) {
      clock.turn(pause - 1)
      await run()
      expect(await tries()).toEqual({ tries: n + 1 })
      expect((await overview()).count).toBe(0)
      clock.turn(1)
      await run()
      expect(await tries()).toEqual({ tries: n + 2 })
    }
    const givenUp = {
      jobID: expect.any(Number),
      kind: 'email-changed-mail',
      at: isoTime(clock),
      tries: PAUSES.length + 1,
      reason: 'Nobody answers',
      nextAt: null,
    }
    expect(await overview()).toEqual({ count: 1, latest: [givenUp] })
    clock.turn(DAY)
    await run()
    expect(await tries()).toEqual({ tries: PAUSES.length + 1 })
    expect(done).toEqual([])

    const jobID = (await overview()).latest[0]?.jobID ?? 0
    for (const [client, status] of [
      [anonymous, 401],
      [await newUser('robin'), 403],
      [await newUser('seller', [Role.Reseller]), 403],
    ] as const) {
      expect((await client.call(getOverview, {})).status).toBe(status)
      expect((await client.call(retryJob, { body: { jobID } })).status).toBe(status)
      expect((await client.call(dismissJob, { query: { jobID } })).status).toBe(status)
    }
    const admin = await signIn(app, 'admin')
    expect(await admin.must(dismissJob, { query: { jobID } })).toEqual({ message: 'Dismissed.' })
    expect(await overview()).toEqual({ count: 0, latest: [] })
    expect(await tries()).toBeUndefined()
    for (const call of [admin.call(dismissJob, { query: { jobID } }), admin.call(retryJob, { body: { jobID } })]) {
      expect((await call).problem).toMatchObject({ statusCode: 404, code: 'not_found' })
    }
  })

  test('that was given up runs when an Admin retries it', async () => {
    let works = false
    const { services, app, job, done, run, overview } = await start(async () => {
      if (!works) throw new GiveUp('It is of no use.')
    })
    await services.jobs.add(job, 'one')
    await run()
    const { latest } = await overview()
    expect(latest).toMatchObject([{ tries: 1, reason: 'It is of no use.' }])
    works = true
    const admin = await signIn(app, 'admin')
    await admin.must(retryJob, { body: { jobID: latest[0]?.jobID ?? 0 } })
    await run()
    expect([done, await overview()]).toEqual([['one'], { count: 0, latest: [] }])
  })

  test('that kills each server is given up in the end', async () => {
    const { services, clock, job, done, run, overview } = await start()
    await services.jobs.add(job, 'one')
    const killed = { claimed_by: 'a dead one', tries: PAUSES.length + 1, due_at: isoTime(clock) }
    await services.db.updateTable('jobs').set(killed).execute()
    await run()
    expect(done).toEqual([])
    expect((await overview()).latest).toMatchObject([
      { reason: 'Each server that started it stopped before it finished.' },
    ])
  })

  test('of a stopping server is aborted after three seconds, given back, and run by the next', async () => {
    let isFirst = true
    const begun: string[] = []
    const { services, job, jobs, done, run, rows } = await start(async (text, { signal }) => {
      begun.push(text)
      if (!isFirst) return
      isFirst = false
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('told to end'))))
    })
    const runner = startJobs(services, silent, { jobs, pollEvery: null, withRecurring: false })
    await services.jobs.add(job, 'one')
    await until(() => begun.length === 1)
    await runner.stop()
    expect(await rows()).toMatchObject([{ claimed_by: null, tries: 0, reason: null }])
    await services.jobs.add(job, 'two')
    expect(begun).toEqual(['one'])
    await run()
    expect(done.sort()).toEqual(['one', 'two'])
  })

  test('taken over by another server is not completed by the first, which lost its lease', async () => {
    let end: (() => void) | undefined
    const { services, clock, job, jobs, done, run, rows } = await start(async () => {
      if (!end) await new Promise<void>((resolve) => (end = resolve))
    })
    const runner = startJobs(services, silent, { jobs, pollEvery: null, withRecurring: false })
    await services.jobs.add(job, 'one')
    await until(() => end !== undefined)
    const taken = { claimed_by: 'another server', due_at: isoTime(clock, LEASE) }
    await services.db.updateTable('jobs').set(taken).where('key', 'is', null).execute()
    end?.()
    await runner.idle()
    expect(await rows()).toMatchObject([{ claimed_by: 'another server' }])
    await runner.stop()
    clock.turn(LEASE)
    await run()
    expect(done).toEqual(['one', 'one'])
  })

  test('given up a month ago is swept, and no other', async () => {
    const { services, clock, job, run, rows } = await start(async () => {
      throw new GiveUp('no')
    })
    await services.jobs.add(job, 'old')
    await run()
    clock.turn(30 * DAY - 1)
    await services.jobs.add(job, 'new')
    await run()
    await sweep(services)
    expect(await rows()).toHaveLength(2)
    clock.turn(1)
    await sweep(services)
    expect(await rows()).toMatchObject([{ payload: '"new"' }])
  })

  test('of an unknown kind is left to a server that knows it', async () => {
    const { services, run, rows } = await start()
    const now = isoTime(services.clock)
    const job = { kind: 'of-a-newer-version', payload: 'null', created_at: now, due_at: now, noted_at: now }
    await services.db.insertInto('jobs').values(job).execute()
    await run()
    expect(await rows()).toMatchObject([{ kind: 'of-a-newer-version', tries: 0 }])
  })
})

describe('a mail with a reset link', () => {
  const startMailing = async () => {
    const mailServer = await startMailServer()
    const started = await startTestApp({ smtpURL: mailServer.url })
    await started.newUser('robin')
    return { ...started, mailServer }
  }

  test('has no token while it is queued, and costs the same work for an unknown account', async () => {
    const { anonymous, services, mailServer, statements, jobsDone } = await startMailing()
    mailServer.will('refuse')
    const work = async (user: string) => {
      const before = statements()
      expect((await anonymous.call(forgot, { body: { user } })).status).toBe(200)
      return statements() - before
    }
    expect(await work('nobody')).toBe(await work('robin'))
    await jobsDone()
    const [job] = await services.db.selectFrom('jobs').selectAll().execute()
    expect(JSON.parse(job?.payload ?? '')).toEqual({
      userID: expect.any(Number),
      email: 'robin@example.com',
      askedBy: 'visitor',
    })
    expect(mailServer.received).toEqual([])
  })

  test('is sent when the mail server is back, but not after an hour, for a reason that Admins see', async () => {
    const { app, newUser, anonymous, services, clock, mailServer, jobsDone } = await startMailing()
    await newUser('admin', [Role.Admin])
    mailServer.will('refuse')
    await anonymous.must(forgot, { body: { user: 'robin' } })
    await jobsDone()
    mailServer.will('accept')
    clock.turn(MINUTE)
    await jobsDone()
    expect(mailServer.received).toHaveLength(1)

    mailServer.will('refuse')
    await anonymous.must(forgot, { body: { user: 'robin' } })
    await jobsDone()
    mailServer.will('accept')
    clock.turn(HOUR)
    await jobsDone()
    expect(mailServer.received).toHaveLength(1)
    expect((await (await signIn(app, 'admin')).must(getOverview, {})).failedJobs.latest).toMatchObject([
      { kind: 'reset-mail', reason: 'It couldn’t finish in time and is no longer needed.' },
    ])
    expect(await services.db.selectFrom('jobs').select('id').where('due_at', 'is not', null).execute()).toEqual([])
  })
})
