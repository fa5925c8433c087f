import { fork } from 'node:child_process'
import * as z from 'zod/mini'
import { hasUsers } from '../../identity/account/users.repo.ts'
import { HOUR, MINUTE } from '../../platform/lib/clock.ts'
import { defineJob, GiveUp } from '../../platform/jobs/job.ts'
import { programOf } from '../../platform/workers/program.ts'
import { backupIsDueIn } from './schedule.repo.ts'

/** Makes a scheduled backup. Returns its output if it failed, or lacks files. */
export type RunBackup = (signal: AbortSignal) => Promise<string | undefined>

const LOOK_FOR_USERS_EVERY = 10 * MINUTE
/** Last bytes of its output. */
const MOST_OUTPUT = 64 * 1024

/**
 * Runs in a child process with the same settings, because reading and compressing everything would block requests. It
 * ends with this process, whose lease another server then gets.
 */
const runBackupProcess: RunBackup = (signal) =>
  new Promise((resolve) => {
    const { file, execArgv } = programOf('backup')
    const child = fork(file, ['--scheduled'], {
      execArgv: [...execArgv],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      signal,
    })
    let output = ''
    child.stderr?.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-MOST_OUTPUT)))
    const failure = (error: string) => output.trim() || error
    child.on('error', (error) => {
      // If aborted, wait until the child has exited before the server does.
      if (child.pid === undefined) resolve(failure(error.message))
    })
    child.on('close', (code, by) => resolve(code === 0 ? undefined : failure(`ended by ${by ?? `code ${code}`}`)))
  })

/** An unused installation needs no backup. */
export const makeBackupJob = (run: RunBackup) =>
  defineJob({
    kind: 'backup',
    payload: z.null(),
    runsHere: ({ config }) => config.backups.everyHours > 0,
    every: ({ backups }) => backups.everyHours * HOUR,
    work: async (_, { services: { config, db, clock }, log, signal }) => {
      const { everyHours, folder } = config.backups
      if (!(await hasUsers(db))) return { again: LOOK_FOR_USERS_EVERY }
      const isDueIn = () => backupIsDueIn(db, clock, everyHours * HOUR)
      const wait = await isDueIn()
      if (wait > 0) return { again: wait }
      const failure = await run(signal)
      signal.throwIfAborted()
      const again = await isDueIn()
      if (failure === undefined) {
        log.info({ folder }, 'a scheduled backup was made')
        return { again }
      }
      const advice = 'a scheduled backup failed; `npm run backup` shows whether the cause is gone'
      log.error({ folder, output: failure }, advice)
      // There is an archive, without the files that the store has lost: another try would not do better.
      if (again > 0) throw new GiveUp(failure)
      throw new Error(failure)
    },
  })

export const backupJob = makeBackupJob(runBackupProcess)
