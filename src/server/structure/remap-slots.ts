/** The six slots in order: a label's id, or null for none. */
export type Slots = readonly (number | null)[]

/** The target slot of each of the six slots: a permutation, so no two values collide. */
export type Moves = readonly number[]

export const inverseMoves = (moves: Moves): number[] => moves.map((_, slot) => moves.indexOf(slot))

/**
 * Computes where values go when labels change. A label that stays or moves keeps its values. Other values stay in place
 * unless such a label takes their slot; the rest fill the free slots in order, unlabeled values going to unlabeled
 * slots first, so that as few values as possible get a foreign label.
 */
export const movesBetween = (before: Slots, after: Slots): Moves => {
  const moves: (number | undefined)[] = before.map((label) => {
    const to = label === null ? -1 : after.indexOf(label)
    return to < 0 ? undefined : to
  })
  const isFree = (slot: number) => !moves.includes(slot)
  for (const slot of before.keys()) if (moves[slot] === undefined && isFree(slot)) moves[slot] = slot

  const hiddenFirst = (labels: Slots) => (a: number, b: number) =>
    Number((labels[a] ?? null) !== null) - Number((labels[b] ?? null) !== null)
  const all = [...before.keys()]
  const left = all.filter((slot) => moves[slot] === undefined).sort(hiddenFirst(before))
  const free = all.filter(isFree).sort(hiddenFirst(after))
  for (const [at, slot] of left.entries()) moves[slot] = free[at]
  return moves.map((to) => {
    if (to === undefined) throw new Error('There must be as many free slots as remaining values.')
    return to
  })
}

/** All values stay in their slots, regardless of labels. */
export const NO_MOVES: Moves = [0, 1, 2, 3, 4, 5]

/** The slots whose values would get another label, or lose theirs. */
export const relabelled = (before: Slots, after: Slots, moves: Moves): number[] =>
  [...before.keys()].filter((slot) => (before[slot] ?? null) !== (after[moves[slot] ?? slot] ?? null))
