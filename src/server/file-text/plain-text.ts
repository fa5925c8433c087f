/** Marks at the beginning that say how a text is written. */
const MARKS = [
  [Buffer.from([0xef, 0xbb, 0xbf]), 'utf-8'],
  [Buffer.from([0xff, 0xfe]), 'utf-16le'],
  [Buffer.from([0xfe, 0xff]), 'utf-16be'],
] as const

/** Signs that no text has: controls but for tabs, ends of lines and pages, and the end of a file of old. */
const NO_TEXT = /[\0-\x08\x0b\x0e-\x19\x1b-\x1f\x7f]/
/** Of a text in the alphabet of Western Europe at least so much is ASCII: others are not guessed. */
const LEAST_ASCII = 0.7
/** What is looked at to tell the two orders of UTF-16 from what is no text. */
const LOOKED_AT = 4096

const decode = (bytes: Buffer, encoding: 'utf-8' | 'utf-16le' | 'utf-16be'): string | undefined => {
  try {
    // As if more were to come, for the end of the bytes may lie in the middle of a sign.
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true })
    return NO_TEXT.test(text) ? undefined : text
  } catch {
    return undefined
  }
}

/** Texts of most scripts have a zero beside each blank and each end of a line. */
const orderOfUTF16 = (bytes: Buffer): 'utf-16le' | 'utf-16be' | undefined => {
  const zeros = [0, 0]
  const end = Math.min(bytes.length, LOOKED_AT)
  for (let at = 0; at < end; at++) if (bytes[at] === 0) zeros[at % 2]!++
  const [first = 0, second = 0] = zeros
  if (second > 0 && first === 0) return 'utf-16le'
  return first > 0 && second === 0 ? 'utf-16be' : undefined
}

const inWesternAlphabet = (bytes: Buffer): string | undefined => {
  let ascii = 0
  for (const byte of bytes) if (byte < 0x80) ascii++
  if (ascii < bytes.length * LEAST_ASCII) return undefined
  const text = new TextDecoder('windows-1252').decode(bytes)
  return NO_TEXT.test(text) ? undefined : text
}

/** A text in UTF-8, UTF-16 or the alphabet of Western Europe; undefined for what seems to be none. */
export const decodedText = (bytes: Buffer): string | undefined => {
  if (bytes.length === 0) return undefined
  const marked = MARKS.find(([mark]) => bytes.subarray(0, mark.length).equals(mark))
  if (marked) return decode(bytes.subarray(marked[0].length), marked[1])
  const order = orderOfUTF16(bytes)
  if (order) return decode(bytes, order)
  return decode(bytes, 'utf-8') ?? inWesternAlphabet(bytes)
}
