import { endsOf, wordsOf } from '../../search/tokens.ts'
import { textsOfFile } from './texts-of-file.ts'

/** A manual of a thousand pages has half as many. */
const MOST_WORDS = 50_000
/** Of one word so many pages are kept, the first ones. */
const MOST_PAGES = 100
/** After so much work what was read must do, in seconds of the processor: before the process ends itself. */
const MOST_WORK = 8
/** So much at a time becomes words, in UTF-16 units. */
const AT_ONCE = 50_000

/** Pieces that end where a line or a word ends, if there is such a place. */
function* cut(text: string): Generator<string> {
  for (let at = 0; at < text.length;) {
    const most = text.slice(at, at + AT_ONCE)
    const end = at + most.length < text.length ? Math.max(most.lastIndexOf('\n'), most.lastIndexOf(' ')) + 1 : 0
    yield end > 0 ? most.slice(0, end) : most
    at += end > 0 ? end : most.length
  }
}

/** Kept of the text of one page, and of all, in UTF-16 units. */
const MOST_OF_PAGE = 20_000
const MOST_KEPT = 1_000_000

export interface WordsOfFile {
  /** Each word with the pages that it is on, such as '3,12'; '' in a file without pages. */
  words: [word: string, pages: string][]
  /** The text of each page, or page 0; no more than is kept. */
  pages: [page: number, text: string][]
}

/** On one line, without signs that a database refuses. */
const plainText = (text: string): string =>
  text
    .slice(0, MOST_OF_PAGE)
    // eslint-disable-next-line no-control-regex
    .replace(/[\s\0-\x1f]+/g, ' ')
    .trim()
    .toWellFormed()

/** Rejects for a file that cannot be read at all. */
export const wordsOfFile = async (file: Buffer): Promise<WordsOfFile> => {
  const words = new Map<string, Set<number>>()
  const texts = new Map<number, string>()
  let kept = 0
  const before = process.cpuUsage()
  const isEnough = () => {
    const { user, system } = process.cpuUsage(before)
    return words.size >= MOST_WORDS || (user + system) / 1_000_000 > MOST_WORK
  }
  for await (const { text, page } of textsOfFile(file, isEnough)) {
    const shown = plainText(text)
    if (kept + shown.length <= MOST_KEPT && shown !== '' && !texts.has(page ?? 0)) {
      texts.set(page ?? 0, shown)
      kept += shown.length
    }
    for (const piece of cut(text)) {
      if (isEnough()) break
      for (const word of [...wordsOf(piece), ...endsOf(piece)]) {
        const pages = words.get(word) ?? new Set()
        if (page !== null && pages.size < MOST_PAGES) pages.add(page)
        words.set(word, pages)
      }
    }
  }
  return {
    words: [...words].slice(0, MOST_WORDS).map(([word, pages]) => [word, [...pages].join()]),
    pages: [...texts],
  }
}
