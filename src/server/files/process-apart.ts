import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { MINUTE, SECOND } from '../clock.ts'
import { AppError } from '../app-error.ts'
import { packageRoot } from '../package-root.ts'
import { programOf, type Program, type ProgramName } from '../program.ts'
import { openLimiter } from '../limiter.ts'

/**
 * A process of its own that makes something of files, one at a time: files may be made to harm who reads them, and that
 * takes time and memory which the server needs. What the process runs is src/server/work-apart.ts.
 *
 * It is sent what it is to do, then the bytes, in messages, and then `DONE`: so nothing of a file is ever on the disk,
 * and nothing is left there by whoever is killed.
 */

/** All bytes of the file have been sent. */
export const DONE = 'done'

/** Why the process made nothing. Without its library it can make nothing at all here. */
export type Refusal = 'unreadable' | 'no library'

/** How the process ends itself when it takes more memory than it may. */
export const TOO_LARGE_SIGNAL = 'SIGUSR2'

/** Beside what the process says: it died twice over this file, or was ended for the time or the memory that it took. */
export type Failure = Refusal | 'died' | 'too slow' | 'too large'

/** `Made` is never a string. */
export interface ProcessApart<Job extends object, Made> {
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
  /** The process at work, while there is one. */
  readonly pid: number | undefined
  /** Whoever waits is turned away. */
  close(): Promise<void>
}

export interface Limits {
  mostWaiting: number
  longestWait: number
  /** For one file, beside the time that its bytes take; the process is ended then. */
  patience: number
  /** How long the process stays with nothing to do. */
  rest: number
}

export interface Options extends Limits {
  program: Program
}

const LIMITS: Limits = { mostWaiting: 200, longestWait: 30 * SECOND, patience: 20 * SECOND, rest: MINUTE }

const RETRY_AFTER_S = '10'
const busy = (cause?: unknown) => new AppError('unavailable', { headers: { 'Retry-After': RETRY_AFTER_S } }, { cause })

/** Nothing of the server's settings: whoever gets hold of that process finds no passwords. */
const environment = () => {
  const { PATH, LD_LIBRARY_PATH, SystemRoot } = process.env
  return { PATH, LD_LIBRARY_PATH, SystemRoot }
}

/** Node ends itself with the other one when its own memory is full. */
const isForMemory = (signal: NodeJS.Signals | null): boolean => signal === TOO_LARGE_SIGNAL || signal === 'SIGABRT'

/** Has the program make things one after the other, in a process that is started when it is needed. */
export const openProcessApart = <Job extends object, Made extends object>(
  name: ProgramName,
  options: Partial<Options>,
): ProcessApart<Job, Made> => {
  const { mostWaiting, longestWait, patience, rest } = { ...LIMITS, ...options }
  const program = options.program ?? programOf(name)
  const turns = openLimiter({ atOnce: 1, mostWaiting, longestWait, refusal: busy })
  let child: ChildProcess | undefined
  let resting: NodeJS.Timeout | undefined
  let hasLibrary = true
  let isClosed = false
  let atWork: Promise<unknown> = Promise.resolve()

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
        throw isClosed ? busy() : signal?.reason
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
        if (isTooSlow) resolve('too slow')
        else resolve(isForMemory(signal) ? 'too large' : 'died')
      }
      const onError = (error: Error) => {
        stopListening()
        reject(busy(error))
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

  const madeOf = async (
    job: Job,
    read: () => Promise<Readable | Buffer | undefined>,
    signal?: AbortSignal,
  ): Promise<Made | Failure | undefined> => {
    const bytes = await read()
    return bytes && ask(job, bytes, signal)
  }

  return {
    make: ({ whose, ...asked }, read, keep, signal) => {
      if (isClosed) return Promise.reject(busy())
      const job = asked as unknown as Job
      return turns.run(
        whose,
        () => {
          const work = async () => {
            if (!hasLibrary) return { failed: 'no library' } as const
            clearTimeout(resting)
            try {
              let verdict = await madeOf(job, read, signal)
              // Somebody else may have ended it, or it had gone already.
              if (verdict === 'died') verdict = await madeOf(job, read, signal)
              if (verdict === undefined) return undefined
              if (verdict === 'no library') hasLibrary = false
              return typeof verdict === 'string' ? { failed: verdict } : { made: await keep(verdict) }
            } finally {
              resting = setTimeout(letGo, rest)
              resting.unref()
            }
          }
          const working = work()
          atWork = working.catch(() => {})
          return working
        },
        signal,
      )
    },

    get pid() {
      return child?.pid
    },

    async close() {
      isClosed = true
      turns.clear()
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
