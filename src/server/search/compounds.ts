/** The fewest letters of each half. */
export const SHORTEST_HALF = 3

/** Whether it may be two words written as one, such as smokedetector. */
export const maybeCompound = (word: string): boolean => /^\p{L}{7,}$/u.test(word)

/** The two existing words that a compound consists of; of several splits the most even one. */
export const partsOfCompound = (word: string, existing: ReadonlySet<string>): [string, string] | undefined => {
  const middle = word.length / 2
  return Array.from({ length: word.length - 2 * SHORTEST_HALF + 1 }, (_, at) => at + SHORTEST_HALF)
    .sort((one, other) => Math.abs(one - middle) - Math.abs(other - middle))
    .map((at): [string, string] => [word.slice(0, at), word.slice(at)])
    .find(([head, tail]) => existing.has(head) && existing.has(tail))
}
