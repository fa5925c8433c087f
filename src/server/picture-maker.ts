import type { Metadata, Sharp, SharpOptions } from 'sharp'
import { openHEVC } from './decode-hevc.ts'
import type { PictureJob } from './files/picture-process.ts'
import { whole, workApart, type Chunks } from './work-apart.ts'

/** A 100-megapixel picture; larger ones are refused by their headers. */
const MOST_PIXELS = 100_000_000
/** Of a baseline JPEG, which shrinks while it is read: a second of work, in the memory of a small one. */
const MOST_PIXELS_SHRINKING = 500_000_000
/** It does so by halves. */
const SHRINKS_FROM = 2
/** Of all frames of an animation together: a few seconds of work. A larger one is shown as its first frame. */
const MOST_MOVING_PIXELS = 25_000_000
/** Pictures of that size take a tenth of it, except those few kinds that can only be decoded whole. */
const MOST_MEMORY = 640 * 1024 * 1024

/** What no picture of a home needs, SVG before all, is never handed to its decoder. */
const DECODERS = ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Tiff', 'Heif'].map((name) => `VipsForeignLoad${name}Buffer`)

const OPTIONS = { limitInputPixels: false, failOn: 'none', sequentialRead: true } satisfies SharpOptions

const loadLibrary = async () => {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: DECODERS })
  return sharp
}

type Library = Awaited<ReturnType<typeof loadLibrary>>

const mostPixels = ({ format, isProgressive, width, height }: Metadata, pixels: number): number =>
  format === 'jpeg' && !isProgressive && pixels * SHRINKS_FROM <= Math.max(width, height)
    ? MOST_PIXELS_SHRINKING
    : MOST_PIXELS

const open = async (sharp: Library, source: Buffer, { moving, rotation, pixels }: PictureJob): Promise<Sharp> => {
  const facts = await sharp(source, OPTIONS).metadata()
  const { format, compression, pages = 1, width, height } = facts
  if (width * height > mostPixels(facts, pixels)) throw new Error(`${width} by ${height} pixels are too many.`)
  if (compression === 'hevc') return (await openHEVC(sharp, source, pixels, facts)).rotate(rotation)
  const canMove = moving && rotation === 0 && pages > 1 && (format === 'gif' || format === 'webp')
  if (canMove && pages * width * height <= MOST_MOVING_PIXELS) return sharp(source, { ...OPTIONS, animated: true })
  return sharp(source, OPTIONS).autoOrient().rotate(rotation)
}

/** Whatever is said about a picture stays behind: unless told otherwise, sharp writes sRGB and nothing else. */
const make = async (sharp: Library, source: Chunks, job: PictureJob): Promise<Uint8Array> => {
  const picture = await open(sharp, await whole(source), job)
  picture.resize({ width: job.pixels, height: job.pixels, fit: 'inside', withoutEnlargement: true })
  return job.format === 'jpeg'
    ? picture.flatten({ background: '#ffffff' }).jpeg({ quality: 85 }).toBuffer()
    : picture.webp({ quality: 80, effort: 2 }).toBuffer()
}

/** A process of its own that turns files into smaller pictures. */
await workApart({ mostMemory: MOST_MEMORY, niceness: 5, load: loadLibrary, make })
