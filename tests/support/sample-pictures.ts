import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'

/** Unlike anything made before. */
export const noise = (width: number, height: number): Sharp =>
  sharp({
    create: { width, height, channels: 3, background: '#000', noise: { type: 'gaussian', mean: 128, sigma: 30 } },
  })

/** One colour above the other. */
export const twoHalves = async (width: number, height: number, top: string, bottom: string): Promise<Sharp> => {
  const part = (background: string, rows: number) => sharp({ create: { width, height: rows, channels: 3, background } })
  const lower = await part(bottom, height / 2)
    .png()
    .toBuffer()
  return sharp(
    await part(top, height)
      .composite([{ input: lower, gravity: 'south' }])
      .png()
      .toBuffer(),
  )
}

/** Frames of one shade of grey each, from dark to bright. */
export const animation = (frames: number, width: number, height: number): Sharp => {
  const perFrame = width * height * 3
  const bytes = Buffer.alloc(frames * perFrame)
  for (let frame = 0; frame < frames; frame++) {
    bytes.fill(Math.floor((frame / frames) * 256), frame * perFrame, (frame + 1) * perFrame)
  }
  return sharp(bytes, { raw: { width, height: frames * height, channels: 3, pageHeight: height } })
}

const chunk = (type: string, data: Buffer): Buffer => {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const edges = Buffer.alloc(8)
  edges.writeUInt32BE(data.length)
  edges.writeUInt32BE(crc32(typed), 4)
  return Buffer.concat([edges.subarray(0, 4), typed, edges.subarray(4)])
}

interface Claims {
  width: number
  height: number
  bits?: number
  colour?: number
  interlaced?: boolean
}

/** A PNG of zeros, as many as it is told to hold, whatever it says of itself. */
export const pngOfZeros = (
  held: number,
  { width, height, bits = 1, colour = 0, interlaced = false }: Claims,
): Buffer => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header.set([bits, colour, 0, 0, interlaced ? 1 : 0], 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(held))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A picture of one colour, which tells it from others. */
export const pictureOf = (
  background: string,
  format: 'jpeg' | 'png' | 'gif' | 'webp' | 'tiff' | 'avif',
  { width = 400, height = 300 } = {},
): Promise<Buffer> => {
  const picture = sharp({ create: { width, height, channels: 3, background } })
  return (format === 'avif' ? picture.avif() : picture.toFormat(format)).toBuffer()
}

/** What begins as GIF does, and goes on as this text. */
export const brokenGIF = (text: string): Buffer => Buffer.from(`GIF89a${text}`)

/** What begins as HEIC does, and goes on as nothing. */
export const brokenHEIC = (): Buffer =>
  Buffer.concat([Buffer.from('\0\0\0\x18ftypheic\0\0\0\0heicmif1', 'latin1'), Buffer.alloc(400, 'x')])
