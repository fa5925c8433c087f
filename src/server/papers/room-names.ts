const NUMBERED = /^(.*\p{L})\s+(\d{1,9})$/u
/** Room words that take a plural; names in other languages stay as they are. */
const COUNTABLE = /(room|bath|suite|unit|closet|office|studio|apartment)$/i

const rangesOf = (numbers: readonly number[]): string => {
  const runs: [first: number, last: number][] = []
  for (const number of numbers) {
    const run = runs.at(-1)
    if (run && number === run[1] + 1) run[1] = number
    else runs.push([number, number])
  }
  return runs.map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`)).join(', ')
}

/** Names of rooms in few words: 'Bedrooms 102–112, Hall'. */
export const roomNames = (names: readonly string[]): string => {
  const parts = new Map<string, { stem: string; numbers: number[] }>()
  for (const name of new Set(names)) {
    const [, stem, number] = NUMBERED.exec(name) ?? []
    // '07' would lose its zero.
    const isNumbered = stem !== undefined && number !== undefined && String(Number(number)) === number
    const key = isNumbered ? stem.toLowerCase() : `= ${name}`
    const part = parts.get(key) ?? { stem: isNumbered ? stem : name, numbers: [] }
    if (isNumbered) part.numbers.push(Number(number))
    parts.set(key, part)
  }
  return [...parts.values()]
    .map(({ stem, numbers: [first, ...others] }) => {
      if (first === undefined) return stem
      if (others.length === 0) return `${stem} ${first}`
      const sorted = [first, ...others].sort((a, b) => a - b)
      return `${COUNTABLE.test(stem) ? `${stem}s` : stem} ${rangesOf(sorted)}`
    })
    .join(', ')
}

/** Rooms with equal contents as one, in the order of the first of each: 'Bedrooms 102–112, typical'. */
export const alikeTogether = <R extends { name: string }>(
  rooms: readonly R[],
  contentsOf: (room: R) => string,
): (R & { all: R[] })[] => {
  const together = new Map<string, R[]>()
  for (const room of rooms) {
    const contents = contentsOf(room)
    const alike = together.get(contents)
    if (alike) alike.push(room)
    else together.set(contents, [room])
  }
  return [...together.values()].flatMap((all) => {
    const [first] = all
    if (!first) return []
    return all.length === 1
      ? { ...first, all }
      : { ...first, all, name: `${roomNames(all.map(({ name }) => name))}, typical` }
  })
}
