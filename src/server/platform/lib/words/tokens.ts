import { SPACELESS, EMOJI, isASCII, formsOf, type NormalizedText, normalize } from './normalize-text.ts'

/**
 * Splits texts and queries into words. Databases only look for ' word' in the result, so both engines find the same.
 * Increase this number with every change of the result.
 */
export const TOKENIZER_VERSION = 3

/** In UTF-16 units; longer words are truncated. */
const LONGEST_WORD = 32
/** At most this many parts, such as those of HV-6102-B, form one word. */
const PARTS_JOINED = 4
/** In scripts without spaces, a word is this many characters starting at each character. */
const SIGNS_JOINED = 3

type Kind = 'letters' | 'digits' | 'sign' | 'emoji'

/** A part of a word: letters, digits, one character of a script without spaces, or one emoji. */
interface Part {
  kind: Kind
  text: string
  start: number
  end: number
  /** What separates it from the previous part. */
  gap: 'nothing' | 'punctuation' | 'blank' | 'far'
}

/** Proper fractions of common sizes, which are neither dates nor codes such as 12/2. */
const PROPER =
  '(?:1/2|[12]/3|[1-3]/4|[1-4]/5|[1-5]/6|[1-6]/7|[1-7]/8|[1-8]/9|[1-9]/10|(?:1[0-5]|[1-9])/16|(?:[12][0-9]|3[01]|[1-9])/32|(?:[1-5][0-9]|6[0-3]|[1-9])/64)(?![0-9/])'
/** The separator of whole and fraction in 1 1/2 and 1-1/2. */
const BEFORE_FRACTION = '[ +\u2010-\u2013-]{1,2}'
/** One decimal point or comma: neither a date nor a code such as 404.523.11 nor a thousand. */
const DECIMAL = '[0-9]{1,3}[.,][0-9]{1,2}(?![0-9]|[.,/][0-9])'
/** Keeps 1/2, 1 1/2 and 1.5 from becoming 12, 112 and 15. */
const NUMBER = `(?<![0-9/.,])(?:(?:[0-9]+${BEFORE_FRACTION})?${PROPER}|${DECIMAL})|[0-9]+`
const BEFORE_PROPER = new RegExp(`(?<=(?<![0-9/.,])[0-9]+)${BEFORE_FRACTION}(?=${PROPER})`, 'g')
const asMixed = (text: string): string => text.replace(BEFORE_PROPER, '+')
const asNumber = (digits: string): string => asMixed(digits).replace(',', '.')

const ASCII_PARTS = new RegExp(`([a-z]+)|(${NUMBER})`, 'g')
const PARTS = new RegExp(
  `((?![${SPACELESS}])\\p{L}(?:(?![${SPACELESS}])[\\p{L}\\p{M}])*)|(${NUMBER})|([${SPACELESS}])|(${EMOJI})|([\\p{Nl}\\p{No}])`,
  'gu',
)
/** In characters; a wider gap always separates words. */
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
    parts.push({
      kind,
      text: digits ? asNumber(part) : part,
      start: index,
      end: index + part.length,
      gap: gapOf(text.slice(before, index)),
    })
    before = index + part.length
  }
  return parts
}

/** Whether a part continues the word of the previous part. */
const continuesWord = (before: Part, part: Part): boolean => {
  if (part.gap === 'far' || part.kind === 'emoji' || before.kind === 'emoji') return false
  if (part.kind === 'sign' || before.kind === 'sign') return part.kind === before.kind
  if (part.gap === 'blank') return part.kind === 'digits' || before.kind === 'digits'
  return true
}

