import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inverseMoves, movesBetween, NO_MOVES, relabelled, type Slots } from './remap-slots.ts'

const [A, B, C, D] = [1, 2, 3, 4]
const _ = null

/** Six slots with distinct labels out of nine, and gaps. */
const slots: fc.Arbitrary<Slots> = fc
  .shuffledSubarray([1, 2, 3, 4, 5, 6, 7, 8, 9], { maxLength: 6 })
  .chain((labels) => fc.shuffledSubarray([...labels, ...Array<null>(6 - labels.length).fill(null)], { minLength: 6 }))

/** Maps each label to its value after the moves; values are named by their old slot. */
const shown = (labels: Slots, values: readonly (number | undefined)[]) =>
  new Map(labels.flatMap((label, slot) => (label === null ? [] : [[label, values[slot]] as const])))

const carried = (moves: readonly number[]): (number | undefined)[] => {
  const values: (number | undefined)[] = []
  for (const [from, to] of moves.entries()) values[to] = from
  return values
}

describe('values move', () => {
  test.each<[string, Slots, Slots, number[]]>([
    ['nowhere if nothing changes', [A, B, _, _, _, _], [A, B, _, _, _, _], [0, 1, 2, 3, 4, 5]],
    ['nowhere if a label is added', [A, _, _, _, _, _], [A, B, _, _, _, _], [0, 1, 2, 3, 4, 5]],
    ['with labels that change places', [A, B, C, _, _, _], [C, A, B, _, _, _], [1, 2, 0, 3, 4, 5]],
    ['with a label that moves to a gap', [A, B, _, _, _, _], [_, B, _, A, _, _], [3, 1, 2, 0, 4, 5]],
    ['nowhere if a label is replaced', [A, B, _, _, _, _], [A, C, _, _, _, _], [0, 1, 2, 3, 4, 5]],
    [
      'out of the way of a label that comes, to where no label is',
      [A, B, _, _, _, _],
      [B, C, D, _, _, _],
      [1, 0, 2, 3, 4, 5],
    ],
    ['from a gap to a gap rather than under a label', [A, B, _, C, _, _], [B, D, C, _, _, _], [1, 0, 3, 2, 4, 5]],
  ])('%s', (_name, before, after, moves) => {
    expect(movesBetween(before, after)).toEqual(moves)
  })
})

describe('for any labels before and after', () => {
  test('no value is lost or overwritten', () => {
    fc.assert(
      fc.property(slots, slots, (before, after) => {
        expect([...movesBetween(before, after)].sort()).toEqual(NO_MOVES)
      }),
    )
  })

  test('a label that stays or moves keeps its values', () => {
    fc.assert(
      fc.property(slots, slots, (before, after) => {
        const was = shown(before, [0, 1, 2, 3, 4, 5])
        const is = shown(after, carried(movesBetween(before, after)))
        for (const [label, value] of is) if (was.has(label)) expect(value).toBe(was.get(label))
      }),
    )
  })

  test('each value that gets another label, none, or becomes visible is listed', () => {
    fc.assert(
      fc.property(slots, slots, fc.boolean(), (before, after, moveValues) => {
        const moves = moveValues ? movesBetween(before, after) : NO_MOVES
        const named = relabelled(before, after, moves)
        for (const [from, to] of moves.entries()) expect(named.includes(from)).toBe(before[from] !== after[to])
      }),
    )
  })

  test('a value without a new slot stays', () => {
    fc.assert(
      fc.property(slots, slots, (before, after) => {
        const moves = movesBetween(before, after)
        for (const [slot, label] of before.entries()) {
          const isClaimed = after[slot] !== null && before.includes(after[slot] ?? null)
          if ((label === null || !after.includes(label)) && !isClaimed) expect(moves[slot]).toBe(slot)
        }
      }),
    )
  })

  test('reverting restores every value', () => {
    fc.assert(
      fc.property(slots, slots, (before, after) => {
        const moves = movesBetween(before, after)
        const back = inverseMoves(moves)
        for (const slot of moves.keys()) expect(back[moves[slot] ?? -1]).toBe(slot)
      }),
    )
  })
})
