import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { noise, PLACES, takenAtHome } from '../../../tests/support/sample-pictures.ts'
import { patched, patchesOf } from './positions.ts'

const without = (file: Buffer): Buffer => patched(file, 0, patchesOf(file))
const pixelsOf = (file: Buffer) => sharp(file).raw().toBuffer()

describe('a photo without its location', () => {
  test.each(['jpeg', 'png', 'webp', 'avif'] as const)('is otherwise the same picture: %s', async (format) => {
    const photo = await takenAtHome(format)
    // The XMP of a PNG is compressed.
    const said = format === 'png' ? PLACES.slice(0, 1) : PLACES
    for (const place of said) expect(photo.includes(place), place.toString()).toBe(true)
    const sent = without(photo)
    for (const place of PLACES) expect(sent.includes(place), place.toString()).toBe(false)
    expect(sent.length).toBe(photo.length)
    expect(sent.includes('Robin Sample')).toBe(true)
    expect(await pixelsOf(sent)).toEqual(await pixelsOf(photo))
    const [before, after] = [await sharp(photo).metadata(), await sharp(sent).metadata()]
    expect(after.exif?.length).toBe(before.exif?.length)
    expect([after.orientation, after.width, after.icc]).toEqual([before.orientation, before.width, before.icc])
  })

  test('is a TIFF whose GPS directory is after its pixels, in either byte order', async () => {
    for (const isLittle of [true, false]) {
      const tiff = tiffWithPosition(isLittle)
      const sent = without(tiff)
      expect(sent.subarray(0, -POSITION_BYTES)).toEqual(tiff.subarray(0, -POSITION_BYTES))
      expect(sent.subarray(-POSITION_BYTES)).toEqual(Buffer.alloc(POSITION_BYTES))
    }
  })

  test('has no location in IPTC, and no compressed texts in a PNG', () => {
    const city = Buffer.concat([Buffer.from('\x1c\x02\x5a\0\x0aBurlington\x1c\x02\x50\0\x05Robin', 'latin1')])
    const block = Buffer.from(`Photoshop 3.0\x008BIM\x04\x04\0\0\0\0\0${String.fromCharCode(city.length)}`, 'latin1')
    const blank = without(Buffer.concat([block, city])).toString('latin1')
    expect(blank).not.toContain('Burlington')
    expect(blank).toContain('Robin')
  })

  test('has correct checksums as a PNG, and no compressed texts', async () => {
    const photo = await takenAtHome('png')
    const chunk = pngWith('zTXtRaw profile type exif\0\0packed').subarray(8)
    const sent = without(Buffer.concat([photo.subarray(0, 33), chunk, photo.subarray(33)]))
    expect(sent.includes('Raw profile')).toBe(false)
    const types = []
    for (let at = 8; at < sent.length;) {
      const end = at + 8 + sent.readUInt32BE(at)
      types.push(sent.toString('latin1', at + 4, at + 8))
      expect(sent.readUInt32BE(end), types.at(-1)).toBe(crc32(sent.subarray(at + 4, end)))
      at = end + 4
    }
    expect(types).toEqual(expect.arrayContaining(['IHDR', 'tEXt', 'eXIf', 'IDAT', 'IEND']))
  })

  test.each([
    ['attributes', 'drone-dji:GpsLatitude="+44.4759" drone-dji:GpsLongtitude="-73.2121"/>'],
    ['elements', '><drone:Latitude>+44.4759</drone:Latitude><drone:AbsoluteAltitude>+44.4759</drone:AbsoluteAltitude>'],
    ['names without a namespace', 'GPSLongitude="-73.2121"><longitude>-73.2121</longitude>'],
  ])('has none of a drone: %s', async (_, xmp) => {
    const text = `<rdf:RDF><rdf:Description drone:GimbalYaw="+84.20" ${xmp}</rdf:RDF>`
    const jpeg = await noise(80, 60).jpeg().toBuffer()
    for (const photo of [
      withSegment(jpeg, `http://ns.adobe.com/xap/1.0/\0${text}`),
      await noise(80, 60).withXmp(text).tiff().toBuffer(),
      await noise(80, 60).withXmp(text).webp().toBuffer(),
      await noise(80, 60).withXmp(text).heif({ compression: 'av1' }).toBuffer(),
      pngWith(`iTXtXML:com.adobe.xmp\0\0\0\0\0${text}`),
    ]) {
      expect(photo.toString('latin1')).toMatch(/44\.4759|73\.2121/)
      const sent = without(photo).toString('latin1')
      expect(sent).not.toMatch(/44\.4759|73\.2121/)
      expect([sent.length, sent.includes('+84.20')]).toEqual([photo.length, true])
    }
  })

  test('has none in XMP that continues in further segments, in any order', async () => {
    const text = `<x:xmpmeta><rdf:RDF><a:Of b:GpsLatitude="44.4759" c:Maker="Robin"/><exif:GPSLongitude>73.2121</exif:GPSLongitude></rdf:RDF>`
    // Within names and within values.
    for (const at of [text.indexOf('Latitude') + 3, text.indexOf('44.') + 2, text.indexOf('73.') + 2, 5]) {
      const parts = [text.slice(0, at), text.slice(at)].map((part, index) => {
        const [length, from] = [Buffer.alloc(4), Buffer.alloc(4)]
        length.writeUInt32BE(text.length)
        from.writeUInt32BE(index * at)
        return `http://ns.adobe.com/xmp/extension/\0${'A'.repeat(32)}${length.toString('latin1')}${from.toString('latin1')}${part}`
      })
      for (const order of [parts, parts.toReversed()]) {
        const photo = order.reduceRight(withSegment, await noise(8, 8).jpeg().toBuffer())
        const sent = without(photo)
        const heads = /http:\/\/ns\.adobe\.com\/xmp\/extension\/\0A{32}[^]{8}/g
        expect(sent.toString('latin1').match(heads)).toEqual(photo.toString('latin1').match(heads))
        expect(sent.toString('latin1').replaceAll(heads, '')).not.toMatch(/4\.4759|\.4759|3\.2121|\.2121/)
        expect(sent.includes('Robin')).toBe(true)
        expect(await pixelsOf(sent)).toEqual(await pixelsOf(photo))
      }
    }
  })

  test.each([
    ['[iso: 100] [latitude: 44.4759] [longtitude: -73.2121] [rel_alt: 22.3 abs_alt: 61.25]', '[iso: 100]'],
    ['F/2.8, SS 320, GPS (-73.2121, 44.4759, 19), D 12.3m', 'D 12.3m'],
    ['HOME(W: 73.2121, N: 44.4759) GPS(W: 73.2121, N: 44.4759, 61.25m) BAROMETER:91.2', 'BAROMETER:91.2'],
    ['{"Latitude": 44.4759, "longitude" : "-73.2121", "iso": 100}', '"iso": 100'],
  ])('has none in captions of a video: %s', (caption, kept) => {
    const sent = without(Buffer.from(`\0\x60${caption}`.repeat(900), 'latin1')).toString('latin1')
    expect(sent).not.toMatch(/44\.4759|73\.2121|61\.25/)
    expect(sent.split(kept)).toHaveLength(901)
  })

  test('has none in the track of a GoPro', () => {
    const track = (key: string, type: string, size: number, samples: number) =>
      Buffer.concat([Buffer.from([...Buffer.from(key + type), size, 0, samples]), Buffer.alloc(size * samples, 7)])
    const others = track('ACCL', 's', 6, 3)
    const sent = without(Buffer.concat([track('GPS5', 'l', 20, 18), track('GPS9', '?', 32, 10), others]))
    expect(sent.subarray(-others.length)).toEqual(others)
    expect(sent.subarray(0, -others.length).includes(7)).toBe(false)
  })

  test.each(['camm', 'djmd', 'dbgi'])('is refused as a video with a track of binary positions: %s', (format) => {
    const video = Buffer.from(`\0\0\0\x20stsd\0\0\0\0\0\0\0\x01\0\0\0\x10${format}`, 'latin1')
    expect(() => patchesOf(video)).toThrow('A track has positions.')
    expect(patchesOf(Buffer.from(`${format} as a text`))).toEqual([])
  })

  test('is refused as a video of an iPhone that says while it runs where it is', () => {
    const key = 'mdtacom.apple.quicktime.location.ISO6709'
    expect(() => patchesOf(Buffer.from(`\0\0\0\x34keyd${key}`, 'latin1'))).toThrow('A track has positions.')
    expect(patchesOf(Buffer.from(`\0\0\0\x30${key}`, 'latin1'))).toEqual([])
  })

  test.each([
    ['Android', '\0\0\0\x20\xa9xyz\0\x12\x15\xc7+44.4759-073.2121/'],
    ['iPhones', '\0\0\0\x22data\0\0\0\x01\0\0\0\0+44.4759-073.2121+030.100/'],
    ['older phones', `loci\0\0\0\0\x15\xc744.4759\0\0${'\x07'.repeat(12)}`],
  ])('has no location in a video of %s, even after a photo', async (_, text) => {
    const video = Buffer.from(text, 'latin1')
    const sent = without(Buffer.concat([await noise(8, 8).jpeg().toBuffer(), video]))
    expect(sent.includes('44.4759')).toBe(false)
    expect(sent.includes(Buffer.alloc(12, 7))).toBe(false)
  })
})

