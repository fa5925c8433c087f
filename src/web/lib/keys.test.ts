import { expect, test } from 'vitest'
import { isForInputMethod, letterOf } from './keys.ts'

test.each([
  ['s', 'KeyS', 's'],
  ['S', 'KeyS', 's'],
  ['ы', 'KeyS', 's'],
  ['σ', 'KeyS', 's'],
  ['ד', 'KeyS', 's'],
  ['س', 'KeyS', 's'],
  ['л', 'KeyK', 'k'],
  // What another Latin layout has at that position counts.
  ['o', 'KeyS', 'o'],
  ['s', 'Semicolon', 's'],
  ['ß', 'Minus', 'ß'],
  ['Process', 'KeyS', 's'],
  ['/', 'Digit7', '/'],
  ['Enter', 'Enter', 'enter'],
])('%s at %s is the letter %s', (key, code, letter) => {
  expect(letterOf({ key, code })).toBe(letter)
})

test('a key belongs to the input method while it composes, and in Safari when it ends that', () => {
  expect(isForInputMethod({ isComposing: true, keyCode: 13 })).toBe(true)
  expect(isForInputMethod({ isComposing: false, keyCode: 229 })).toBe(true)
  expect(isForInputMethod({ isComposing: false, keyCode: 13 })).toBe(false)
})
