import { isMistyped } from '../../shared/mistyped.ts'

/**
 * What texts have that say such a word with at most one mistake: a letter too many, missing, wrong, or two exchanged. One
 * mistake leaves one half of the word as it is, unless it exchanges the letters on both sides of the middle.
 */
export const halvesOf = (word: string): string[] => {
  const middle = Math.floor(word.length / 2)
  const [head, tail] = [word.slice(0, middle), word.slice(middle)]
  return [` ${head}`, tail, ` ${head.slice(0, -1)}${tail.slice(0, 1)}${head.slice(-1)}`]
}

/**
 * How words begin that it may stand for, in two letters, for texts that are too long to be looked through for halves: as it
 * does, with its first letters exchanged, or without one of them. So a wrong letter among the first two is not forgiven.
 */
export const beginningsOf = ([first = '', second = '', third = '']: string): string[] => [
  ...new Set([first + second, second + first, first + third, second + third]),
]

/** Of what is there at most so many words are taken for what was typed. */
const MOST_READINGS = 8

/** What a mistyped word may stand for, most of it there first: words of about its length, or longer ones it may begin. */
export const readingsOf = (typed: string, words: Iterable<string>): string[] => {
  const counts = new Map<string, number>()
  for (const word of words) {
    const count = counts.get(word)
    // Those of whole values are no words.
    if (count !== undefined || (isMistyped(typed, word) && !word.startsWith('='))) counts.set(word, (count ?? 0) + 1)
  }
  const near = [...counts].filter(([word]) => Math.abs(word.length - typed.length) <= 1)
  return (near.length > 0 ? near : [...counts])
    .sort(([one, ones], [other, others]) => others - ones || (one < other ? -1 : 1))
    .slice(0, MOST_READINGS)
    .map(([word]) => word)
}
