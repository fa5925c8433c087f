import type { Sharp } from 'sharp'

type Library = typeof import('sharp').default

export const isBMP = (file: Buffer): boolean => file.toString('latin1', 0, 2) === 'BM'

/** Neither packed nor packed otherwise than in bytes of blue, green and red. */
const PLAIN: readonly number[] = [0, 3]

/** A BMP as screenshots and scanners write it, for which sharp has no decoder. Throws for one with a palette, and for a cut one. */
export const openBMP = (sharp: Library, file: Buffer): Sharp => {
  const [start, width, upwards] = [file.readUInt32LE(10), file.readInt32LE(18), file.readInt32LE(22)]
  const [bits, packing] = [file.readUInt16LE(28), file.readUInt32LE(30)]
  const height = Math.abs(upwards)
  const stride = Math.ceil((width * bits) / 32) * 4
  const isKnown = (bits === 24 || bits === 32) && PLAIN.includes(packing)
  if (!isKnown || width <= 0 || start + stride * height > file.length) throw new Error('This BMP is not known here.')
  const pixels = Buffer.alloc(width * height * 3)
  for (let y = 0, to = 0; y < height; y++) {
    const row = start + (upwards > 0 ? height - 1 - y : y) * stride
    for (let from = row; from < row + (width * bits) / 8; from += bits / 8, to += 3) {
      pixels[to] = file[from + 2] ?? 0
      pixels[to + 1] = file[from + 1] ?? 0
      pixels[to + 2] = file[from] ?? 0
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}
