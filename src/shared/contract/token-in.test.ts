import { expect, test } from 'vitest'
import { tokenIn } from './token-in.ts'

const TOKEN = 'q7Jx-_'.padEnd(43, 'a')

test.each(['', '。', '…', '”', '’', '»', '」', '.', ')', ',', '>', '&gt;', '%', '%E3%80', '_', '*', ' and more', '\n'])(
  'a token is found before %j, as it is and encoded',
  (sign) => {
    expect(tokenIn(TOKEN + sign)).toBe(TOKEN)
    expect(tokenIn(TOKEN + encodeURIComponent(sign))).toBe(TOKEN)
  },
)

test.each(['\u200b', '\u00ad', '\u2060', '\ufeff', '\u00a0', '\u200e', '\n', '“'])(
  'a token is found around %j',
  (sign) => {
    const text = sign === '“' ? sign + TOKEN : `${sign}${TOKEN.slice(0, 9)}${sign}${TOKEN.slice(9)}${sign}`
    expect(tokenIn(text)).toBe(TOKEN)
    expect(tokenIn(encodeURIComponent(text))).toBe(TOKEN)
  },
)

test('a text without a token has none, and a part of one is one that nobody knows', () => {
  for (const text of ['', '。', '…', '%E3%80%82', ' ', '/']) expect(tokenIn(text), text).toBe('')
  expect(tokenIn('q7Jx…')).toBe('q7Jx')
})
