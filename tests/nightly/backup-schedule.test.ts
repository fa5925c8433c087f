import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { describe, expect, test } from 'vitest'
import { getOverview } from '../../src/shared/admin/overview.api.ts'
import { Role } from '../../src/shared/contract/roles.ts'
import { makeBackupJob, type RunBackup } from '../../src/server/admin/backup/schedule.ts'
import { noteScheduledBackup } from '../../src/server/admin/backup/schedule.repo.ts'
import { HOUR, isoTime, MINUTE, SECOND } from '../../src/server/platform/lib/clock.ts'
import { JOBS } from '../../src/server/job-registry.ts'
import { startJobs } from '../../src/server/platform/jobs/runner.ts'
import { emptyInstallation, filledInstallation, installationOf, restoreInto, runUntil } from '../support/backups.ts'
import { runCommand } from '../support/command.ts'
import { runDueJobs } from '../support/jobs.ts'
import { startServerProcess } from '../support/server-process.ts'
import { signIn, startTestApp } from '../support/test-app.ts'
import { until } from '../support/until.ts'

const EVERY = 6

/** Servers that make a backup every six hours, and a count of the backups they start. */
const startScheduled = async () => {
  const started = await startTestApp()
  const { services, clock } = started
  const config = { ...services.config, backups: { ...services.config.backups, everyHours: EVERY } }
  const logged: unknown[] = []
  const log = {
    info: () => {},
    error: (facts: object) => 'folder' in facts && logged.push(facts),
  } as unknown as FastifyBaseLogger
  let begun = 0
  const works: RunBackup = async () => {
    begun++
    await noteScheduledBackup(services.db, isoTime(clock))
    return undefined
  }
  return {
    ...started,
    services: { ...services, config },
    log,
    logged,
    works,
    /** The number of backups started by servers that look at the same time. */
    look: async (run: RunBackup = works, servers = 1) => {
      const before = begun
      await runDueJobs({ ...services, config }, { ...JOBS, backup: makeBackupJob(run) }, { servers, log })
      return begun - before
    },
    count: () => void begun++,
  }
}

describe('scheduled backups', () => {
  test('are made at the configured interval by one of all servers', async () => {
    const { newUser, clock, look } = await startScheduled()
    await newUser()
    expect(await look(undefined, 5)).toBe(1)
    expect(await look(undefined, 5)).toBe(0)
    clock.turn(EVERY * HOUR - MINUTE)
    expect(await look(undefined, 5)).toBe(0)
    clock.turn(MINUTE)
    expect(await look(undefined, 5)).toBe(1)
  })

  test('start within ten minutes of the first account', async () => {
    const { newUser, look, clock } = await startScheduled()
    expect(await look()).toBe(0)
    await newUser()
    clock.turn(10 * MINUTE)
    expect(await look()).toBe(1)
  })

  test('that fail are logged with their error, and retried after growing pauses of up to an hour', async () => {
    const { newUser, clock, look, logged, count } = await startScheduled()
    await newUser()
    const fails: RunBackup = async () => {
      count()
      return 'No backup was made: ENOSPC: no space left on device, write'
    }
    expect(await look(fails)).toBe(1)
    expect(logged).toEqual([{ folder: expect.any(String), output: expect.stringContaining('ENOSPC') }])
    for (const pause of [30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, HOUR, HOUR]) {
      clock.turn(pause - 1)
      expect(await look(fails)).toBe(0)
      clock.turn(1)
      expect(await look(fails)).toBe(1)
    }
    clock.turn(HOUR)
    expect(await look()).toBe(1)
  })

  test('that keep failing are shown to Admins until one works', async () => {
    const { app, newUser, clock, look } = await startScheduled()
    await newUser('admin', [Role.Admin])
    const shown = async () => (await (await signIn(app, 'admin')).must(getOverview, {})).failedJobs
    for (const pause of [30 * SECOND, 2 * MINUTE, 10 * MINUTE]) {
      await look(async () => 'No room')
      expect(await shown()).toEqual({ count: 0, latest: [] })
      clock.turn(pause)
    }
    await look(async () => 'No room')
    expect(await shown()).toMatchObject({
      count: 1,
      latest: [{ kind: 'backup', tries: 4, reason: 'No room', nextAt: isoTime(clock, 30 * MINUTE) }],
    })
    clock.turn(30 * MINUTE)
    await look()
    expect(await shown()).toEqual({ count: 0, latest: [] })
  })

  test('with missing files are shown at once, and not repeated before their time', async () => {
    const { newUser, services, clock, look } = await startScheduled()
    const admin = await newUser('admin', [Role.Admin])
    const flawed: RunBackup = async () => {
      await noteScheduledBackup(services.db, isoTime(clock))
      return '1 file in the store is missing or damaged, and so not intact in this backup:'
    }
    await look(flawed)
    const reason = '1 file in the store is missing or damaged, and so not intact in this backup:'
    expect((await admin.must(getOverview, {})).failedJobs.latest).toMatchObject([{ kind: 'backup', reason }])
    clock.turn(EVERY * HOUR - MINUTE)
    expect(await look()).toBe(0)
    clock.turn(MINUTE)
    expect(await look()).toBe(1)
  })

  test('are off by default', async () => {
    const { services, newUser, log, works } = await startScheduled()
    await newUser()
    const backups = { ...services.config.backups, everyHours: 0 }
    let begun = 0
    const backup = makeBackupJob(async (signal) => {
      begun++
      return works(signal)
    })
    await runDueJobs({ ...services, config: { ...services.config, backups } }, { ...JOBS, backup }, { log })
    expect(begun).toBe(0)
  })

  test('end with the server, which waits for them', async () => {
    const { services, newUser, log, logged } = await startScheduled()
    await newUser()
    let state = 'not begun'
    const backup = makeBackupJob(async (signal) => {
      state = 'under way'
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      state = 'ended'
      return 'ended by a signal'
    })
    const runner = startJobs(services, log, { jobs: { ...JOBS, backup }, pollEvery: null })
    await until(() => state === 'under way')
    await runner.stop()
    expect([state, logged]).toEqual(['ended', []])
  })
})

