import { decodeText } from '../../platform/lib/decode-text.ts'

/** Control characters that text files lack: all but tabs, line ends, form feeds and the old end-of-file mark. */
const NO_TEXT = /[\0-\x08\x0b\x0e-\x19\x1b-\x1f\x7f]/
/** The minimum share of ASCII to be taken for Windows-1252; other encodings are not guessed. */
const LEAST_ASCII = 0.7

const isMostlyASCII = (bytes: Buffer): boolean => {
  let ascii = 0
  for (const byte of bytes) if (byte < 0x80) ascii++
  return ascii >= bytes.length * LEAST_ASCII
}

/** Decodes UTF-8, UTF-16 or Windows-1252; undefined if the bytes seem to be no text. */
export const decodedText = (bytes: Buffer): string | undefined => {
  if (bytes.length === 0) return undefined
  const { text, guess } = decodeText(bytes)
  if (NO_TEXT.test(text) || (guess === 'windows-1252' && !isMostlyASCII(bytes))) return undefined
  return text
}
