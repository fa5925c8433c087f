import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nameKey } from './name-key.ts'

test.each([
  ['Äpfel', 'äpfel', 'case beyond ASCII'],
  ['Ä', 'A\u0308', 'composed and decomposed letters'],
  ['  Maple Street\t', 'Maple Street', 'blanks around'],
  ['Ｍａｐｌｅ', 'maple', 'full-width letters'],
  ['ﬁr', 'FIR', 'ligatures'],
  ['№ 4', 'No 4', 'compatibility signs'],
])('%j and %j are one name: %s do not count', (a, b) => {
  expect(nameKey(a)).toBe(nameKey(b))
})

test.each([
  ['Maple Street', 'Maple  Street', 'blanks inside'],
  ['Resume', 'Résumé', 'accents'],
  ['Unit 1', 'Unit 01', 'digits'],
  ['a-b', 'a_b', 'punctuation'],
])('%j and %j are two names: %s count', (a, b) => {
  expect(nameKey(a)).not.toBe(nameKey(b))
})

test('a name is the same in all Unicode forms and cases', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'aäÅßéñÇøžKőµ') }), (name) => {
      expect(nameKey(name.normalize('NFD'))).toBe(nameKey(name))
      expect(nameKey(name.toLowerCase())).toBe(nameKey(name))
    }),
  )
})
