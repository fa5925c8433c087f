import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { MINUTE, SECOND } from '../lib/clock.ts'
import { busy, unavailable } from '../http/app-error.ts'
import { packageRoot } from '../lib/package-root.ts'
import { programOf, type Program, type ProgramName } from './program.ts'
import { openLimiter } from '../lib/limiter.ts'

/**
 * Worker processes that make something of files, one file at a time each: a file may be made to harm its reader, and the server
 * needs its time and memory. src/server/platform/workers/worker-runtime.ts runs in them. They are sent a job, then the bytes, then `DONE`, so
 * nothing of a file is on the disk, also after a kill.
 */

/** A user gets one of them at most, so slow files of one user do not delay other users. */
const PROCESSES = 2

/** All bytes of the file have been sent. */
export const DONE = 'done'

/** Why the process made nothing. Without its library it can make nothing at all here. */
export type Refusal = 'unreadable' | 'no library'

/** How the process ends itself when it takes more memory than it may. */
export const TOO_LARGE_SIGNAL = 'SIGUSR2'
/** And when it takes more processor time. */
export const TOO_SLOW_SIGNAL = 'SIGVTALRM'

/** Beside what the process says: it died twice over this file, or was ended for the time or the memory that it took. */
export type Failure = Refusal | 'died' | 'too slow' | 'too large'

