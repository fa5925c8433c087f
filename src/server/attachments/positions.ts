import { crc32 } from 'node:zlib'

/**
 * Finds GPS positions and place names in photos and videos: in Exif, XMP, IPTC and QuickTime metadata, captions and GoPro's
 * tracks. Containers are not parsed, because they contain these blocks verbatim. Patches keep the length, so pixels and offsets
 * stay valid.
 */

/** Bytes that replace the same number of bytes at an offset. */
export interface Patch {
  at: number
  bytes: Buffer
}

type Blank = (at: number, length: number, filler: 0 | 32) => void
/** Blanks the block at an offset and returns where to continue. */
type BlankIn = (file: Buffer, start: number, blank: Blank) => number

/** Limits for headers, directories, entries and patches; real photos have fewer, but videos have a caption per frame. */
const MOST = 100
const MOST_CAPTIONS = 10_000
const MOST_PATCHES = 20_000
const MOST_PATCHED = 1024 * 1024

const GPS_DIRECTORY = 0x8825
const LONG = 4
/** Bytes per value, by Exif type. */
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
      // Blanking the count leaves the directory without entries.
      blank(start + gps, 2 + short(gps) * ENTRY, 0)
    }
    directory = long(directory + 2 + short(directory) * ENTRY)
  }
  return start + 1
}

/** Drones write the latitude and longitude in namespaces and spellings of their makers. */
const PLACES_IN_XMP =
  /(?:^|:)(?:GPS\w+|\w*(?:latitude|longt?itude|altitude)|City|State|ProvinceState|Country(?:Code|Name)?|Location(?:Name|Created|Shown)?|Sublocation|WorldRegion)$/i

