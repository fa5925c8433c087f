import type { Metadata, Sharp, SharpOptions } from 'sharp'
import { isBMP, openBMP } from './decode-bmp.ts'
import { openHEVC } from './decode-hevc.ts'
import type { PictureJob } from './picture-process.ts'
import { readAll, workApart, type Chunks } from '../platform/workers/worker-runtime.ts'

/** 100 megapixels; larger pictures are rejected by their header. */
const MOST_PIXELS = 100_000_000
/** For baseline JPEGs, which are scaled down while decoding: a second of work, with the memory of a small picture. */
const MOST_PIXELS_SHRINKING = 500_000_000
/** JPEG decoding scales down in powers of two. */
const SHRINKS_FROM = 2
/** For all frames of an animation: a few seconds of work. A larger one is shown as its first frame. */
const MOST_MOVING_PIXELS = 25_000_000
/** Pictures of the maximum size take a tenth of it, except a few formats that can only be decoded as a whole. */
const MOST_MEMORY = 640 * 1024 * 1024

/** Only decoders for photo formats are enabled; SVG in particular is not. */
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
  if (isBMP(source)) return openBMP(sharp, source).rotate(rotation)
  const facts = await sharp(source, OPTIONS).metadata()
  const { format, compression, pages = 1, width, height } = facts
  if (width * height > mostPixels(facts, pixels)) throw new Error(`${width} by ${height} pixels are too many.`)
  if (compression === 'hevc') return (await openHEVC(sharp, source, pixels, facts)).rotate(rotation)
  const canMove = moving && rotation === 0 && pages > 1 && (format === 'gif' || format === 'webp')
  if (canMove && pages * width * height <= MOST_MOVING_PIXELS) return sharp(source, { ...OPTIONS, animated: true })
  return sharp(source, OPTIONS).autoOrient().rotate(rotation)
}

/** Drops all metadata: by default sharp writes sRGB without metadata. */
const make = async (sharp: Library, source: Chunks, job: PictureJob): Promise<Uint8Array> => {
  const picture = await open(sharp, await readAll(source), job)
  picture.resize({ width: job.pixels, height: job.pixels, fit: 'inside', withoutEnlargement: true })
  return job.format === 'jpeg'
    ? picture.flatten({ background: '#ffffff' }).jpeg({ quality: 85 }).toBuffer()
    : picture.webp({ quality: 80, effort: 2 }).toBuffer()
}

/** A process that makes renditions of files. */
await workApart({ mostMemory: MOST_MEMORY, niceness: 5, load: loadLibrary, make })