/** How many parts, starting at `first`, form one word. */
const lengthOfWord = (parts: readonly Part[], first: number): number => {
  let length = 1
  let joined = 1
  for (let before = parts[first]; before; length++) {
    const part: Part | undefined = parts[first + length]
    if (!part || !continuesWord(before, part)) break
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

const textOf = (parts: readonly Part[]): string => parts.map(({ text }) => text).join('')

/**
 * The distinct words of a text. A word continues after punctuation, and after a space next to a digit. Searches match
 * prefixes, so nothing else need be stored: 'SW 7008' gives sw7008 and 7008.
 */
export const wordsOf = (text: string): string[] => {
  const words = new Set<string>()
  for (const folded of formsOf(text)) {
    const parts = partsOf(folded.text)
    for (const first of parts.keys()) words.add(cut(textOf(parts.slice(first, first + lengthOfWord(parts, first)))))
  }
  return [...words]
}

/** Marks reversed words, so that an ending can be found by prefix. */
const BACKWARDS = '<'
const backwards = (word: string): string => cut(BACKWARDS + [...word].reverse().join(''))

/** Shorter words are rarely compounds. */
const SHORTEST_COMPOUND = 8
const isIndexedBackwards = (word: string): boolean =>
  /\d/.test(word) ? word.length > 4 : word.length >= SHORTEST_COMPOUND

/**
 * Reversed words of a file's text, to find words by their ending: stuhl of Bürostuhl, or the last digits of a serial number.
 * Files have too many words to search for substrings.
 */
export const endsOf = (text: string): string[] => {
  const ends = new Set<string>()
  for (const folded of formsOf(text)) {
    let run = ''
    const note = (word: string) => isIndexedBackwards(word) && ends.add(backwards(word))
    for (const part of partsOf(folded.text)) {
      const goesOn = part.gap === 'nothing' && (part.kind === 'letters' || part.kind === 'digits')
      if (!goesOn) note(run)
      run = goesOn ? run + part.text : part.kind === 'letters' || part.kind === 'digits' ? part.text : ''
      if (part.kind === 'digits') note(part.text)
    }
    note(run)
  }
  return [...ends]
}

/** Prefixes of the words of files that match a word of a query. */
export const beginningsInFiles = (word: string): string[] => (matchesInside(word) ? [word, backwards(word)] : [word])

/** Words between two spaces that are prefixes of longer words: sw of 'SW 7008'. Exact searches need them. */
export const shortWordsOf = (text: string): string[] => {
  const words = new Set<string>()
  for (const folded of formsOf(text)) {
    const parts = partsOf(folded.text)
    for (const [first, part] of parts.entries()) {
      if (first > 0 && (part.gap === 'nothing' || part.gap === 'punctuation')) continue
      const long = parts.slice(first, first + lengthOfWord(parts, first))
      const end = long.findIndex(({ gap }, at) => at > 0 && gap === 'blank')
      if (end > 0) words.add(cut(textOf(long.slice(0, end))))
    }
  }
  return [...words]
}

/** Further words of a query are ignored. */
export const MOST_QUERY_WORDS = 6

/** The words of one part of a query without spaces; all of them must match. */
const wordsOfPart = (text: string): string[] => {
  const parts = partsOf(text)
  const words: string[] = []
  for (let first = 0; first < parts.length;) {
    const one = parts[first]
    if (one?.kind === 'sign') {
      let last = first
      for (let next = parts[last + 1]; next && continuesWord(parts[last] ?? next, next); next = parts[last + 1]) last++
      const ends = Math.max(first, last - SIGNS_JOINED + 1)
      for (let at = first; at <= ends; at++) {
        words.push(textOf(parts.slice(at, Math.min(at + SIGNS_JOINED, last + 1))))
      }
      first = last + 1
    } else {
      const length = lengthOfWord(parts, first)
      words.push(cut(textOf(parts.slice(first, first + length))))
      first += length
    }
  }
  return words
}

const someWords = (words: readonly string[]): string[] => [...new Set(words)].slice(0, MOST_QUERY_WORDS)

const allWords = ({ text }: NormalizedText): string[] => [...new Set(asMixed(text).split(/\s+/).flatMap(wordsOfPart))]

/** The words of a query; each must be the prefix of a word of the text. At most six; none for '?!'. */
export const queryWords = (query: string): string[] => wordsOfQuery(normalize(query))
const wordsOfQuery = (folded: NormalizedText): string[] => someWords(allWords(folded))

/** The query words beyond the limit. */
export const wordsLeftOut = (query: string): string[] => allWords(normalize(query)).slice(MOST_QUERY_WORDS)

/** The same with punctuation as spaces: 'satin-nickel' then also finds 'Satin Nickel'. */
export const separateQueryWords = (query: string): string[] => separateWordsOf(normalize(query))
const separateWordsOf = ({ text }: NormalizedText): string[] => {
  const words: string[] = []
  let before: Part | undefined
  for (const part of partsOf(text)) {
    const { kind, start, gap } = part
    // 1.5 stays one number.
    const isNumber = before?.kind === 'digits' && kind === 'digits' && /^[.,]$/.test(text.slice(before.end, start))
    const goesOn = (gap === 'nothing' || isNumber) && kind !== 'sign' && kind !== 'emoji' && words.length > 0
    words.push(cut((goesOn ? (words.pop() ?? '') : '') + part.text))
    before = part
  }
  return someWords(words)
}

/** The words of a query that have umlauts, each with its spelled-out form. */
export const spelledWords = (query: string): Map<string, string> => {
  const [plain, spelled] = formsOf(query)
  if (!plain || !spelled) return new Map()
  return new Map(
    [wordsOfQuery, separateWordsOf].flatMap((words) => {
      const its = words(spelled)
      return words(plain).flatMap((word, at) => (its[at] === undefined || its[at] === word ? [] : [[word, its[at]]]))
    }),
  )
}

/**
 * The form that equal values share: ignores case, accents, width, punctuation, and spaces between letters and
 * digits, but not between two numbers or two words. '' for a value without letters, digits or emoji.
 */
export const equalForm = (value: string): string => {
  const { text } = normalize(value)
  const parts = partsOf(text)
  return parts
    .map((part, at) => {
      const before = parts[at - 1]
      const apart = before && part.kind === before.kind && part.gap !== 'nothing'
      return (apart ? '-' : '') + part.text
    })
    .join('')
}

/** Words that may also match inside a word; shorter ones would match too many. */
export const matchesInside = (word: string): boolean => word.length >= 5 || /^\d{4}$/.test(word)

const placedIn = ({ places }: NormalizedText, start: number, end: number): [number, number] =>
  places ? [places.starts[start] ?? 0, places.ends[end - 1] ?? 0] : [start, end]

const marksInForm = (folded: NormalizedText, query: readonly string[]): [start: number, end: number][] => {
  const parts = partsOf(folded.text)
  const found: [number, number][] = []
  for (let first = 0; first < parts.length; first++) {
    const made = parts.slice(first, first + lengthOfWord(parts, first))
    const word = textOf(made)
    /** The position of a word's unit in the text. */
    const placeOf = (unit: number): number => {
      let left = unit
      for (const { text, start, end } of made) {
        if (left < text.length) return Math.min(start + left, end - 1)
        left -= text.length
      }
      return made.at(-1)?.end ?? 0
    }
    for (const each of query) {
      const at = matchesInside(each) ? word.indexOf(each) : word.startsWith(each) ? 0 : -1
      if (at >= 0) found.push(placedIn(folded, placeOf(at), placeOf(at + each.length - 1) + 1))
    }
  }
  return found
}

/** The ranges of a text that match words of a query, sorted, with touching ones merged. Half-open, in UTF-16 units. */
export const marksIn = (text: string, query: readonly string[]): [start: number, end: number][] =>
  formsOf(text)
    .flatMap((folded) => marksInForm(folded, query))
    .sort(([one, oneEnd], [other, otherEnd]) => one - other || oneEnd - otherEnd)
    .reduce<[number, number][]>((marks, [start, end]) => {
      const before = marks.at(-1)
      if (before && start <= before[1]) before[1] = Math.max(before[1], end)
      else marks.push([start, end])
      return marks
    }, [])
