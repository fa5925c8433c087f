import { decodeText } from '../../platform/lib/decode-text.ts'

/** Signs that no text has: controls but for tabs, ends of lines and pages, and the end of a file of old. */
const NO_TEXT = /[\0-\x08\x0b\x0e-\x19\x1b-\x1f\x7f]/
/** Of a text in the alphabet of Western Europe at least so much is ASCII: others are not guessed. */
const LEAST_ASCII = 0.7

const isMostlyASCII = (bytes: Buffer): boolean => {
  let ascii = 0
  for (const byte of bytes) if (byte < 0x80) ascii++
  return ascii >= bytes.length * LEAST_ASCII
}

/** A text in UTF-8, UTF-16 or the alphabet of Western Europe; undefined for what seems to be none. */
export const decodedText = (bytes: Buffer): string | undefined => {
  if (bytes.length === 0) return undefined
  const { text, guess } = decodeText(bytes)
  if (NO_TEXT.test(text) || (guess === 'windows-1252' && !isMostlyASCII(bytes))) return undefined
  return text
}
