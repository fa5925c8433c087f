import iconv from 'iconv-lite'
import type { TextEncoding } from '../../../shared/exchange/text-encodings.ts'

/** Byte order marks. */
const MARKS = [
  [Buffer.from([0xef, 0xbb, 0xbf]), 'utf-8'],
  [Buffer.from([0xff, 0xfe]), 'utf-16le'],
  [Buffer.from([0xfe, 0xff]), 'utf-16be'],
] as const

/** How many bytes to check for UTF-16 without a mark, and the minimum share of pairs with a zero byte. */
const LOOKED_AT = 4096
const LEAST_ZEROS = 0.1

/** In most scripts UTF-16 has a zero byte in each space and line end. */
const orderOfUTF16 = (bytes: Buffer): 'utf-16le' | 'utf-16be' | undefined => {
  const zeros = [0, 0]
  const end = Math.min(bytes.length, LOOKED_AT)
  for (let at = 0; at < end; at++) if (bytes[at] === 0) zeros[at % 2]!++
  const [first = 0, second = 0] = zeros
  if (first + second < (end / 2) * LEAST_ZEROS || (first > 0 && second > 0)) return undefined
  if (second > 0) return 'utf-16le'
  return first > 0 ? 'utf-16be' : undefined
}

const isUTF8 = (bytes: Buffer): boolean => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/** Whether at least half of the non-ASCII characters are valid. Text in other encodings is hardly ever valid UTF-8. */
const isMostlyUTF8 = (text: string): boolean => {
  const beyond = text.match(/[^\0-\x7f]/gu) ?? []
  return beyond.filter((sign) => sign === '\uFFFD').length * 2 <= beyond.length
}

/** Node's own decoder reads Windows-1252 as Latin-1. */
export const decodeAs = (bytes: Buffer, encoding: string): string => iconv.decode(bytes, encoding)

/** Whether the encoding is supported. */
export const isEncoding = (name: string): boolean => iconv.encodingExists(name)

/** Replaces C1 control characters, which come from Windows-1252 text that was read as Latin-1. */
export const withoutC1 = (text: string): string =>
  text.replace(/[\u0080-\u009f]/g, (sign) => decodeAs(Buffer.from(sign, 'latin1'), 'windows-1252'))

export interface DecodedText {
  text: string
  /** The encoding, if it is a guess. */
  guess: TextEncoding | null
}

/** Decodes by byte order mark or UTF-16 pattern, or else in the most likely encoding. */
export const decodeText = (bytes: Buffer): DecodedText => {
  const marked = MARKS.find(([mark]) => bytes.subarray(0, mark.length).equals(mark))
  const encoding = marked?.[1] ?? orderOfUTF16(bytes) ?? 'utf-8'
  const text = new TextDecoder(encoding).decode(bytes)
  if (marked || encoding !== 'utf-8' || isUTF8(bytes)) return { text, guess: null }
  return isMostlyUTF8(text)
    ? { text, guess: 'utf-8' }
    : { text: decodeAs(bytes, 'windows-1252'), guess: 'windows-1252' }
}
