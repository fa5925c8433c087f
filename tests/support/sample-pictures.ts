import { readFileSync } from 'node:fs'
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

/** As the signature and IHDR are long. */
const PNG_HEAD = 33
/** A PNG that says it moves, in one frame. */
export const movingPNG = (png: Buffer): Buffer =>
  Buffer.concat([
    png.subarray(0, PNG_HEAD),
    chunk('acTL', Buffer.from([0, 0, 0, 1, 0, 0, 0, 0])),
    png.subarray(PNG_HEAD),
  ])

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

/** A PNG of the given number of zeros, with a header that may claim another size. */
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

/** As XMP writes places, as attributes, as elements and within others. */
const XMP = `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:exif="http://ns.adobe.com/exif/1.0/"
 xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"
 xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" exif:GPSLatitude="44,28.5500N" photoshop:City='Burlington'>
<exif:GPSLongitude>73,12.0W</exif:GPSLongitude><dc:format>image/x</dc:format>
<Iptc4xmpExt:LocationShown><rdf:Bag><rdf:li Iptc4xmpExt:Sublocation="4 Elm"><x:of>Vermont</x:of></rdf:li></rdf:Bag></Iptc4xmpExt:LocationShown>
<dc:creator>Robin Sample</dc:creator></rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`

/** What a photo of `takenAtHome` says of where that was. */
export const PLACES: readonly Buffer[] = [
  // 44 and 28 as Exif writes them.
  Buffer.from('2c000000010000001c00000001000000', 'hex'),
  ...['44,28.5500N', '73,12.0W', 'Burlington', '4 Elm', 'Vermont'].map((text) => Buffer.from(text)),
]

/** A photo that says where it was taken, and by whom. */
export const takenAtHome = (format: 'jpeg' | 'png' | 'webp' | 'avif'): Promise<Buffer> =>
  noise(80, 60)
    .withExif({
      IFD0: { Artist: 'Robin Sample' },
      IFD3: {
        ...{ GPSLatitudeRef: 'N', GPSLatitude: '44/1 28/1 33/1' },
        ...{ GPSLongitudeRef: 'W', GPSLongitude: '73/1 12/1 0/1' },
      },
    })
    .withXmp(XMP)
    .withMetadata({ orientation: 6 })
    .toFormat(format)
    .toBuffer()

/**
 * Red above blue, 61 by 40, each row filled up to four bytes; from the last row to the first unless `downwards`. Of fewer bits
 * than 24 with a palette.
 */
export const twoHalvesBMP = async (bits: 1 | 4 | 8 | 24 | 32, downwards: boolean): Promise<Buffer> => {
  const [width, height] = [61, 40]
  const palette = bits < 24 ? Buffer.from([255, 0, 0, 0, 0, 0, 255, 0]) : Buffer.alloc(0)
  const stride = Math.ceil((width * bits) / 32) * 4
  const start = 54 + palette.length
  const file = Buffer.alloc(start + stride * height)
  file.write('BM')
  for (const [at, value] of [
    [2, file.length],
    [10, start],
    [14, 40],
    [18, width],
  ] as const)
    file.writeUInt32LE(value, at)
  file.writeInt32LE(downwards ? -height : height, 22)
  file.writeUInt16LE(1, 26)
  file.writeUInt16LE(bits, 28)
  palette.copy(file, 54)
  for (let y = 0; y < height; y++) {
    const row = start + (downwards ? y : height - 1 - y) * stride
    const isRed = y < height / 2
    if (bits < 24) file.fill(isRed ? { 1: 0xff, 4: 0x11, 8: 1 }[bits as 1 | 4 | 8] : 0, row, row + stride)
    else for (let x = 0; x < width; x++) file.set(isRed ? [0, 0, 255] : [255, 0, 0], row + (x * bits) / 8)
  }
  return file
}

/** 64 by 48, red above blue in a wide gamut, of a tile, turned by its container and said again by its Exif, taken at home. */
export const photoHEIC = (): Buffer => readFileSync('tests/cases/files/f07-upright-in-its-container.heic')

/** What begins as HEIC does, and goes on as nothing. */
export const brokenHEIC = (): Buffer =>
  Buffer.concat([Buffer.from('\0\0\0\x18ftypheic\0\0\0\0heicmif1', 'latin1'), Buffer.alloc(400, 'x')])

/** A scan of white pages as one TIFF, one byte each. Its last four bytes are where its next page would be. */
export const tiffOf = (pages: number): Buffer => {
  const PIXEL = 8
  const parts = [Buffer.from([0x49, 0x49, 42, 0, 10, 0, 0, 0, 255, 255])]
  const entries = [
    [256, 1],
    [257, 1],
    [258, 8],
    [259, 1],
    [262, 1],
    [273, PIXEL],
    [277, 1],
    [278, 1],
    [279, 1],
  ] as const
  const length = 2 + entries.length * 12 + 4
  for (let page = 1; page <= pages; page++) {
    const directory = Buffer.alloc(length)
    directory.writeUInt16LE(entries.length)
    for (const [index, [tag, value]] of entries.entries()) {
      const at = 2 + index * 12
      directory.writeUInt16LE(tag, at)
      directory.writeUInt16LE(4, at + 2)
      directory.writeUInt32LE(1, at + 4)
      directory.writeUInt32LE(value, at + 8)
    }
    directory.writeUInt32LE(page < pages ? 10 + page * length : 0, length - 4)
    parts.push(directory)
  }
  return Buffer.concat(parts)
}
