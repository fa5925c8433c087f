import { writeFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import type { Sharp, SharpOptions } from 'sharp'
import type { DONE, PictureJob, Verdict } from './files/picture-process.ts'

/** A 100-megapixel picture; larger ones are refused by their headers. */
const MOST_PIXELS = 100_000_000
/** Of all frames of an animation together: a few seconds of work. A larger one is shown as its first frame. */
const MOST_MOVING_PIXELS = 25_000_000
/** Pictures of that size take a tenth of it, except those few kinds that can only be decoded whole. */
const MOST_MEMORY = 640 * 1024 * 1024
const WATCHED_EVERY_MS = 50
/** Behind the server, but not so far that a busy machine never comes to it. */
const NICENESS = 5

/** What no picture of a home needs, SVG before all, is never handed to its decoder. */
const DECODERS = ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Tiff', 'Heif'].map((name) => `VipsForeignLoad${name}Buffer`)

const OPTIONS = { limitInputPixels: MOST_PIXELS, failOn: 'none', sequentialRead: true } satisfies SharpOptions

const loadLibrary = async () => {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: DECODERS })
  return sharp
}

type Library = Awaited<ReturnType<typeof loadLibrary>>

const open = async (sharp: Library, source: Buffer, moving: boolean): Promise<Sharp> => {
  const { format, pages = 1, width, height } = await sharp(source, OPTIONS).metadata()
  const canMove = moving && pages > 1 && (format === 'gif' || format === 'webp')
  if (canMove && pages * width * height <= MOST_MOVING_PIXELS) return sharp(source, { ...OPTIONS, animated: true })
  return sharp(source, OPTIONS).autoOrient()
}

/** Whatever is said about a picture stays behind: unless told otherwise, sharp writes sRGB and nothing else. */
const make = async (sharp: Library, source: Buffer, job: PictureJob): Promise<Buffer> => {
  const picture = await open(sharp, source, job.moving)
  return picture
    .resize({ width: job.pixels, height: job.pixels, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80, effort: 2 })
    .toBuffer()
}

/**
 * A process of its own that turns files into smaller pictures, one at a time: files may be made to harm who decodes them,
 * and decoding takes time and memory that the server needs. It ends when the server lets go of it, however that ends.
 */
const library = loadLibrary().catch(() => undefined)
let isOver = false

const end = () => process.kill(process.pid, 'SIGKILL')

const answer = (verdict: Verdict) => {
  if (!isOver) process.send?.(verdict)
}

const giveUp = () => {
  isOver = true
  process.send?.('unreadable' satisfies Verdict, end)
}

const work = async (job: PictureJob, source: Buffer): Promise<void> => {
  const sharp = await library
  if (!sharp) return answer('no library')
  const watch = setInterval(() => {
    if (process.memoryUsage.rss() > MOST_MEMORY) giveUp()
  }, WATCHED_EVERY_MS)
  try {
    answer(await make(sharp, source, job))
  } catch {
    answer('unreadable')
  } finally {
    clearInterval(watch)
  }
}

let job: PictureJob | undefined
let chunks: Uint8Array[] = []

process.on('message', (message: PictureJob | Uint8Array | typeof DONE) => {
  if (message instanceof Uint8Array) chunks.push(message)
  else if (message !== 'done') job = message
  else {
    const source = Buffer.concat(chunks)
    chunks = []
    if (job) void work(job, source)
  }
})
process.on('disconnect', end)
// The server gets them too, and lets go of this process when its requests are answered.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})

setPriority(NICENESS)
// Linux, where memory runs out: rather this process than the server.
await writeFile('/proc/self/oom_score_adj', '500').catch(() => {})
