import { expect, test } from 'vitest'
import { usualSize } from './papers.ts'

// Proves 17.1.3
test.each([
  ['letter', { state: 'VT', zip: '05401' }, 'de-DE,de'],
  ['letter', { state: ' vermont ', zip: '05401-1234' }, 'de-DE'],
  ['letter', { state: 'Ontario', zip: 'K1A 0B1' }, 'fr-FR'],
  // Digits alone are no ZIP code.
  ['a4', { state: 'Bayern', zip: '80331' }, 'de-DE,en-US'],
  ['letter', { state: 'Jalisco', zip: '44100' }, 'es-MX'],
  ['letter', undefined, 'en-US,en;q=0.9'],
  ['a4', undefined, 'en-GB,en-US'],
  ['a4', undefined, 'en'],
  ['a4', undefined, ''],
] as const)('paper is %s at %o for who asks for %s', (size, address, languages) => {
  expect(usualSize(address, languages)).toBe(size)
})
