import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { codePoints } from './limits.ts'
import { emailAddress, exactText, line, newPassword, optionalLine, username } from './text.ts'

/** The first error sentence, or the parsed value. */
const outcome = (schema: z.ZodMiniType, value: unknown) => {
  const result = schema.safeParse(value)
  return result.success ? { value: result.data } : result.error.issues[0]?.message
}

const UNUSABLE = 'Remove the special character.'

describe('the length of a text', () => {
  test('counts Unicode code points', () => {
    expect(codePoints('')).toBe(0)
    expect(codePoints('naïve')).toBe(5)
    expect(codePoints('😀😀')).toBe(2)
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => void expect(codePoints(text)).toBe([...text].length)),
    )
  })
})

describe('a one-line name', () => {
  test('is kept without the blanks around it', () => {
    expect(outcome(line(), '  12 Elm Street \t')).toEqual({ value: '12 Elm Street' })
  })

  test('may be as long as its limit after trimming, an emoji counting as one', () => {
    expect(outcome(line(32), ` ${'😀'.repeat(32)} `)).toEqual({ value: '😀'.repeat(32) })
    expect(outcome(line(32), '😀'.repeat(33))).toBe('Must be at most 32 characters.')
    expect(outcome(line(), 'x'.repeat(255))).toEqual({ value: 'x'.repeat(255) })
    expect(outcome(line(), 'x'.repeat(256))).toBe('Must be at most 255 characters.')
  })

  test('counts as missing if it is absent, null, empty or blank', () => {
    for (const missing of [undefined, null, '', '   ', '\t\n ', '\u3000']) {
      expect(outcome(line(), missing)).toBe('Required.')
    }
  })

  test('may be blank if it is optional', () => {
    expect(outcome(optionalLine(), '  ')).toEqual({ value: '' })
    expect(outcome(optionalLine(4), 'abcde')).toBe('Must be at most 4 characters.')
  })

  test('rejects control characters and line breaks, and drops direction marks', () => {
    const refused = ['\u0001', '\t', '\n', '\r\n', '\u001b[2J', '\u007f', '\u009b', '\u0085', '\u2028', '\u2029']
    const turning = ['\u200e', '\u200f', '\u202a', '\u202b', '\u202c', '\u202d', '\u202e', '\u2066', '\u2067']
    const sentence = 'Contains a line break or an invisible control character.'
    for (const schema of [line(), optionalLine()]) {
      for (const sign of refused) expect(outcome(schema, `a${sign}b`), JSON.stringify(sign)).toBe(sentence)
      for (const mark of [...turning, '\u2068', '\u2069'])
        expect(outcome(schema, ` ${mark} a${mark}b ${mark} `), JSON.stringify(mark)).toEqual({ value: 'ab' })
    }
    expect(outcome(line(), '\u202a\u202c')).toBe('Required.')
    expect(outcome(optionalLine(), '\u202a+49 30 1234\u202c')).toEqual({ value: '+49 30 1234' })
    expect(outcome(emailAddress, '\u202arobin@example.com\u202c')).toEqual({ value: 'robin@example.com' })
    for (const sign of ['\u001b[2J', '\u009b']) expect(outcome(emailAddress, `a${sign}b@c`)).toBe(sentence)
  })

  test('may be of any script, with the characters that it needs', () => {
    for (const name of ['שלום עולם', 'خانه\u200cها', '👩‍👩‍👧‍👦', 'e\u0301', 'a\u00a0b']) {
      expect(outcome(line(), name)).toEqual({ value: name })
    }
  })

  test('is a string', () => {
    for (const wrong of [12, true, ['a'], { a: 1 }]) expect(outcome(line(), wrong)).toBe('Must be text.')
  })
})

describe('any text', () => {
  test('rejects U+0000 and lone surrogates', () => {
    for (const schema of [line(), optionalLine(), exactText(255), emailAddress, newPassword]) {
      for (const bad of ['unusable\0@text', 'unusable\ud800@text', '\udc00unusable@text']) {
        expect(outcome(schema, bad)).toBe(UNUSABLE)
      }
    }
  })

  test('of an item is kept exactly as sent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (text) => {
        fc.pre(!text.includes('\0') && codePoints(text) <= 255)
        expect(outcome(exactText(255), text)).toEqual({ value: text })
      }),
    )
    expect(outcome(exactText(255), '  two lines\r\n ')).toEqual({ value: '  two lines\r\n ' })
    expect(outcome(exactText(255), '😀'.repeat(256))).toBe('Must be at most 255 characters.')
  })
})

describe('an e-mail address', () => {
  test('has text on both sides of one @', () => {
    expect(outcome(emailAddress, ' Robin@example.com ')).toEqual({ value: 'Robin@example.com' })
    expect(outcome(emailAddress, 'a@b')).toEqual({ value: 'a@b' })
    for (const bad of ['robin', '@example.com', 'robin@', 'a@b@c', 'a b@example.com']) {
      expect(outcome(emailAddress, bad)).toBe('Enter an email address, like name@example.com.')
    }
  })

  test('has at most 254 characters', () => {
    expect(outcome(emailAddress, `${'a'.repeat(252)}@b`)).toEqual({ value: `${'a'.repeat(252)}@b` })
    expect(outcome(emailAddress, `${'a'.repeat(253)}@b`)).toBe('Must be at most 254 characters.')
  })
})

describe('a username', () => {
  const RULE = '4 to 24 characters. Must begin with a letter. Letters, numbers, underscores and hyphens allowed.'

  test.each(['abcd', 'A_-9', 'a'.repeat(24), ' robin '])('may be %j', (name) => {
    expect(outcome(username, name)).toEqual({ value: name.trim() })
  })

  test.each(['abc', 'a'.repeat(25), '1abc', '_abc', 'ab cd', 'abcdé', 'abc\n\nd', 'abc.d', 'robin@home'])(
    'may not be %j',
    (name) => {
      expect(outcome(username, name)).toBe(RULE)
    },
  )
})

describe('a new password', () => {
  test('has 8 to 128 characters of any kind, untrimmed', () => {
    expect(outcome(newPassword, '        ')).toEqual({ value: '        ' })
    expect(outcome(newPassword, '😀'.repeat(8))).toEqual({ value: '😀'.repeat(8) })
    expect(outcome(newPassword, '😀'.repeat(7))).toBe('Must be at least 8 characters.')
    expect(outcome(newPassword, 'x'.repeat(128))).toEqual({ value: 'x'.repeat(128) })
    expect(outcome(newPassword, 'x'.repeat(129))).toBe('Must be at most 128 characters.')
  })
})
