import { foldedWords } from '../../shared/lib/folded-words.ts'

/** Whether each typed word begins a word of the text. */
export const hasWords = (text: string, typed: string): boolean => {
  const words = foldedWords(text)
  return foldedWords(typed).every((word) => words.some((one) => one.startsWith(word)))
}
