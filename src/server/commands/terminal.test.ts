import { expect, test } from 'vitest'
import { visible } from './terminal.ts'

test('a line for a terminal escapes control and invisible characters', () => {
  expect(visible('\u001b[2J\u001b]0;title\u0007a\r\nb\tc\u009bd')).toBe(
    '\\u{1b}[2J\\u{1b}]0;title\\u{7}a\\u{d}\\u{a}b\\u{9}c\\u{9b}d',
  )
  expect(visible('photo\u202egpj.exe \u2066x\u2069 \u200f\u2028\ufeff')).toBe(
    'photo\\u{202e}gpj.exe \\u{2066}x\\u{2069} \\u{200f}\\u{2028}\\u{feff}',
  )
  expect(visible('Küche 浴室 שלום 👩‍👩‍👧‍👦 "a" – b')).toBe('Küche 浴室 שלום 👩‍👩‍👧‍👦 "a" – b')
})
