import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { MINUTE, SECOND } from '../clock.ts'
import { AppError } from '../app-error.ts'
import { packageRoot } from '../package-root.ts'
import { programOf, type Program } from '../program.ts'
import { openTurns } from './turns.ts'

/**
 * What the process is asked to do. The bytes follow in messages of their own, and then `DONE`: so nothing of a picture is
 * ever on the disk, and nothing is left there by whoever is killed.
 */
export interface PictureJob {
  /** The most that the picture may be wide and high. */
  pixels: number
  /** Whether an animation may stay one. */
  moving: boolean
}

/** All bytes of the picture have been sent. */
export const DONE = 'done'

/** What the process answers: the picture, or why there is none. Without its library it can make nothing at all here. */
export type Verdict = Uint8Array | 'unreadable' | 'no library'

/** Why there is no picture: beside what the process says, it died twice over this file, or was ended after a while. */
export type Failure = Exclude<Verdict, Uint8Array> | 'died' | 'too slow'

export interface PictureMaker {
  /**
   * Makes a picture of what `read` gives, when it is the turn of `whose` user, and hands it to `keep`. Undefined where
   * `read` gives nothing, for nothing is needed any more. Rejects with the problem `unavailable` where too many wait
   * already, and with what `read` or its bytes fail with.
   */
  make<T>(
    wanted: PictureJob & { whose: number },
    read: () => Promise<Readable | Buffer | undefined>,
    keep: (picture: Buffer) => Promise<T>,
  ): Promise<{ made: T } | { failed: Failure } | undefined>
  /** The process at work, while there is one. */
  readonly pid: number | undefined
  /** Whoever waits is turned away. */
  close(): Promise<void>
}

interface Limits {
  mostWaiting: number
  longestWait: number
  /** For one picture, beside the time that its bytes take; the process is ended then. */
  patience: number
  /** How long the process stays with nothing to do. */
  rest: number
}

interface Options extends Limits {
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

/** Makes pictures one after the other, in a process that is started when it is needed. */
export const openPictureMaker = (options: Partial<Options> = {}): PictureMaker => {
  const { mostWaiting, longestWait, patience, rest } = { ...LIMITS, ...options }
  const program = options.program ?? programOf('picture-maker')
  const turns = openTurns({ mostWaiting, longestWait, refusal: busy })
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

  const ask = (job: PictureJob, bytes: Readable | Buffer): Promise<Verdict | Failure> =>
    new Promise((resolve, reject) => {
      if (isClosed) {
        if (!Buffer.isBuffer(bytes)) bytes.destroy()
        throw busy()
      }
      const process = (child ??= start())
      let ending: Failure = 'died'
      let isOver = false
      const timer = setTimeout(() => {
        ending = 'too slow'
        process.kill('SIGKILL')
      }, patience)
      const stopListening = () => {
        isOver = true
        clearTimeout(timer)
        process.off('message', onVerdict).off('exit', onExit).off('error', onError)
      }
      const onVerdict = (verdict: unknown) => {
        stopListening()
        resolve(verdict as Verdict)
      }
      const onExit = () => {
        stopListening()
        resolve(ending)
      }
      const onError = (error: Error) => {
        stopListening()
        reject(busy(error))
      }
      process.on('message', onVerdict).on('exit', onExit).on('error', onError)

      /** No faster than the system takes it. What cannot be sent is on its way out, and is heard of as such. */
      const send = (message: PictureJob | Buffer | typeof DONE) =>
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
      sendAll().catch((error: unknown) => {
        stopListening()
        // It waits for the rest, which nobody has.
        process.kill('SIGKILL')
        if (child === process) child = undefined
        reject(error as Error)
      })
    })

  const letGo = () => {
    child?.disconnect()
    child = undefined
  }

  const madeOf = async (
    job: PictureJob,
    read: () => Promise<Readable | Buffer | undefined>,
  ): Promise<Verdict | Failure | undefined> => {
    const bytes = await read()
    return bytes && ask(job, bytes)
  }

  return {
    make: ({ whose, ...job }, read, keep) => {
      if (isClosed) return Promise.reject(busy())
      return turns.take(whose, () => {
        const work = async () => {
          if (!hasLibrary) return { failed: 'no library' } as const
          clearTimeout(resting)
          try {
            let verdict = await madeOf(job, read)
            // Somebody else may have ended it, or it had gone already.
            if (verdict === 'died') verdict = await madeOf(job, read)
            if (verdict === undefined) return undefined
            if (verdict === 'no library') hasLibrary = false
            return typeof verdict === 'string' ? { failed: verdict } : { made: await keep(Buffer.from(verdict)) }
          } finally {
            resting = setTimeout(letGo, rest)
            resting.unref()
          }
        }
        const working = work()
        atWork = working.catch(() => {})
        return working
      })
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
