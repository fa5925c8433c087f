import { expect, test } from 'vitest'
import { excerptAround } from './excerpt.ts'

const markedIn = ({ text, marks }: { text: string; marks: [number, number][] }) =>
  marks.map(([from, to]) => text.slice(from, to))

test('a short text is shown completely', () => {
  expect(excerptAround({ text: 'close to Dry Sage', marks: [[13, 17]] })).toEqual({
    text: 'close to Dry Sage',
    marks: [[13, 17]],
  })
})

test('a long text is cut at words around the first match, which keeps its mark', () => {
  const words = 'two coats over a white primer '.repeat(20)
  const text = `${words}then sage ${words}and sage`
  const at = (from: number): [number, number] => [text.indexOf('sage', from), text.indexOf('sage', from) + 4]
  const cut = excerptAround({ text, marks: [at(0), at(700)] })
  expect(cut.text).toMatch(/^… \S.* sage .*\S …$/)
  expect(cut.text.length).toBeLessThan(130)
  expect(markedIn(cut)).toEqual(['sage'])
})

test('no character is cut in half, and even a text without blanks is cut', () => {
  const text = '🛁'.repeat(200)
  const cut = excerptAround({ text, marks: [[200, 202]] })
  expect(markedIn(cut)).toEqual(['🛁'])
  expect(cut.text.isWellFormed()).toBe(true)
})