/** Matches never overlap, so hostile files take linear time. */
const TAG = /<(\/?)([^\s<>/]+)(?=[\s/>])([^<>]*?)(\/?)>/g
const ATTRIBUTE = /(?<![\w:.-])([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/dg
const LONGEST_XMP = 1024 * 1024

/** XMP that is too long for one segment of a JPEG continues in segments with this, an id, its length and an offset. */
const EXTENSION = 'http://ns.adobe.com/xmp/extension/\0'
const EXTENSION_HEAD = EXTENSION.length + 32 + 8

const blankXMP = (file: Buffer, start: number, blank: Blank, longest = LONGEST_XMP): number => {
  const part = file.subarray(start, start + longest)
  const ends = ['</rdf:RDF>', EXTENSION].map((end) => part.indexOf(end)).filter((at) => at >= 0)
  const text = part.toString('latin1', 0, Math.min(part.length, ...ends))
  /** The depth inside an element that contains a place; 0 outside. */
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

/** A tag may begin in one segment and end in the next, so they are joined. */
const blankExtendedXMP: BlankIn = (file, first, blank) => {
  const segments: { at: number; from: number; bytes: Buffer }[] = []
  for (let start = first; start >= 4; start = file.indexOf(EXTENSION, start + 1, 'latin1')) {
    const at = start + EXTENSION_HEAD
    if (at > file.length) break
    const bytes = file.subarray(at, start - 2 + file.readUInt16BE(start - 2))
    segments.push({ at, from: file.readUInt32BE(at - 4), bytes })
  }
  segments.sort((one, other) => one.from - other.from)
  const joined = Buffer.concat(segments.map(({ bytes }) => bytes))
  const blankJoined: Blank = (from, length, filler) => {
    let start = 0
    for (const { at, bytes } of segments) {
      const [begin, end] = [Math.max(from, start), Math.min(from + length, start + bytes.length)]
      if (begin < end) blank(at + begin - start, end - begin, filler)
      start += bytes.length
    }
  }
  blankXMP(joined, 0, blankJoined, joined.length)
  return file.length
}

const IPTC = '8BIM\x04\x04'
/** Datasets: content locations, city, sublocation, state and countries. */
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

/** ISO 6709. */
const POSITION = /^[+-]\d+(?:\.\d+)?[+-]\d+(?:\.\d+)?[\d.+-]*/
/** What phones write before a video's position, and the bytes in between. */
const BEFORE_POSITIONS = { '\xa9xyz': 8, 'data\0\0\0\x01\0\0\0\0': 12 }

const blankPosition =
  (before: number): BlankIn =>
  (file, start, blank) => {
    const at = start + before
    const [position = ''] = POSITION.exec(file.toString('latin1', at, at + MOST)) ?? []
    blank(at, position.length, 32)
    return at
  }

/** 3GPP location, from older phones: language, place name, role and three numbers. */
const LOCI = 'loci\0\0\0\0'

const blankLoci: BlankIn = (file, start, blank) => {
  const name = start + LOCI.length + 2
  const end = file.indexOf(0, name)
  if (end < 0) return file.length
  blank(name, end - name, 32)
  blank(end + 2, 12, 0)
  return end
}

/** What captions of drones and texts of apps call a position. */
const NAMED = [
  'latitude',
  'longitude',
  'longtitude',
  'altitude',
  'abs_alt',
  'Latitude',
  'Longitude',
  'Longtitude',
  'Altitude',
]
const NUMBER = /^["']?\s*[:=>]\s*["']?([+-]?\d[\d.,]*)/
/** As "GPS(7.4474,46.9481,19)" and "HOME (W: 73.2, N: 44.4)". */
const IN_PARENTHESES = /^\s?\(([^()]*\d[^()]*)\)/

const blankText =
  (name: string, text: RegExp): BlankIn =>
  (file, start, blank) => {
    const after = start + name.length
    const found = text.exec(file.toString('latin1', after, after + MOST))
    if (found?.[1]) blank(after + found[0].lastIndexOf(found[1]), found[1].length, 32)
    return after
  }

/** A track of GoPro: a key, a type, the size of a sample and their number. */
const blankGPMF: BlankIn = (file, start, blank) => {
  const at = start + 8
  const isTrack = at <= file.length && /[l?]/.test(String.fromCharCode(file[start + 4] ?? 0))
  if (isTrack) blank(at, (file[start + 5] ?? 0) * file.readUInt16BE(start + 6), 0)
  return at
}

/** Tracks whose positions are binary: of Google's cameras and of newer drones. */
const UNREADABLE = /^(?:camm|djmd|dbgi)$/
const UNREADABLE_KEY = 'mdtacom.apple.quicktime.location'

/** Refuses a video with a track that cannot be blanked. */
const refuseTrack: BlankIn = (file, start) => {
  const format = start + 16
  if (UNREADABLE.test(file.toString('latin1', format, format + 4))) throw new Error('A track has positions.')
  return format
}

const refuseKey: BlankIn = (file, start) => {
  const isOfTrack = file.toString('latin1', start - 4, start) === 'keyd'
  if (isOfTrack) throw new Error('A track has positions.')
  return start + 1
}

const PNG = Buffer.from('89504e470d0a1a0a', 'hex')
/** Length and type precede a chunk; a checksum follows. */
const PNG_CHUNK = 8

/** Renews the checksums of patched chunks, and blanks compressed texts. */
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

/** The patches that remove where a file was taken; none if it does not say. Throws if it has more than real photos have. */
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
  const look = (text: string, blankIn: BlankIn, most = MOST) => {
    const needle = Buffer.from(text, 'latin1')
    let at = file.indexOf(needle)
    for (let count = 0; at >= 0; count++) {
      if (count === most) throw new Error('This is no photo.')
      at = file.indexOf(needle, blankIn(file, at, blank))
    }
  }
  look('II*\0', blankExif)
  look('MM\0*', blankExif)
  look('<rdf:RDF', (_, at) => blankXMP(file, at, blank))
  look(EXTENSION, blankExtendedXMP)
  look(IPTC, blankIPTC)
  for (const [text, before] of Object.entries(BEFORE_POSITIONS)) look(text, blankPosition(before))
  look(LOCI, blankLoci)
  for (const name of NAMED) look(name, blankText(name, NUMBER), MOST_CAPTIONS)
  for (const name of ['GPS', 'HOME']) look(name, blankText(name, IN_PARENTHESES), MOST_CAPTIONS)
  for (const key of ['GPS5', 'GPS9']) look(key, blankGPMF, MOST_CAPTIONS)
  look('stsd', refuseTrack)
  look(UNREADABLE_KEY, refuseKey)
  return file.subarray(0, PNG.length).equals(PNG) ? patchPNG(file, patches) : patches
}

/** Applies patches to a part of a file that starts at offset `from`. */
export const patched = (bytes: Buffer, from: number, patches: readonly Patch[]): Buffer => {
  const inside = patches.filter((patch) => patch.at < from + bytes.length && patch.at + patch.bytes.length > from)
  if (inside.length === 0) return bytes
  const copy = Buffer.from(bytes)
  for (const { at, bytes: others } of inside) others.copy(copy, Math.max(0, at - from), Math.max(0, from - at))
  return copy
}
