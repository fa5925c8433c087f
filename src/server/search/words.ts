/**
 * Which words a text has, for texts that are searched and for what is searched in them alike. Databases only look for
 * ' word' in what this has made, so both find the same. Whoever changes what it makes raises `WORDS_FORM`.
 */
export const WORDS_FORM = 1

/** A word has at most this many UTF-16 units; what is longer counts by its beginning. */
const LONGEST_WORD = 32
/** So many parts, such as those of HV-6102-B, become one word. */
const PARTS_JOINED = 4
/** Of scripts that put no blanks between words a word is this many characters from each of them on. */
const SIGNS_JOINED = 3

/** What is searched in: a text without case, accents, width and what is not seen, with the place of each unit. */
interface Folded {
  text: string
  /** For each unit of the folded text where what it came from begins and ends; undefined where nothing has moved. */
  places: { starts: number[]; ends: number[] } | undefined
}

const SPACELESS =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}ー'
const EMOJI = '\\p{Regional_Indicator}{2}|\\p{Extended_Pictographic}'

const ASCII = /^[\0-\x7f]*$/
/**
 * Pieces that can be folded alone: plain ASCII, what Hangul is composed of, and any other sign with the marks on it. The
 * two narrow marks of kana are letters to Unicode.
 */
const PIECES =
  /[\0-\x7f]+(?![\p{M}\uff9e\uff9f])|[\u1100-\u11ff\ua960-\ua97c\ud7b0-\ud7fb\uffa0-\uffdc]+|[^\p{M}\uff9e\uff9f][\p{M}\uff9e\uff9f]*|[\p{M}\uff9e\uff9f]+/gu

/** Letters whose marks are left out: elsewhere they tell words apart. */
const WITHOUT_MARKS =
  /^(?:[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}]|\P{L})/u
/** Not seen: soft hyphens, joiners, marks of direction, skin tones, the stroke that lengthens Arabic words. */
const UNSEEN = /[\u00ad\u034f\u0640\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{1f3fb}-\u{1f3ff}]/gu
/** Nobody reads them, or the letters that they come apart into, as a part of the word before. */
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
const WITH_ALIKE = new RegExp(`[${Object.keys(ALIKE).join('')}]`, 'gu')
const KATAKANA = /[\u30a1-\u30f6\u30fd\u30fe]/g
const FOREIGN_DIGIT = /(?![0-9])\p{Nd}/gu
const FRACTION = /(\d+)\u2044/

const digitOf = (sign: string): string => {
  const code = sign.codePointAt(0) ?? 0
  // The digits of a script stand together, zero first.
  for (let value = 0; value < 9; value++) {
    if (!/\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) return String(value)
  }
  return '9'
}

const foldPiece = (piece: string): string => {
  if (TRADE_SIGNS.test(piece)) return ' '
  let text = piece.normalize('NFKD').toLowerCase()
  if (WITHOUT_MARKS.test(text)) text = text.replace(/\p{M}/gu, '')
  return (
    text
      .normalize('NFC')
      .replace(UNSEEN, '')
      .replace(WITH_ALIKE, (sign) => ALIKE[sign] ?? sign)
      .replace(KATAKANA, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0x60))
      .replace(FOREIGN_DIGIT, digitOf)
      // Or 1¼ would be 11/4.
      .replace(FRACTION, ' $1/')
  )
}

/** The same signs come again and again; so many are remembered. */
const REMEMBERED = 5000
const remembered = new Map<string, string>()

const foldedPiece = (piece: string): string => {
  let folded = remembered.get(piece)
  if (folded === undefined) {
    folded = foldPiece(piece)
    if (remembered.size >= REMEMBERED) remembered.clear()
    if (piece.length <= 8) remembered.set(piece, folded)
  }
  return folded
}

const isASCII = (text: string): boolean => ASCII.test(text)

const fold = (text: string): Folded => {
  if (isASCII(text)) return { text: text.toLowerCase(), places: undefined }
  const starts: number[] = []
  const ends: number[] = []
  let folded = ''
  for (const { 0: piece, index } of text.matchAll(PIECES)) {
    const plain = isASCII(piece)
    const made = plain ? piece.toLowerCase() : foldedPiece(piece)
    folded += made
    for (let at = 0; at < made.length; at++) {
      starts.push(plain ? index + at : index)
      ends.push(plain ? index + at + 1 : index + piece.length)
    }
  }
  return { text: folded, places: { starts, ends } }
}

type Kind = 'letters' | 'digits' | 'sign' | 'emoji'

/** What a word is made of: letters, digits, one sign of a script without blanks, one emoji. */
interface Part {
  kind: Kind
  start: number
  end: number
  /** What stands between it and the part before. */
  gap: 'nothing' | 'punctuation' | 'blank' | 'far'
}

const ASCII_PARTS = /([a-z]+)|([0-9]+)/g
const PARTS = new RegExp(
  `((?![${SPACELESS}])\\p{L}(?:(?![${SPACELESS}])[\\p{L}\\p{M}])*)|([0-9]+)|([${SPACELESS}])|(${EMOJI})|([\\p{Nl}\\p{No}])`,
  'gu',
)
/** More than that stands between things that do not belong together. */
const WIDEST_GAP = 3

const gapOf = (between: string): Part['gap'] => {
  if (between === '') return 'nothing'
  if (between.length > WIDEST_GAP || /[\n\r]/.test(between)) return 'far'
  return /\s/.test(between) ? 'blank' : 'punctuation'
}