test('a photo without a location, and one that only seems to have one, stay unchanged', async () => {
  expect(patchesOf(await noise(80, 60).jpeg().toBuffer())).toEqual([])
  const lies = [
    'II*\0',
    'MM\0*',
    'II*\0\x08\0\0\0\xff\xff',
    '<rdf:RDF',
    '8BIM\x04\x04',
    '8BIM\x04\x04\xff',
    '\xa9xyz',
    'loci\0\0\0\0',
    'data\0\0\0\x01\0\0\0\0+1 more',
  ]
  for (const text of lies) expect(patchesOf(Buffer.from(text, 'latin1')), text).toEqual([])
})

test('a file with more locations than a photo can have is refused', () => {
  const elements = Buffer.from(`<rdf:RDF ${'a:City="x" '.repeat(21_000)}>`)
  expect(() => patchesOf(elements)).toThrow('This is no photo.')
})

test('a range of a file has the same bytes as that range of the whole', async () => {
  const photo = await takenAtHome('jpeg')
  const patches = patchesOf(photo)
  const whole = patched(photo, 0, patches)
  const parts = []
  for (let at = 0; at < photo.length; at += 7) parts.push(patched(photo.subarray(at, at + 7), at, patches))
  expect(Buffer.concat(parts)).toEqual(whole)
})

