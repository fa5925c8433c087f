import { expect, test } from 'vitest'
import { maybeCompound, partsOfCompound } from './compounds.ts'

test.each([
  ['smokedetector', ['smoke', 'detector', 'det'], ['smoke', 'detector']],
  ['towelbar', ['towel', 'bar'], ['towel', 'bar']],
  // Those with the least difference in length.
  ['airfilters', ['air', 'filters', 'airfi', 'lters'], ['airfi', 'lters']],
  ['smokedetector', ['smoke'], undefined],
])('%s is read with %j as %j', (word, there, parts) => {
  expect(partsOfCompound(word, new Set(there))).toEqual(parts)
})

test('codes and short words are no compounds', () => {
  expect(['sw7008ab', 'toilet', 'smokedetector'].map(maybeCompound)).toEqual([false, false, true])
})
