import { isMistyped } from '../../shared/lib/typos.ts'

/**
 * Strings of which a text contains one if it has the word with at most one typo: a letter added, missing, wrong, or two
 * swapped. One typo leaves half of the word unchanged, unless it swaps the letters around the middle.
 */
export const halvesOf = (word: string): string[] => {
  const middle = Math.floor(word.length / 2)
  const [head, tail] = [word.slice(0, middle), word.slice(middle)]
  return [` ${head}`, tail, ` ${head.slice(0, -1)}${tail.slice(0, 1)}${head.slice(-1)}`]
}

/**
 * Two-letter prefixes of possible corrections, for texts too long to search for halves: unchanged, with the first
 * letters swapped, or without one of them. So a wrong letter among the first two is not corrected.
 */
export const beginningsOf = ([first = '', second = '', third = '']: string): string[] => [
  ...new Set([first + second, second + first, first + third, second + third]),
]

/** The most corrections used per typo. */
const MOST_READINGS = 8

/**
 * Possible corrections of a typo, most frequent first: words of about the same length, or longer ones with that prefix.
 */
export const readingsOf = (typed: string, words: Iterable<string>): string[] => {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  // Whole values are not words.
  const readings = [...counts].filter(([word]) => isMistyped(typed, word) && !word.startsWith('='))
  const near = readings.filter(([word]) => Math.abs(word.length - typed.length) <= 1)
  return (near.length > 0 ? near : readings)
    .sort(([one, ones], [other, others]) => others - ones || (one < other ? -1 : 1))
    .slice(0, MOST_READINGS)
    .map(([word]) => word)
}
