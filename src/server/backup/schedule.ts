import { execFile } from 'node:child_process'
import type { FastifyBaseLogger } from 'fastify'
import { hasUsers } from '../auth/users.repo.ts'
import { MINUTE } from '../clock.ts'
import { programOf } from '../program.ts'
import type { Services } from '../services.ts'
import { claimBackup, renewClaim } from './schedule.repo.ts'

type Needed = Pick<Services, 'config' | 'db' | 'clock'>

/** Makes a scheduled backup, and answers what it said where it could not. */
export type RunBackup = (signal: AbortSignal) => Promise<string | undefined>

const LOOK_EVERY = 10 * MINUTE
const MOST_OUTPUT = 16 * 1024 * 1024

/** In a process of its own, with the settings of this one: reading and packing everything would keep requests waiting. */
export const runBackupProcess: RunBackup = (signal) =>
  new Promise((resolve) => {
    const options = { signal, maxBuffer: MOST_OUTPUT }
    const { file, execArgv } = programOf('backup')
    const child = execFile(process.execPath, [...execArgv, file, '--scheduled'], options, (error, _stdout, stderr) => {
      const failure = error ? stderr.trim() || error.message : undefined
      // One that is ended has to be gone before the server is.
      if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) resolve(failure)
      else child.once('exit', () => resolve(failure))
    })
  })

/** Makes a backup if one is due and no other server is at it. An installation that nobody uses yet needs none. */
export const backUpIfDue = async (
  { config, db, clock }: Needed,
  log: FastifyBaseLogger,
  run: RunBackup,
  signal: AbortSignal,
): Promise<void> => {
  if (!(await hasUsers(db)) || !(await claimBackup(db, clock, config.backups.everyHours))) return
  const renewing = setInterval(() => void renewClaim(db, clock).catch(() => {}), LOOK_EVERY)
  try {
    const failure = await run(signal)
    if (signal.aborted) return
    if (failure === undefined) log.info({ folder: config.backups.folder }, 'a scheduled backup was made')
    else {
      const advice = 'a scheduled backup failed; `npm run backup` shows whether the cause is gone'
      log.error({ folder: config.backups.folder, output: failure }, advice)
    }
  } finally {
    clearInterval(renewing)
  }
}

/** Looks now and every ten minutes. Answers how to stop, which ends a backup under way. */
export const startBackups = (
  services: Needed,
  log: FastifyBaseLogger,
  run: RunBackup = runBackupProcess,
): (() => Promise<void>) => {
  if (services.config.backups.everyHours === 0) return async () => {}
  const stopping = new AbortController()
  let underWay: Promise<void> | undefined
  const look = () => {
    underWay ??= backUpIfDue(services, log, run, stopping.signal)
      .catch((error: unknown) => log.error({ err: error }, 'whether a backup is due could not be found out'))
      .finally(() => (underWay = undefined))
  }
  look()
  const timer = setInterval(look, LOOK_EVERY)
  timer.unref()
  return async () => {
    clearInterval(timer)
    stopping.abort()
    await underWay
  }
}