const partsOf = (text: string): Part[] => {
  const parts: Part[] = []
  let before = 0
  for (const { 0: part, 1: letters, 2: digits, 3: sign, 4: emoji, index } of text.matchAll(
    isASCII(text) ? ASCII_PARTS : PARTS,
  )) {
    const kind = letters ? 'letters' : digits ? 'digits' : sign ? 'sign' : emoji ? 'emoji' : 'letters'
    parts.push({ kind, start: index, end: index + part.length, gap: gapOf(text.slice(before, index)) })
    before = index + part.length
  }
  return parts
}

/** Whether a part goes on with the word that another one has begun. */
const goesOn = (before: Part, part: Part): boolean => {
  if (part.gap === 'far' || part.kind === 'emoji' || before.kind === 'emoji') return false
  if (part.kind === 'sign' || before.kind === 'sign') return part.kind === before.kind
  if (part.gap === 'blank') return part.kind === 'digits' || before.kind === 'digits'
  return true
}

/** How many of the parts from `first` on make one word. */
const lengthOfWord = (parts: readonly Part[], first: number): number => {
  let length = 1
  let joined = 1
  for (let before = parts[first]; before; length++) {
    const part: Part | undefined = parts[first + length]
    if (!part || !goesOn(before, part)) break
    if (part.kind === 'sign' ? length >= SIGNS_JOINED : part.gap !== 'nothing' && ++joined > PARTS_JOINED) break
    before = part
  }
  return length
}

const cut = (word: string): string => {
  if (word.length <= LONGEST_WORD) return word
  const short = word.slice(0, LONGEST_WORD)
  return short.isWellFormed() ? short : short.slice(0, -1)
}

const textOf = (text: string, parts: readonly Part[]): string =>
  parts.map(({ start, end }) => text.slice(start, end)).join('')

/**
 * The words of a text, each once. A word goes on where only punctuation comes next, or a blank beside a digit: so each of
 * its beginnings is what somebody may search, and no more is stored. 'SW 7008' is sw7008 and 7008.
 */
export const wordsOf = (text: string): string[] => {
  const folded = fold(text).text
  const parts = partsOf(folded)
  const words = new Set<string>()
  for (let first = 0; first < parts.length; first++) {
    words.add(cut(textOf(folded, parts.slice(first, first + lengthOfWord(parts, first)))))
  }
  return [...words]
}

/** Query words beyond these are left out. */
export const MOST_QUERY_WORDS = 6

/** The words of what one blank-free part of a query stands for, all of them needed. */
const squeezed = (text: string): string[] => {
  const parts = partsOf(text)
  const words: string[] = []
  for (let first = 0; first < parts.length;) {
    const one = parts[first]
    if (one?.kind === 'sign') {
      let last = first
      for (let next = parts[last + 1]; next && goesOn(parts[last] ?? next, next); next = parts[last + 1]) last++
      const ends = Math.max(first, last - SIGNS_JOINED + 1)
      for (let at = first; at <= ends; at++) {
        words.push(textOf(text, parts.slice(at, Math.min(at + SIGNS_JOINED, last + 1))))
      }
      first = last + 1
    } else {
      const length = lengthOfWord(parts, first)
      words.push(cut(textOf(text, parts.slice(first, first + length))))
      first += length
    }
  }
  return words
}

const someWords = (words: readonly string[]): string[] => [...new Set(words)].slice(0, MOST_QUERY_WORDS)

/** What is looked for: words that stand, each as the beginning of one, in what is found. At most six; none of '?!'. */
export const queryWords = (query: string): string[] => someWords(fold(query).text.split(/\s+/).flatMap(squeezed))

/** The same with punctuation taken for a blank: 'satin-nickel' then also finds 'Satin Nickel'. */
export const separateQueryWords = (query: string): string[] => {
  const { text } = fold(query)
  const words: string[] = []
  for (const { kind, start, end, gap } of partsOf(text)) {
    const goesOn = gap === 'nothing' && kind !== 'sign' && kind !== 'emoji' && words.length > 0
    words.push(cut((goesOn ? (words.pop() ?? '') : '') + text.slice(start, end)))
  }
  return someWords(words)
}

/**
 * The form in which two values are equal: case, accents, width and punctuation do not count, nor blanks beside letters
 * and digits; what keeps two numbers or two words apart does. '' for a value without a letter, a digit or an emoji.
 */
export const equalForm = (value: string): string => {
  const { text } = fold(value)
  const parts = partsOf(text)
  return parts
    .map((part, at) => {
      const before = parts[at - 1]
      const apart = before && part.kind === before.kind && part.gap !== 'nothing'
      return (apart ? '-' : '') + text.slice(part.start, part.end)
    })
    .join('')
}

const placedIn = ({ places }: Folded, start: number, end: number): [number, number] =>
  places ? [places.starts[start] ?? 0, places.ends[end - 1] ?? 0] : [start, end]

/** Which units of a text the words of a query are found in, in order, touching ones as one: half-open ranges. */
export const marksIn = (text: string, query: readonly string[]): [start: number, end: number][] => {
  const folded = fold(text)
  const parts = partsOf(folded.text)
  const found: [number, number][] = []
  for (let first = 0; first < parts.length; first++) {
    const made = parts.slice(first, first + lengthOfWord(parts, first))
    const word = textOf(folded.text, made)
    const longest = Math.max(0, ...query.filter((each) => word.startsWith(each)).map((each) => each.length))
    if (longest === 0) continue
    let left = longest
    const last = made.find(({ start, end }) => {
      if (end - start >= left) return true
      left -= end - start
      return false
    })
    const begin = made[0]?.start ?? 0
    found.push(placedIn(folded, begin, (last?.start ?? begin) + left))
  }
  return found.reduce<[number, number][]>((marks, [start, end]) => {
    const before = marks.at(-1)
    if (before && start <= before[1]) before[1] = Math.max(before[1], end)
    else marks.push([start, end])
    return marks
  }, [])
}
