import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { id, queryID, remoteID } from './id.ts'

describe('an identifier in JSON', () => {
  test('is a positive whole number up to 2^53 − 1', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), (number) => {
        expect(id.safeParse(number).success).toBe(number > 0)
      }),
    )
    expect(id.safeParse(Number.MAX_SAFE_INTEGER).success).toBe(true)
  })

  test.each([0, -0, -1, 1.5, 2 ** 53, 1e308, Infinity, NaN, '12', '', null, undefined, true, [12], {}])(
    'is not %j',
    (value) => {
      expect(id.safeParse(value).error?.issues[0]?.message).toBe('Must be a positive whole number.')
    },
  )
})

describe('an identifier in a query', () => {
  test('is plain digits and becomes the number', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), (number) => {
        fc.pre(number > 0)
        expect(queryID.parse(String(number))).toBe(number)
      }),
    )
  })

  test.each(['', '0', '012', '+1', '-1', '1.0', '1e3', ' 1', '1 ', '0x1', '１', '9007199254740992', '9'.repeat(400)])(
    'is not %j',
    (text) => {
      expect(queryID.safeParse(text).error?.issues[0]?.message).toBe('Must be a positive whole number.')
    },
  )

  test('is not several, a number or nothing', () => {
    for (const value of [['1', '2'], 1, undefined, null]) expect(queryID.safeParse(value).success).toBe(false)
  })
})

test("a file's identifier is 22 characters of base64url, and never a path", () => {
  const good = 'AbCdEfGhIjKlMnOpQrSt-_'
  expect(remoteID.safeParse(good).success).toBe(true)
  for (const bad of [good + 'x', good.slice(1), `../${good.slice(3)}`, good.replace('-', '/'), `${good}\n`, 5, null]) {
    expect(remoteID.safeParse(bad).success, String(bad)).toBe(false)
  }
})
