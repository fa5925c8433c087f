import { writeFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import type { DONE, Refusal, TOO_LARGE_SIGNAL, TOO_SLOW_SIGNAL } from './files/process-apart.ts'

const WATCHED_EVERY_MS = 50
const TOO_LARGE: typeof TOO_LARGE_SIGNAL = 'SIGUSR2'
const TOO_SLOW: typeof TOO_SLOW_SIGNAL = 'SIGVTALRM'
/** For one file, in seconds of the processor: a busy machine is no fault of the file. */
const MOST_WORK = 10

/** Of this process so far, in microseconds. */
const workDone = (): number => {
  const { user, system } = process.cpuUsage()
  return user + system
}

/**
 * From a thread of its own, for the work may leave this one no moment to look. Answers what tells it that work on a file
 * begins, and ends.
 */
const watch = (mostMemory: number, mostWork: number) => {
  /** What had been done when work on a file began; none is under way where it is not a number. */
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

/** The bytes of a file as they come. */
export type Chunks = AsyncIterable<Uint8Array>

/** All of them, for work that begins with the whole file. */
export const whole = async (chunks: Chunks): Promise<Buffer> => {
  const all: Uint8Array[] = []
  for await (const chunk of chunks) all.push(chunk)
  return Buffer.concat(all)
}

interface Work<Job, Library, Made> {
  /** Of the whole process, in bytes; it ends itself when it has more. */
  mostMemory: number
  /** Of one file, in seconds of the processor; the process ends itself at more. */
  mostWork?: number
  /** How far behind the server it works, up to 19; a busy machine would never come to what is too far behind. */
  niceness: number
  /** Loads what the work needs; rejects where that is not to be had here. */
  load: () => Promise<Library>
  /** Makes something that is no string of a file; rejects where nothing can be made of it. */
  make: (library: Library, file: Chunks, job: Job) => Promise<Made>
}

/**
 * What the other side of src/server/files/process-apart.ts runs: it makes something of one file after the other, until the
 * server lets go of it, however that ends.
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
  /** Memory is seldom given back, and would count against the next file. */
  const isFull = () => process.memoryUsage.rss() > work.mostMemory / 2

  /** The server hears nothing before it has sent all: it has no other way to tell one file from the next. */
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
  // The server gets them too, and lets go of this process when its requests are answered.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})

  setPriority(work.niceness)
  // Linux, where memory runs out: rather this process than the server.
  await writeFile('/proc/self/oom_score_adj', '500').catch(() => {})
}
