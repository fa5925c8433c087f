/** A normalized text: without case, accents, width and invisible characters, with the position of each unit. */
export interface NormalizedText {
  text: string
  /** Where the origin of each normalized unit starts and ends; undefined if no position changed. */
  places: { starts: number[]; ends: number[] } | undefined
}

export const SPACELESS =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}ー'

export const EMOJI = '\\p{Regional_Indicator}{2}|\\p{Extended_Pictographic}'

const ASCII = /^[\0-\x7f]*$/

/**
 * Pieces that can be normalized separately: ASCII, Hangul jamo, and any other character with its combining marks. The
 * two halfwidth marks of kana are letters in Unicode.
 */
const PIECES =
  /[\0-\x7f]+(?![\p{M}\uff9e\uff9f])|[\u1100-\u11ff\ua960-\ua97c\ud7b0-\ud7fb\uffa0-\uffdc]+|[^\p{M}\uff9e\uff9f][\p{M}\uff9e\uff9f]*|[\p{M}\uff9e\uff9f]+/gu

/** Letters whose marks are removed. In other scripts marks distinguish words. */
const WITHOUT_MARKS =
  /^(?:[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}]|\P{L})/u

/** Invisible: soft hyphens, joiners, direction marks, skin tones, the Arabic tatweel. */
const UNSEEN = /[\u00ad\u034f\u0640\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{1f3fb}-\u{1f3ff}]/gu

/** Not part of the preceding word, nor are the letters they decompose into. */
const TRADE_SIGNS = /[©®\u2120\u2122]/

const ALIKE: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ς: 'σ',
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
  ة: 'ه',
  ٱ: 'ا',
  ך: 'כ',
  ם: 'מ',
  ן: 'נ',
  ף: 'פ',
  ץ: 'צ',
  '×': 'x',
  '・': '',
}

/** Spellings on keyboards without these letters. */
const SPELLED: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' }

const IS_SPELLED = /[äöüøå]|[aouAOU]\u0308|[aA]\u030a/iu

const WITH_ALIKE = new RegExp(`[${Object.keys(ALIKE).join('')}]`, 'gu')

const KATAKANA = /[\u30a1-\u30f6\u30fd\u30fe]/g

const FOREIGN_DIGIT = /(?![0-9])\p{Nd}/gu

const FRACTION = /(\d+)\u2044/

const digitOf = (sign: string): string => {
  const code = sign.codePointAt(0) ?? 0
  // The digits of a script are consecutive, starting with zero.
  for (let value = 0; value < 9; value++) {
    if (!/\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) return String(value)
  }
  return '9'
}

const foldPiece = (piece: string, spells: boolean): string => {
  if (TRADE_SIGNS.test(piece)) return ' '
  const spelled = spells ? SPELLED[piece.normalize('NFC').toLowerCase()] : undefined
  if (spelled !== undefined) return spelled
  let text = piece.normalize('NFKD').toLowerCase()
  if (WITHOUT_MARKS.test(text)) text = text.replace(/\p{M}/gu, '')
  return (
    text
      .normalize('NFC')
      .replace(UNSEEN, '')
      .replace(WITH_ALIKE, (sign) => ALIKE[sign] ?? sign)
      .replace(KATAKANA, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0x60))
      .replace(FOREIGN_DIGIT, digitOf)
      // Otherwise 1¼ would become 11/4.
      .replace(FRACTION, ' $1/')
      .replace(/[\u2044\u2215]/g, '/')
  )
}

/** The size of the cache below. */
const REMEMBERED = 5000

const remembered = new Map<string, string>()

const foldedPiece = (piece: string, spells: boolean): string => {
  if (spells && IS_SPELLED.test(piece)) return foldPiece(piece, true)
  let folded = remembered.get(piece)
  if (folded === undefined) {
    folded = foldPiece(piece, false)
    if (remembered.size >= REMEMBERED) remembered.clear()
    if (piece.length <= 8) remembered.set(piece, folded)
  }
  return folded
}

export const isASCII = (text: string): boolean => ASCII.test(text)

/** With `spells` umlauts are spelled out: ü as ue. */
export const normalize = (text: string, spells = false): NormalizedText => {
  if (isASCII(text)) return { text: text.toLowerCase(), places: undefined }
  const starts: number[] = []
  const ends: number[] = []
  let folded = ''
  for (const { 0: piece, index } of text.matchAll(PIECES)) {
    const plain = isASCII(piece)
    const made = plain ? piece.toLowerCase() : foldedPiece(piece, spells)
    folded += made
    for (let at = 0; at < made.length; at++) {
      starts.push(plain ? index + at : index)
      ends.push(plain ? index + at + 1 : index + piece.length)
    }
  }
  return { text: folded, places: { starts, ends } }
}

/** The normalized text, and another one with umlauts spelled out if there are any. */
export const formsOf = (text: string): NormalizedText[] => [
  normalize(text),
  ...(IS_SPELLED.test(text) ? [normalize(text, true)] : []),
]
