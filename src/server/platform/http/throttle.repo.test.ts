import { expect, test } from 'vitest'
import { networkOf, waitInWords } from './throttle.repo.ts'

test.each([
  [1, '1 second'],
  [59, '59 seconds'],
  [60, '1 minute'],
  [61, '2 minutes'],
  [900, '15 minutes'],
  [3599, '60 minutes'],
  [3600, '1 hour'],
  [3601, '2 hours'],
])('a wait of %i s is shown as %s, never too short', (seconds, words) => {
  expect(waitInWords(seconds)).toBe(words)
})

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::FFFF:c000:201', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
  ['2001:db8::7', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['1:2:3:4:5:6:7::', '1:2:3:4::/64'],
  ['no address: at all', 'no address: at all'],
])('%s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
