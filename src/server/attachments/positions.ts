import { crc32 } from 'node:zlib'

/**
 * Where photos and videos say where they were taken: in Exif, XMP, IPTC and metadata of QuickTime. Containers are not parsed: they
 * have these as they are, wherever they are. As many bytes replace others, so pixels and offsets stay.
 */

/** Bytes that replace as many others. */
export interface Patch {
  at: number
  bytes: Buffer
}

type Blank = (at: number, length: number, filler: 0 | 32) => void
/** Blanks what begins at a place, and answers where to look on. */
type BlankIn = (file: Buffer, start: number, blank: Blank) => number

/** Headers, directories and entries that are looked at, and places that are blanked: more than real photos have. */
const MOST = 100
const MOST_PATCHES = 5000
const MOST_PATCHED = 1024 * 1024

const GPS_DIRECTORY = 0x8825
const LONG = 4
/** Of the types of values, in bytes. */
const SIZES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, LONG]
const ENTRY = 12

const blankExif: BlankIn = (file, start, blank) => {
  const tiff = file.subarray(start)
  const isLittle = tiff[0] === 0x49
  const short = (at: number) => (at + 2 > tiff.length ? 0 : isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const long = (at: number) => (at + 4 > tiff.length ? 0 : isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at))
  const entriesOf = (directory: number) =>
    Array.from({ length: Math.min(short(directory), MOST) }, (_, index) => directory + 2 + index * ENTRY)

  let directory = long(4)
  for (let nth = 0; directory > 0 && nth < MOST; nth++) {
    const pointer = entriesOf(directory).find(
      (entry) => short(entry) === GPS_DIRECTORY && short(entry + 2) === LONG && long(entry + 4) === 1,
    )
    const gps = pointer === undefined ? 0 : long(pointer + 8)
    if (gps > 0) {
      for (const entry of entriesOf(gps)) {
        const size = (SIZES[short(entry + 2)] ?? 0) * long(entry + 4)
        if (size > 4) blank(start + long(entry + 8), size, 0)
      }
      // It has no entries then.
      blank(start + gps, 2 + short(gps) * ENTRY, 0)
    }
    directory = long(directory + 2 + short(directory) * ENTRY)
  }
  return start + 1
}

const PLACES_IN_XMP =
  /:(GPS\w+|City|State|ProvinceState|Country(Code|Name)?|Location(Name|Created|Shown)?|Sublocation|WorldRegion)$/

