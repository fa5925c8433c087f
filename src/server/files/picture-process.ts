import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { MINUTE, SECOND } from '../clock.ts'
import { AppError } from '../http/app-error.ts'
import { packageRoot } from '../package-root.ts'
import { programOf, type Program } from '../program.ts'

/** What the process is asked to do. */
export interface PictureJob {
  source: string
  target: string
  /** The most that the picture may be wide and high. */
  pixels: number
  /** Whether an animation may stay one. */
  moving: boolean
}

/** What the process answers. Without its library it can make nothing at all on this machine. */
export type Verdict = 'made' | 'unreadable' | 'no library'

/** Why there is no picture: beside what the process says, it died twice over this file, or was ended after a while. */
export type Failure = Exclude<Verdict, 'made'> | 'died' | 'too slow'

export interface PictureMaker {
  /**
   * Makes a picture of what `read` gives and hands it to `keep`, when it is this one's turn. Rejects with the problem
   * `unavailable` where too many wait already.
   */
  make<T>(
    size: Pick<PictureJob, 'pixels' | 'moving'>,
    read: () => Promise<Readable | Buffer>,
    keep: (picture: Readable) => Promise<T>,
  ): Promise<{ made: T } | { failed: Failure }>
  /** The process at work, while there is one. */
  readonly pid: number | undefined
  /** Whoever waits is turned away. */
  close(): Promise<void>
}

interface Limits {
  mostWaiting: number
  longestWait: number
  /** For one picture; the process is ended then. */
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
  let child: ChildProcess | undefined
  let resting: NodeJS.Timeout | undefined
  let hasLibrary = true
  let isClosed = false
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()

  const start = (): ChildProcess => {
    const started = fork(program.file, {
      execArgv: [...program.execArgv],
      cwd: packageRoot,
      env: environment(),
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    const forget = () => {
      if (child === started) child = undefined
    }
    started.once('exit', forget).on('error', forget)
    return started
  }

  const ask = (job: PictureJob): Promise<Verdict | Failure> =>
    new Promise((resolve, reject) => {
      if (isClosed) throw busy()
      const process = (child ??= start())
      let ending: Failure = 'died'
      const timer = setTimeout(() => {
        ending = 'too slow'
        process.kill('SIGKILL')
      }, patience)
      const stopListening = () => {
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
      // What cannot be sent is on its way out, and is heard of as such.
      process.send(job, () => {})
    })

  const letGo = () => {
    child?.disconnect()
    child = undefined
  }

  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    if (isClosed || waiting >= mostWaiting) return Promise.reject(busy())
    waiting++
    const since = performance.now()
    const turn = last.then(() => {
      waiting--
      if (isClosed || performance.now() - since > longestWait) throw busy()
      return work()
    })
    last = turn.catch(() => {})
    return turn
  }

  return {
    make: (size, read, keep) =>
      inTurn(async () => {
        if (!hasLibrary) return { failed: 'no library' }
        clearTimeout(resting)
        const folder = await mkdtemp(join(tmpdir(), 'roomfolio-picture-'))
        const job = { ...size, source: join(folder, 'source'), target: join(folder, 'made') }
        try {
          await writeFile(job.source, await read())
          let verdict = await ask(job)
          // Somebody else may have ended it, or it had gone already.
          if (verdict === 'died') verdict = await ask(job)
          if (verdict === 'no library') hasLibrary = false
          if (verdict !== 'made') return { failed: verdict }
          return { made: await keep(createReadStream(job.target)) }
        } finally {
          await rm(folder, { recursive: true, force: true })
          resting = setTimeout(letGo, rest)
          resting.unref()
        }
      }),

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
      await last
      clearTimeout(resting)
    },
  }
}