/** A JPEG with one more APP1 segment, before all others. */
const withSegment = (jpeg: Buffer, text: string): Buffer => {
  const head = Buffer.from([0xff, 0xe1, 0, 0])
  head.writeUInt16BE(text.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), head, Buffer.from(text, 'latin1'), jpeg.subarray(2)])
}

/** The head of a PNG with one chunk more. */
const pngWith = (text: string): Buffer => {
  const bytes = Buffer.from(text, 'latin1')
  const chunk = Buffer.concat([Buffer.alloc(4), bytes, Buffer.alloc(4)])
  chunk.writeUInt32BE(bytes.length - 4)
  chunk.writeUInt32BE(crc32(bytes), chunk.length - 4)
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), chunk])
}

const POSITION_BYTES = 2 + 12 + 24

/** Its first directory is one entry, which leads to a latitude at its end. */
const tiffWithPosition = (isLittle: boolean): Buffer => {
  const directory = 200
  const gps = directory + 2 + 12 + 4
  const tiff = Buffer.alloc(gps + POSITION_BYTES, 7)
  const short = (value: number, at: number) =>
    isLittle ? tiff.writeUInt16LE(value, at) : tiff.writeUInt16BE(value, at)
  const long = (value: number, at: number) => (isLittle ? tiff.writeUInt32LE(value, at) : tiff.writeUInt32BE(value, at))
  tiff.write(isLittle ? 'II*\0' : 'MM\0*', 'latin1')
  long(directory, 4)
  const entry = (at: number, [tag, type, count, value]: readonly [number, number, number, number]) => {
    short(1, at)
    short(tag, at + 2)
    short(type, at + 4)
    long(count, at + 6)
    long(value, at + 10)
  }
  entry(directory, [0x8825, 4, 1, gps])
  long(0, directory + 14)
  entry(gps, [2, 5, 3, gps + 14])
  return tiff
}
