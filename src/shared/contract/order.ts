/** The one order of names: alphabetical for people, numbers by value ("Unit 2" before "Unit 10"). */
const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base', ignorePunctuation: false })

export const compareNames = (a: string, b: string): number => collator.compare(a, b)

const isOther = (name: string): boolean => name.trim().toLowerCase() === 'other'

/** Categories and subcategories: alphabetical, with a name that is exactly 'other' (any case) last. */
export const compareOtherLast = (a: string, b: string): number =>
  Number(isOther(a)) - Number(isOther(b)) || compareNames(a, b)

/** Rooms: those with a custom position first, the others alphabetically after them. */
export const inOwnOrder = <T extends { position: number | null }>(
  list: readonly T[],
  name: (entry: T) => string,
): T[] =>
  [...list].sort((a, b) =>
    a.position === b.position ? compareNames(name(a), name(b)) : (a.position ?? Infinity) - (b.position ?? Infinity),
  )

/** Returns a sorted copy, ordered by each entry's name; equal names keep their order. */
export const sortedBy = <T>(list: readonly T[], name: (entry: T) => string, compare = compareNames): T[] =>
  [...list].sort((a, b) => compare(name(a), name(b)))
