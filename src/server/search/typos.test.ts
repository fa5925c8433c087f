import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isMistyped, maybeMistyped } from '../../shared/lib/typos.ts'
import { halvesOf, readingsOf } from './typos.ts'

const letters = fc.string({ unit: fc.constantFrom(...'abcdeklорж'), minLength: 5, maxLength: 10 })

test('any single mistake is recognized, and the halves of the word lead to it', () => {
  const mistake = fc.record({
    kind: fc.nat(3),
    at: fc.nat(9),
    letter: fc.constantFrom(...'abzж'),
    more: fc.constantFrom('', 's', 'abc'),
  })
  fc.assert(
    fc.property(letters, mistake, (word, { kind, at, letter, more }) => {
      const place = at % word.length
      const [before, after] = [word.slice(0, place), word.slice(place)]
      const typed = [
        before + letter + after,
        before + after.slice(1),
        before + letter + after.slice(1),
        before + after.slice(1, 2) + after.slice(0, 1) + after.slice(2),
      ][kind] as string
      fc.pre(!`${word}${more}`.startsWith(typed) && typed.length >= 5)
      expect(isMistyped(typed, word + more)).toBe(true)
      const there = ` other ${word}${more} `
      expect(halvesOf(typed).some((half) => there.includes(half))).toBe(true)
    }),
    { numRuns: 5000 },
  )
})

test.each([
  ['harow', 'harrow', true],
  ['harrow', 'harow', true],
  ['catrridge', 'cartridge', true],
  ['catrridge', 'catrridges', false],
  ['cartrigde', 'cartridges', true],
  ['xarrow', 'harrow', true],
  ['eihce', 'eiche', true],
  ['eiche', 'eiche', false],
  ['eiche', 'eichenholz', false],
  ['eiche', 'esche', true],
  ['walnut', 'wal', false],
])('%j for %j: %s', (typed, word, mistyped) => {
  expect(isMistyped(typed, word)).toBe(mistyped)
})

test('short words and codes are not corrected', () => {
  expect(['sage', 'hv6102', '61024', 'harow', 'оливк'].map(maybeMistyped)).toEqual([false, false, false, true, true])
})

test('a word matches those of similar length, or else longer ones that it may begin', () => {
  const there = ['harrows', 'harrowing', 'harrowing', 'harrow', 'yarrow']
  expect(readingsOf('harow', there)).toEqual(['harrow'])
  expect(readingsOf('harow', there.slice(0, 3))).toEqual(['harrowing', 'harrows'])
  expect(readingsOf('zebra', there)).toEqual([])
})
