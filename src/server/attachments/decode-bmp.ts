import type { Sharp } from 'sharp'

type Library = typeof import('sharp').default

export const isBMP = (file: Buffer): boolean => file.toString('latin1', 0, 2) === 'BM'

/** Compression methods that store plain bytes of blue, green and red. */
const PLAIN: readonly number[] = [0, 3]
/** Bits per pixel, of palette indexes and of colors. */
const IN_PALETTE: readonly number[] = [1, 4, 8]
const COLORS: readonly number[] = [24, 32]
/** Bytes; older headers have palettes of three bytes per color. */
const SHORTEST_HEADER = 40

/** Decodes an uncompressed BMP, for which sharp has no decoder. Throws for compressed and truncated ones. */
export const openBMP = (sharp: Library, file: Buffer): Sharp => {
  const [start, header] = [file.readUInt32LE(10), file.readUInt32LE(14)]
  const [width, upwards] = [file.readInt32LE(18), file.readInt32LE(22)]
  const [bits, packing] = [file.readUInt16LE(28), file.readUInt32LE(30)]
  const height = Math.abs(upwards)
  const stride = Math.ceil((width * bits) / 32) * 4
  const isKnown =
    header >= SHORTEST_HEADER &&
    ((COLORS.includes(bits) && PLAIN.includes(packing)) || (IN_PALETTE.includes(bits) && packing === 0))
  if (!isKnown || width <= 0 || start + stride * height > file.length) throw new Error('This BMP is not known here.')
  const palette = 14 + header
  const colorAt = (row: number, x: number): number => {
    if (bits >= 24) return row + (x * bits) / 8
    const byte = file[row + Math.floor((x * bits) / 8)] ?? 0
    return palette + ((byte >> (8 - bits - ((x * bits) % 8))) & ((1 << bits) - 1)) * 4
  }
  const pixels = Buffer.alloc(width * height * 3)
  for (let y = 0, to = 0; y < height; y++) {
    const row = start + (upwards > 0 ? height - 1 - y : y) * stride
    for (let x = 0; x < width; x++, to += 3) {
      const from = colorAt(row, x)
      pixels[to] = file[from + 2] ?? 0
      pixels[to + 1] = file[from + 1] ?? 0
      pixels[to + 2] = file[from] ?? 0
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}