/** Each reads on from where the one before it ended, so that no file takes longer for what it makes up. */
const TAG = /<(\/?)([^\s<>/]+)(?=[\s/>])([^<>]*?)(\/?)>/g
const ATTRIBUTE = /(?<![\w:.-])([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/dg
const LONGEST_XMP = 1024 * 1024

const blankXMP: BlankIn = (file, start, blank) => {
  const end = file.indexOf('</rdf:RDF>', start)
  const text = file.toString('latin1', start, Math.min(end < 0 ? file.length : end, start + LONGEST_XMP))
  /** How many elements are open from the first one on that says where. */
  let within = 0
  let read = 0
  for (const { 0: tag, 1: slash, 2: name = '', 3: attributes = '', 4: closes, index } of text.matchAll(TAG)) {
    if (within > 0) blank(start + read, index - read, 32)
    read = index + tag.length
    if (slash) {
      within = Math.max(0, within - 1)
      continue
    }
    const saysWhere = within > 0 || PLACES_IN_XMP.test(name)
    for (const { 1: attribute = '', indices } of attributes.matchAll(ATTRIBUTE)) {
      const [from, to] = indices?.[2] ?? indices?.[3] ?? [0, 0]
      if (saysWhere || PLACES_IN_XMP.test(attribute)) blank(start + index + 1 + name.length + from, to - from, 32)
    }
    if (saysWhere && !closes) within++
  }
  return start + text.length
}

const IPTC = '8BIM\x04\x04'
/** Content locations, city, sublocation, state and countries. */
const PLACES_IN_IPTC: ReadonlySet<number | undefined> = new Set([26, 27, 90, 92, 95, 100, 101])

const blankIPTC: BlankIn = (file, start, blank) => {
  const afterName = start + IPTC.length + (((file[start + IPTC.length] ?? 0) + 2) & ~1)
  if (afterName + 4 > file.length) return file.length
  const end = Math.min(file.length, afterName + 4 + file.readUInt32BE(afterName))
  let at = afterName + 4
  while (at + 5 <= end && file[at] === 0x1c) {
    const length = file.readUInt16BE(at + 3)
    if (PLACES_IN_IPTC.has(file[at + 2])) blank(at + 5, length, 32)
    at += 5 + length
  }
  return at
}

/** As ISO 6709 writes a position. */
const POSITION = /^[+-]\d+(?:\.\d+)?[+-]\d+(?:\.\d+)?[\d.+-]*/
/** Before one of a video, as phones write it, and how far before. */
const BEFORE_POSITIONS = { '\xa9xyz': 8, 'data\0\0\0\x01\0\0\0\0': 12 }

const blankPosition =
  (before: number): BlankIn =>
  (file, start, blank) => {
    const at = start + before
    const [position = ''] = POSITION.exec(file.toString('latin1', at, at + MOST)) ?? []
    blank(at, position.length, 32)
    return at
  }

/** As older phones do: a language, the name of a place, its role, and three numbers. */
const LOCI = 'loci\0\0\0\0'

const blankLoci: BlankIn = (file, start, blank) => {
  const name = start + LOCI.length + 2
  const end = file.indexOf(0, name)
  if (end < 0) return file.length
  blank(name, end - name, 32)
  blank(end + 2, 12, 0)
  return end
}

const PNG = Buffer.from('89504e470d0a1a0a', 'hex')
/** A length and a type before, a checksum behind. */
const PNG_CHUNK = 8

/** Chunks with their checksums, and without what is packed in texts. */
const patchPNG = (file: Buffer, patches: readonly Patch[]): Patch[] => {
  const places = patches.map(({ at }) => at).toSorted((one, other) => one - other)
  const chunks: Patch[] = []
  for (let at = PNG.length, next = 0; at + PNG_CHUNK <= file.length;) {
    const end = at + PNG_CHUNK + file.readUInt32BE(at)
    const head = file.toString('latin1', at + 4, at + PNG_CHUNK + 20)
    const isPacked = /^(?:[tz]TXt(?:Raw profile type|XML:com)|iTXtXML:com\.adobe\.xmp\0\x01)/.test(head)
    while ((places[next] ?? end) < at) next++
    if (end + 4 <= file.length && (isPacked || (places[next] ?? end) < end)) {
      const bytes = Buffer.from(patched(file.subarray(at + 4, end + 4), at + 4, patches))
      if (isPacked) bytes.fill(32, 0, bytes.length - 4).write('tEXtComment\0', 'latin1')
      bytes.writeUInt32BE(crc32(bytes.subarray(0, -4)), bytes.length - 4)
      chunks.push({ at: at + 4, bytes })
    }
    at = end + 4
  }
  return chunks
}

/**
 * What a photo is sent with instead, to those who are not to know where it was taken; nothing where it does not say. Throws
 * where there is more of that than a photo has.
 */
export const patchesOf = (file: Buffer): Patch[] => {
  const patches: Patch[] = []
  let bytes = 0
  const blank: Blank = (at, length, filler) => {
    const end = Math.min(file.length, at + length)
    if (at >= end) return
    bytes += end - at
    if (patches.length === MOST_PATCHES || bytes > MOST_PATCHED) throw new Error('This is no photo.')
    patches.push({ at, bytes: Buffer.alloc(end - at, filler) })
  }
  const look = (text: string, blankIn: BlankIn) => {
    const needle = Buffer.from(text, 'latin1')
    let at = file.indexOf(needle)
    for (let index = 0; at >= 0 && index < MOST; index++) at = file.indexOf(needle, blankIn(file, at, blank))
  }
  look('II*\0', blankExif)
  look('MM\0*', blankExif)
  look('<rdf:RDF', blankXMP)
  look(IPTC, blankIPTC)
  for (const [text, before] of Object.entries(BEFORE_POSITIONS)) look(text, blankPosition(before))
  look(LOCI, blankLoci)
  return file.subarray(0, PNG.length).equals(PNG) ? patchPNG(file, patches) : patches
}

/** Bytes of a file from one place on. */
export const patched = (bytes: Buffer, from: number, patches: readonly Patch[]): Buffer => {
  const inside = patches.filter((patch) => patch.at < from + bytes.length && patch.at + patch.bytes.length > from)
  if (inside.length === 0) return bytes
  const copy = Buffer.from(bytes)
  for (const { at, bytes: others } of inside) others.copy(copy, Math.max(0, at - from), Math.max(0, from - at))
  return copy
}
