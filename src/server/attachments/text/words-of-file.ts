import { endsOf, wordsOf } from '../../platform/lib/words/tokens.ts'
import { textsOfFile } from './texts-of-file.ts'

/** Words per file; a manual of a thousand pages has half of it. */
const MOST_WORDS = 50_000
/** The first pages of a word that are stored. */
const MOST_PAGES = 100
/** CPU seconds after which reading stops, before the process is ended. */
const MOST_WORK = 8
/** UTF-16 units split into words at a time. */
const AT_ONCE = 50_000

/** Splits a text at the ends of lines or words, if possible. */
function* cut(text: string): Generator<string> {
  for (let at = 0; at < text.length;) {
    const most = text.slice(at, at + AT_ONCE)
    const end = at + most.length < text.length ? Math.max(most.lastIndexOf('\n'), most.lastIndexOf(' ')) + 1 : 0
    yield end > 0 ? most.slice(0, end) : most
    at += end > 0 ? end : most.length
  }
}

/** UTF-16 units stored of one page, and of a whole file. */
const MOST_OF_PAGE = 20_000
const MOST_KEPT = 1_000_000

export interface WordsOfFile {
  /** Each word with the pages that it is on, such as '3,12'; '' in a file without pages. */
  words: [word: string, pages: string][]
  /** The text of each page, or of page 0 in a file without pages, up to the limits. */
  pages: [page: number, text: string][]
}

/** On one line, without characters that PostgreSQL refuses. */
const plainText = (text: string): string =>
  text
    .slice(0, MOST_OF_PAGE)
    .replace(/[\s\0-\x1f]+/g, ' ')
    .trim()
    .toWellFormed()

/** Throws for a file that cannot be read at all. */
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
