import { expect, test } from 'vitest'
import { linksIn } from './links-in.ts'

const hrefs = (text: string, label?: string) => linksIn(text, label).flatMap(({ href }) => href ?? [])

test.each([
  ['https://example.com/a?b=c#d', ['https://example.com/a?b=c#d']],
  ['See www.example.com.', ['https://www.example.com/']],
  ['(manual: http://example.com/m.pdf)', ['http://example.com/m.pdf']],
  ['pat@example.com, then (555) 010-0168', ['mailto:pat@example.com', 'tel:5550100168']],
  ['+49 30 1234567', ['tel:+49301234567']],
])('%s leads to %s', (text, found) => {
  expect(hrefs(text)).toEqual(found)
  expect(
    linksIn(text)
      .map((piece) => piece.text)
      .join(''),
  ).toBe(text)
})

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  'ftp://example.com',
  'HV-6102',
  '9812 00417 88',
])('%s leads nowhere', (text) => {
  expect(hrefs(text)).toEqual([])
})

test('digits are a telephone number where their label says so', () => {
  expect(hrefs('555 010 0168', 'Phone / Email')).toEqual(['tel:5550100168'])
  expect(hrefs('555 010 0168', 'Serial Number')).toEqual([])
})
