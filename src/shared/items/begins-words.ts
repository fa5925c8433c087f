import { foldedWords } from '../lib/folded-words.ts'

export const MOST_SUGGESTIONS = 8

/** Whether every word of `q` begins a word of the text. */
export const beginsWords = (text: string, q: string): boolean => {
  const words = foldedWords(text)
  return foldedWords(q).every((beginning) => words.some((word) => word.startsWith(beginning)))
}
