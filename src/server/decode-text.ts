import iconv from 'iconv-lite'
import type { TextEncoding } from '../shared/sheets.ts'

/** Marks at the beginning that say how a text is written. */
const MARKS = [
  [Buffer.from([0xef, 0xbb, 0xbf]), 'utf-8'],
  [Buffer.from([0xff, 0xfe]), 'utf-16le'],
  [Buffer.from([0xfe, 0xff]), 'utf-16be'],
] as const

/** What is looked at to tell UTF-16 without a mark, and how many of its pairs have a zero at least. */
const LOOKED_AT = 4096
const LEAST_ZEROS = 0.1

/** Texts of most scripts have a zero beside each blank and each end of a line. */
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

/** Whether no more of what is beyond ASCII is wrong than right: in other encodings next to nothing is right UTF-8 by chance. */
const isMostlyUTF8 = (text: string): boolean => {
  const beyond = text.match(/[^\0-\x7f]/gu) ?? []
  return beyond.filter((sign) => sign === '\uFFFD').length * 2 <= beyond.length
}

/** Node's own decoder takes Windows-1252 for Latin-1. */
export const decodeAs = (bytes: Buffer, encoding: string): string => iconv.decode(bytes, encoding)

/** Whether an encoding of this name can be read. */
export const isEncoding = (name: string): boolean => iconv.encodingExists(name)

/** The signs that Windows-1252 has where Unicode has controls: a text with these controls was read as Latin-1 before. */
export const withoutC1 = (text: string): string =>
  text.replace(/[\u0080-\u009f]/g, (sign) => decodeAs(Buffer.from(sign, 'latin1'), 'windows-1252'))

export interface DecodedText {
  text: string
  /** What it was read in where that is a guess. */
  guess: TextEncoding | null
}

/** A text in the encoding that its bytes tell, else in the one that is likeliest. */
export const decodeText = (bytes: Buffer): DecodedText => {
  const marked = MARKS.find(([mark]) => bytes.subarray(0, mark.length).equals(mark))
  const told = marked?.[1] ?? orderOfUTF16(bytes) ?? 'utf-8'
  const text = new TextDecoder(told).decode(bytes)
  if (marked || told !== 'utf-8' || isUTF8(bytes)) return { text, guess: null }
  return isMostlyUTF8(text)
    ? { text, guess: 'utf-8' }
    : { text: decodeAs(bytes, 'windows-1252'), guess: 'windows-1252' }
}
