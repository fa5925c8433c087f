/**
 * Turns a JPEG without a loss: its pixels stay as they are, and the orientation that Exif 2.3 keeps for cameras (tag 0x0112)
 * says how they lie. Only the segments before the pixels are read.
 */

const [SOI, APP0, APP1] = [0xff_d8, 0xff_e0, 0xff_e1]
const isMarker = (marker: number): boolean => marker >= 0xff_c0 && marker < 0xff_ff
/** A frame, but not the tables among their numbers, or a scan or the end: what says how the picture lies stands before. */
const endsHead = (marker: number): boolean =>
  (marker <= 0xff_cf && ![0xff_c4, 0xff_c8, 0xff_cc].includes(marker)) || marker === 0xff_da || marker === 0xff_d9
const EXIF = Buffer.from('Exif\0\0', 'latin1')
const MOST_OF_SEGMENT = 65_535

const ORIENTATION = 0x01_12
const SHORT = 3
/** Bytes of an entry of a directory. */
const ENTRY = 12

/** All segments before the pixels; what has more is no photo. */
const MOST_OF_HEAD = 4 * 1024 * 1024

/** What is no JPEG, or says of itself what cannot be. */
export class CannotTurn extends Error {}

/** What each orientation becomes with a quarter turn to the left; those at even places are seen in a mirror. */
const TO_THE_LEFT: Readonly<Record<number, number>> = { 1: 8, 8: 3, 3: 6, 6: 1, 2: 5, 5: 4, 4: 7, 7: 2 }
const turned = (orientation: number): number => TO_THE_LEFT[orientation] ?? 8

/** The numbers of a TIFF block, in the order of bytes that it says itself. */
const numbersOf = (tiff: Buffer) => {
  const order = tiff.toString('latin1', 0, 2)
  if (order !== 'II' && order !== 'MM') throw new RangeError('A TIFF block says how its numbers are written.')
  const isLittle = order === 'II'
  return {
    short: (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at)),
    long: (at: number) => (isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at)),
    putShort: (into: Buffer, value: number, at: number) =>
      isLittle ? into.writeUInt16LE(value, at) : into.writeUInt16BE(value, at),
    putLong: (into: Buffer, value: number, at: number) =>
      isLittle ? into.writeUInt32LE(value, at) : into.writeUInt32BE(value, at),
  }
}

/** Nothing but an orientation. */
const newTIFF = (orientation: number): Buffer =>
  // Motorola's order, the directory at 8 with one entry, and no further directory.
  Buffer.from([0x4d, 0x4d, 0, 0x2a, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, SHORT, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0])

/** What it holds beside stays where it is, for it is found by its place. */
const turnTIFF = (tiff: Buffer): Buffer => {
  const numbers = numbersOf(tiff)
  const directory = numbers.long(4)
  const count = numbers.short(directory)
  const first = directory + 2
  const entryAt = (at: number) => first + at * ENTRY
  const tags = Array.from({ length: count }, (_, at) => numbers.short(entryAt(at)))
  const there = tags.indexOf(ORIENTATION)
  if (there !== -1) {
    const value = entryAt(there) + 8
    const copy = Buffer.from(tiff)
    numbers.putShort(copy, turned(numbers.short(value)), value)
    return copy
  }
  // A directory with one entry more, behind all else; its entries are in the order of their tags.
  const before = tags.filter((tag) => tag < ORIENTATION).length
  const entry = Buffer.alloc(ENTRY)
  numbers.putShort(entry, ORIENTATION, 0)
  numbers.putShort(entry, SHORT, 2)
  numbers.putLong(entry, 1, 4)
  numbers.putShort(entry, turned(1), 8)
  const counted = Buffer.alloc(2)
  numbers.putShort(counted, count + 1, 0)
  const even = Buffer.alloc(tiff.length % 2)
  const longer = Buffer.concat([
    ...[tiff, even, counted, tiff.subarray(first, entryAt(before)), entry],
    tiff.subarray(entryAt(before), entryAt(count) + 4),
  ])
  numbers.putLong(longer, tiff.length + even.length, 4)
  return longer
}

/** Throws CannotTurn. */
const turnedTIFF = (tiff: Buffer): Buffer => {
  try {
    const longer = turnTIFF(tiff)
    if (2 + EXIF.length + longer.length > MOST_OF_SEGMENT) throw new RangeError('There is no room for an entry.')
    return longer
  } catch (error) {
    // A place outside of it.
    if (error instanceof RangeError) throw new CannotTurn(error.message)
    throw error
  }
}

const segment = (marker: number, content: Buffer): Buffer => {
  const head = Buffer.alloc(4)
  head.writeUInt16BE(marker, 0)
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([head, content])
}

/** Undefined while more of it is needed. */
const turnedHead = (head: Buffer): Buffer | undefined => {
  if (head.length < 4) return undefined
  if (head.readUInt16BE(0) !== SOI) throw new CannotTurn('This is no JPEG.')
  /** Behind JFIF's own segment, which comes first. */
  let place = 2
  for (let at = 2; head.length >= at + 4;) {
    const marker = head.readUInt16BE(at)
    if (!isMarker(marker)) throw new CannotTurn('It has something else in place of a segment.')
    if (endsHead(marker)) {
      const exif = segment(APP1, Buffer.concat([EXIF, newTIFF(turned(1))]))
      return Buffer.concat([head.subarray(0, place), exif, head.subarray(place)])
    }
    const end = at + 2 + head.readUInt16BE(at + 2)
    if (head.length < end) return undefined
    const content = head.subarray(at + 4, end)
    if (marker === APP0 && at === 2) place = end
    if (marker === APP1 && content.subarray(0, EXIF.length).equals(EXIF)) {
      const exif = Buffer.concat([EXIF, turnedTIFF(content.subarray(EXIF.length))])
      return Buffer.concat([head.subarray(0, at), segment(APP1, exif), head.subarray(end)])
    }
    at = end
  }
  return undefined
}

/** The same picture, a quarter turn further to the left; its bytes are passed on as they come. Throws CannotTurn. */
export async function* turnJPEG(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  /** What has come of it so far; undefined once it is through. */
  let head: Buffer | undefined = Buffer.alloc(0)
  for await (const chunk of bytes) {
    if (!head) {
      yield chunk
      continue
    }
    head = Buffer.concat([head, chunk])
    if (head.length > MOST_OF_HEAD) throw new CannotTurn('Its pixels do not begin.')
    const done = turnedHead(head)
    if (!done) continue
    head = undefined
    yield done
  }
  if (head) throw new CannotTurn('It ends before its pixels.')
}