/** `Made` is never a string. */
export interface WorkerProcess<Job extends object, Made> {
  /**
   * Has something made of what `read` gives, when it is the turn of `whose` user, and hands it to `keep`. Undefined where
   * `read` gives nothing, for nothing is needed any more. Rejects with the problem `unavailable` where too many wait
   * already, with what `read` or its bytes fail with, and with the reason of `signal`: the process then ends at once.
   */
  make<T>(
    wanted: Job & { whose: number },
    read: () => Promise<Readable | Buffer | undefined>,
    keep: (made: Made) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<{ made: T } | { failed: Failure } | undefined>
  /** A process at work, while there is one. */
  readonly pid: number | undefined
  /** Refuses all that wait. */
  close(): Promise<void>
}

export interface Limits {
  mostWaiting: number
  longestWait: number
  /** For one file, beside the time that its bytes take, however busy the machine is; the process is ended then. */
  patience: number
  /** How long a process stays with nothing to do. */
  rest: number
}

export interface Options extends Limits {
  program: Program
}

const LIMITS: Limits = { mostWaiting: 200, longestWait: 30 * SECOND, patience: 20 * SECOND, rest: MINUTE }

const RETRY_AFTER_S = 10
const tooMany = () => busy(undefined, RETRY_AFTER_S)

/** Without the server's settings: an attacker who takes over that process finds no passwords. */
const environment = () => {
  const { PATH, LD_LIBRARY_PATH, SystemRoot } = process.env
  return { PATH, LD_LIBRARY_PATH, SystemRoot }
}

/** Node ends itself with the other one when its own memory is full. */
const isForMemory = (signal: NodeJS.Signals | null): boolean => signal === TOO_LARGE_SIGNAL || signal === 'SIGABRT'

/** A process that makes one thing at a time, and is started when it is needed. */
const openOne = <Job extends object, Made extends object>(program: Program, { patience, rest }: Limits) => {
  let child: ChildProcess | undefined
  let resting: NodeJS.Timeout | undefined
  let isClosed = false
  let atWork: Promise<unknown> | undefined

  const start = (): ChildProcess => {
    const started = fork(program.file, {
      execArgv: [...program.execArgv],
      cwd: packageRoot,
      env: environment(),
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      // Bytes as they are.
      serialization: 'advanced',
    })
    const forget = () => {
      if (child === started) child = undefined
    }
    started.once('exit', forget).on('error', forget)
    return started
  }

  const ask = (job: Job, bytes: Readable | Buffer, signal?: AbortSignal): Promise<Made | Failure> =>
    new Promise((resolve, reject) => {
      if (isClosed || signal?.aborted) {
        if (!Buffer.isBuffer(bytes)) bytes.destroy()
        throw isClosed ? tooMany() : signal?.reason
      }
      const process = (child ??= start())
      let isTooSlow = false
      let isOver = false
      const timer = setTimeout(() => {
        isTooSlow = true
        process.kill('SIGKILL')
      }, patience)
      const stopListening = () => {
        isOver = true
        clearTimeout(timer)
        process.off('message', onVerdict).off('exit', onExit).off('error', onError)
        signal?.removeEventListener('abort', giveUp)
      }
      /** It knows no other way to stop, and waits for the rest of what it was being sent. */
      const end = (reason: Error) => {
        stopListening()
        if (!Buffer.isBuffer(bytes)) bytes.destroy()
        process.kill('SIGKILL')
        if (child === process) child = undefined
        reject(reason)
      }
      const giveUp = () => end(signal?.reason as Error)
      signal?.addEventListener('abort', giveUp)
      const onVerdict = (verdict: unknown) => {
        stopListening()
        resolve(verdict as Made | Refusal)
      }
      const onExit = (_code: number | null, signal: NodeJS.Signals | null) => {
        stopListening()
        if (isTooSlow || signal === TOO_SLOW_SIGNAL) resolve('too slow')
        else resolve(isForMemory(signal) ? 'too large' : 'died')
      }
      const onError = (error: Error) => {
        stopListening()
        reject(unavailable(error))
      }
      process.on('message', onVerdict).on('exit', onExit).on('error', onError)

      /** No faster than the system takes it. What cannot be sent is on its way out, and is heard of as such. */
      const send = (message: Job | Buffer | typeof DONE) =>
        new Promise<void>((sent) => void process.send(message, () => sent()))
      const sendAll = async () => {
        await send(job)
        for await (const chunk of Buffer.isBuffer(bytes) ? [bytes] : bytes) {
          if (isOver) return
          await send(chunk as Buffer)
          timer.refresh()
        }
        await send(DONE)
      }
      sendAll().catch(end)
    })

  const letGo = () => {
    child?.disconnect()
    child = undefined
  }

  return {
    ask,

    /** Runs work that calls `ask`. Only while `isFree`. */
    async run<T>(work: () => Promise<T>): Promise<T> {
      clearTimeout(resting)
      const working = work()
      atWork = working.catch(() => {})
      try {
        return await working
      } finally {
        atWork = undefined
        resting = setTimeout(letGo, rest)
        resting.unref()
      }
    },

    get isFree() {
      return atWork === undefined
    },

    get pid() {
      return child?.pid
    },

    async close() {
      isClosed = true
      clearTimeout(resting)
      if (child) {
        const ended = once(child, 'exit')
        child.kill('SIGKILL')
        await ended
      }
      await atWork
      clearTimeout(resting)
    },
  }
}

/** Has the program make things, by turns of those who ask. */
export const openWorkerProcess = <Job extends object, Made extends object>(
  name: ProgramName,
  options: Partial<Options>,
): WorkerProcess<Job, Made> => {
  const limits = { ...LIMITS, ...options }
  const { mostWaiting, longestWait, program = programOf(name) } = limits
  const turns = openLimiter({ atOnce: PROCESSES, ofOne: 1, mostWaiting, longestWait, refusal: tooMany })
  const processes = Array.from({ length: PROCESSES }, () => openOne<Job, Made>(program, limits))
  let hasLibrary = true
  let isClosed = false

  return {
    make: ({ whose, ...asked }, read, keep, signal) => {
      if (isClosed) return Promise.reject(tooMany())
      const job = asked as unknown as Job
      return turns.run(
        whose,
        async () => {
          // There are as many as have the turn at once.
          const free = processes.find(({ isFree }) => isFree) as (typeof processes)[number]
          return free.run(async () => {
            if (!hasLibrary) return { failed: 'no library' } as const
            const verdictOn = async () => {
              const bytes = await read()
              return bytes && free.ask(job, bytes, signal)
            }
            let verdict = await verdictOn()
            // Somebody else may have ended it, or it had gone already.
            if (verdict === 'died') verdict = await verdictOn()
            if (verdict === undefined) return undefined
            if (verdict === 'no library') hasLibrary = false
            return typeof verdict === 'string' ? { failed: verdict } : { made: await keep(verdict) }
          })
        },
        signal,
      )
    },

    get pid() {
      return processes.find(({ pid }) => pid !== undefined)?.pid
    },

    async close() {
      isClosed = true
      turns.clear()
      await Promise.all(processes.map((each) => each.close()))
    },
  }
}
