import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareNames, compareOtherLast, sortedBy } from './order.ts'

const sorted = (names: readonly string[], compare?: (a: string, b: string) => number) =>
  sortedBy(names, (name) => name, compare)

describe('names', () => {
  test('are sorted alphabetically, regardless of case and accents', () => {
    expect(sorted(['hall', 'Attic', 'Élan room', 'bath', 'Emerald room'])).toEqual([
      'Attic',
      'bath',
      'Élan room',
      'Emerald room',
      'hall',
    ])
  })

  test('with numbers are sorted by their values', () => {
    expect(sorted(['Unit 10', 'Unit 9', 'Unit 2b', 'Unit 2'])).toEqual(['Unit 2', 'Unit 2b', 'Unit 9', 'Unit 10'])
  })

  test('that are equal keep their order', () => {
    const rooms = [
      { name: 'Bedroom', id: 3 },
      { name: 'Attic', id: 9 },
      { name: 'bedroom', id: 1 },
    ]
    expect(sortedBy(rooms, ({ name }) => name).map(({ id }) => id)).toEqual([9, 3, 1])
  })

  test('are sorted into a new list with the same names', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), (names) => {
        const before = [...names]
        const after = sorted(names, compareOtherLast)
        expect(names).toEqual(before)
        expect([...after].sort()).toEqual(before.sort())
      }),
    )
  })
})

describe('categories and subcategories', () => {
  // Proves 5.10
  test("have the one named exactly 'other' last, in any case", () => {
    expect(sorted(['other', 'Walls', 'Paint'], compareOtherLast)).toEqual(['Paint', 'Walls', 'other'])
    expect(sorted(['OTHER', 'Walls', 'zinc'], compareOtherLast)).toEqual(['Walls', 'zinc', 'OTHER'])
  })

  test("sort a name that only begins with 'other' normally", () => {
    expect(sorted(['Walls', 'Other fixtures', 'Other'], compareOtherLast)).toEqual(['Other fixtures', 'Walls', 'Other'])
  })

  test('have the same order for any order of the input', () => {
    const name = fc.oneof(fc.constantFrom('other', 'Other', 'Others'), fc.string({ unit: 'grapheme' }))
    fc.assert(
      fc.property(name, name, name, (a, b, c) => {
        const sign = (x: string, y: string) => Math.sign(compareOtherLast(x, y))
        expect(sign(a, b) + sign(b, a)).toBe(0)
        if (sign(a, b) <= 0 && sign(b, c) <= 0) expect(sign(a, c)).toBeLessThanOrEqual(0)
      }),
    )
  })

  test('are otherwise sorted like all names', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        fc.pre(![a, b].some((name) => name.trim().toLowerCase() === 'other'))
        expect(compareOtherLast(a, b)).toBe(compareNames(a, b))
      }),
    )
  })
})
