import { expect, test } from 'vitest'
import { alikeOnce } from './suggestions.repo.ts'

test('values that differ only by invisible characters are one suggestion, the plain one', () => {
  const alike = ['Dry\u00a0Sage', 'Dry\u00ad Sage', '\ufeffDry Sage', 'Dry Sage', 'Dry\u2060 Sage', 'Dry  Sage']
  expect(alikeOnce(['Linen', ...alike, 'dry sage'])).toEqual(['Linen', 'Dry Sage', 'dry sage'])
  expect(alikeOnce(['Dry\u00a0Sage', 'Dry\u2060 Sage'])).toEqual(['Dry\u00a0Sage'])
  expect(alikeOnce(['Cafe\u0301', 'Caf\u00e9'])).toEqual(['Caf\u00e9'])
})
