/** Where a word is long enough that a mistake in it is forgiven; codes and sizes are meant as they are. */
export const maybeMistyped = (word: string): boolean => /^\p{L}{5,}$/u.test(word)

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

/** Whether what was typed is the beginning of a word with exactly one mistake in it. */
export const isMistyped = (typed: string, word: string): boolean => {
  let at = 0
  while (at < typed.length && typed[at] === word[at]) at++
  if (at === typed.length) return false
  const goesOn = (typedFrom: number, wordFrom: number) =>
    wordFrom <= word.length && word.startsWith(typed.slice(typedFrom), wordFrom)
  return (
    goesOn(at + 1, at + 1) ||
    goesOn(at + 1, at) ||
    goesOn(at, at + 1) ||
    (typed[at] === word[at + 1] && typed[at + 1] === word[at] && goesOn(at + 2, at + 2))
  )
}

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
