import { expect, test } from 'vitest'
import { waitInWords } from './throttle.repo.ts'

test.each([
  [1, '1 second'],
  [59, '59 seconds'],
  [60, '1 minute'],
  [61, '2 minutes'],
  [900, '15 minutes'],
  [3599, '60 minutes'],
  [3600, '1 hour'],
  [3601, '2 hours'],
])('a wait of %i s is told as %s, never too short', (seconds, words) => {
  expect(waitInWords(seconds)).toBe(words)
})