const scheduledName = (day: number, rest = '') => `roomfolio-scheduled-2020-01-0${day}T000000Z${rest}.zip`

test('a server makes one on its own that can be restored, and removes the oldest beyond the configured number', async () => {
  const filled = await filledInstallation(await startTestApp())
  const from = installationOf(filled)
  const { folder } = from.config.backups
  mkdirSync(folder, { recursive: true })
  const others = [
    'mine.zip',
    'roomfolio-2020-01-01T000000Z.zip',
    `${scheduledName(1)}.partial`,
    'roomfolio-scheduled.zip',
  ]
  const former = [1, 2, 3].map((day) => scheduledName(day))
  for (const name of [...others, ...former]) writeFileSync(join(folder, name), name)
  const settings = { ...from.settings, BACKUP_EVERY_HOURS: '1', BACKUP_KEEP: '2' }
  await startServerProcess(from.folder, from.config.database, settings)

  const isNew = (name: string) => ![...others, ...former].includes(name) && name.endsWith('.zip')
  await until(() => readdirSync(folder).length === others.length + 2)
  const made = readdirSync(folder).filter(isNew)
  expect(made).toEqual([expect.stringMatching(/^roomfolio-scheduled-20\d\d-\d\d-\d\dT\d{6}Z\.zip$/)])
  expect(readdirSync(folder).sort()).toEqual([...others, ...made, scheduledName(3)].sort())
  const to = await emptyInstallation()
  await restoreInto(to, join(folder, made[0] ?? ''))
  expect(await to.db.selectFrom('users').select('username').orderBy('id').execute()).toEqual([
    { username: 'robin' },
    { username: 'editor' },
  ])
})

test('a failed scheduled backup removes no previous ones', async () => {
  const from = installationOf(await filledInstallation(await startTestApp()))
  const { folder } = from.config.backups
  mkdirSync(folder, { recursive: true })
  const former = [1, 2, 3].map((day) => scheduledName(day))
  for (const name of former) writeFileSync(join(folder, name), name)
  // The store of another database, so that the backup fails.
  const settings = {
    ...from.settings,
    BACKUP_KEEP: '1',
    FILE_STORE: 's3',
    S3_BUCKET: 'x',
    S3_ENDPOINT: 'http://127.0.0.1:9',
  }
  const { code, errors } = await runUntil('backup', { settings }, ['--scheduled'])
  expect([code, errors]).toEqual([1, expect.stringContaining('No backup was made')])
  expect(readdirSync(folder)).toEqual(former)
})

test('the overview shows the last backup of a command or a schedule, and a later failure', async () => {
  const { services, newUser } = await startTestApp({ logLevel: 'silent' })
  const admin = await newUser('admin', [Role.Admin])
  const backups = async () => (await admin.must(getOverview, {})).backups
  expect(await runCommand('backup', services, [])).toMatchObject({ code: 0 })
  const made = { at: expect.stringMatching(/^20.*Z$/), by: 'command', bytes: expect.any(Number), missing: 0 }
  expect(await backups()).toEqual({ everyHours: 0, made, failed: null })
  const settings = { BACKUP_DIR: '/dev/null' }
  expect(await runCommand('backup', services, ['--scheduled'], { settings })).toMatchObject({ code: 1 })
  const why = expect.stringMatching(/^\S.*\/dev\/null.*\.$/)
  expect(await backups()).toEqual({ everyHours: 0, made, failed: { at: expect.any(String), by: 'schedule', why } })
  expect(await runCommand('backup', services, ['--scheduled'])).toMatchObject({ code: 0 })
  expect(await backups()).toMatchObject({ made: { by: 'schedule' }, failed: null })
})
