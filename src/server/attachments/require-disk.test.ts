import { expect, test } from 'vitest'
import { isShort } from './require-disk.ts'

const GB = 1024 ** 3

test.each([
  ['a small disk is short below a twentieth', 0.4 * GB, 10 * GB, true],
  ['and not above', 0.6 * GB, 10 * GB, false],
  ['a large disk below 500 MB', 0.4 * GB, 4000 * GB, true],
  ['and not above', 0.6 * GB, 4000 * GB, false],
])('%s', (_, freeBytes, totalBytes, is) => {
  expect(isShort({ freeBytes, totalBytes })).toBe(is)
})
