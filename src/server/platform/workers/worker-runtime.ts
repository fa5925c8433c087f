import { writeFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import type { DONE, Refusal, TOO_LARGE_SIGNAL, TOO_SLOW_SIGNAL } from './worker-process.ts'

const WATCHED_EVERY_MS = 50
const TOO_LARGE: typeof TOO_LARGE_SIGNAL = 'SIGUSR2'
const TOO_SLOW: typeof TOO_SLOW_SIGNAL = 'SIGVTALRM'
/** CPU seconds per file: a busy machine must not count against the file. */
const MOST_WORK = 10

/** CPU time of this process so far, in microseconds. */
const workDone = (): number => {
  const { user, system } = process.cpuUsage()
  return user + system
}

/**
 * Monitors limits from its own thread, because the work may block this one. Returns functions to report when work on a
 * file begins and ends.
 */
const watch = (mostMemory: number, mostWork: number) => {
  /** CPU time when work on the current file began; NaN when idle. */
  const before = new Float64Array(new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT)).fill(Number.NaN)
  const look = `
    const { user, system } = process.cpuUsage()
    if (process.memoryUsage.rss() > ${mostMemory}) process.kill(process.pid, '${TOO_LARGE}')
    if (user + system - workerData[0] > ${mostWork * 1e6}) process.kill(process.pid, '${TOO_SLOW}')`
  const thread = new Worker(
    `const { workerData } = require('node:worker_threads'); setInterval(() => { ${look} }, ${WATCHED_EVERY_MS})`,
    {
      eval: true,
      execArgv: [],
      workerData: before,
      resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1 },
    },
  )
  thread.unref()
  return { begin: () => before.fill(workDone()), end: () => before.fill(Number.NaN) }
}

/** The bytes of a file as they arrive. */
export type Chunks = AsyncIterable<Uint8Array>

/** All bytes, for work that needs the whole file. */
export const readAll = async (chunks: Chunks): Promise<Buffer> => {
  const all: Uint8Array[] = []
  for await (const chunk of chunks) all.push(chunk)
  return Buffer.concat(all)
}

interface Work<Job, Library, Made> {
  /** Limit of the process in bytes; above it the process kills itself. */
  mostMemory: number
  /** Limit per file in CPU seconds; above it the process kills itself. */
  mostWork?: number
  /** The process's nice value, up to 19. With too high a value it would starve on a busy machine. */
  niceness: number
  /** Loads what the work needs; rejects if it is not available here. */
  load: () => Promise<Library>
  /** Makes an object, not a string, from a file; rejects if the file is unreadable. */
  make: (library: Library, file: Chunks, job: Job) => Promise<Made>
}

/**
 * Runs in the process started by src/server/platform/workers/worker-process.ts: processes one file after the other until the server
 * disconnects for any reason.
 */
export const workApart = async <Job, Library, Made extends object>(work: Work<Job, Library, Made>): Promise<void> => {
  const loading = work.load().catch(() => undefined)
  const watched = watch(work.mostMemory, work.mostWork ?? MOST_WORK)

  const verdictOn = async (file: Chunks, job: Job): Promise<Made | Refusal> => {
    const library = await loading
    if (library === undefined) return 'no library'
    watched.begin()
    try {
      return await work.make(library, file, job)
    } catch {
      return 'unreadable'
    } finally {
      watched.end()
    }
  }

  const end = () => process.kill(process.pid, 'SIGKILL')
  /** Memory is rarely returned, and would count against the next file. */
  const isFull = () => process.memoryUsage.rss() > work.mostMemory / 2

  /**
   * Replies only after all chunks have arrived; the server could not tell replies to different files apart otherwise.
   */
  const open = (job: Job) => {
    const chunks = new Readable({ objectMode: true, read: () => {} })
    const verdict = verdictOn(chunks, job)
    return {
      take: (chunk: Uint8Array) => void chunks.push(chunk),
      end: async () => {
        chunks.push(null)
        process.send?.(await verdict, () => {
          if (isFull()) end()
        })
      },
    }
  }

  let file: ReturnType<typeof open> | undefined
  process.on('message', (message: Job | Uint8Array | typeof DONE) => {
    if (message instanceof Uint8Array) file?.take(message)
    else if (message === 'done') void file?.end()
    else file = open(message as Job)
  })
  process.on('disconnect', end)
  // The server receives these too, and disconnects this process when its requests are done.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})

  setPriority(work.niceness)
  // If memory runs out, Linux should kill this process rather than the server.
  await writeFile('/proc/self/oom_score_adj', '500').catch(() => {})
}
