import { expect, test } from 'vitest'
import { copyName } from './copy-name.ts'

test.each([
  ['Kitchen', [], 'Kitchen'],
  ['Kitchen', ['Hall'], 'Kitchen'],
  ['Kitchen', ['kitchen'], 'Kitchen (2)'],
  ['Kitchen', ['Kitchen', 'Kitchen (2)'], 'Kitchen (3)'],
  ['Kitchen (2)', ['Kitchen', 'Kitchen (2)'], 'Kitchen (3)'],
  ['Guest Bedroom Left', ['Guest Bedroom Left'], 'Guest Bedroo (2)'],
  ['Guest Bed   room', ['Guest Bed   room'], 'Guest Bed (2)'],
  ['🛋🛋🛋🛋🛋🛋🛋🛋🛋🛋🛋🛋🛋🛋🛋🛋', ['🛋🛋🛋🛋🛋🛋🛋🛋🛋🛋🛋🛋🛋🛋🛋🛋'], '🛋🛋🛋🛋🛋🛋🛋🛋🛋🛋🛋🛋 (2)'],
])('%s beside %j is copied as %s', (name, taken, copied) => {
  expect(copyName(name, taken, 16)).toBe(copied)
})
