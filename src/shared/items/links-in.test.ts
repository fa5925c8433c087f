import { LABEL_KINDS, type LabelKind } from '../structure/label-kinds.ts'
import { expect, test } from 'vitest'
import { linksIn } from './links-in.ts'

const hrefs = (text: string, label?: string, kind?: LabelKind) =>
  linksIn(text, label, kind).flatMap(({ href }) => href ?? [])

test.each([
  ['https://example.com/a?b=c#d', ['https://example.com/a?b=c#d']],
  ['See www.example.com.', ['https://www.example.com/']],
  ['(manual: http://example.com/m.pdf)', ['http://example.com/m.pdf']],
  ['pat@example.com, then (555) 010-0168', ['mailto:pat@example.com', 'tel:5550100168']],
  ['+49 30 1234567', ['tel:+49301234567']],
])('%s links to %s', (text, found) => {
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
])('%s is no link', (text) => {
  expect(hrefs(text)).toEqual([])
})

test('digits are a telephone number if their label says so', () => {
  expect(hrefs('555 010 0168', 'Phone / Email')).toEqual(['tel:5550100168'])
  expect(hrefs('555 010 0168', 'Serial Number')).toEqual([])
})

test.each([
  ['web', 'example.com/manual', ['https://example.com/manual']],
  ['web', 'see docs.example.co.uk, p. 4', ['https://docs.example.co.uk/']],
  ['web', 'example.com/@robin', ['https://example.com/@robin']],
  ['web', 'robin@example.com', ['mailto:robin@example.com']],
  ['contact', '555-010-0168', ['tel:5550100168']],
  ['contact', 'robin@example.com', ['mailto:robin@example.com']],
  ['text', 'example.com/manual', []],
  ['end', '2031-01-30', []],
] as const)('under a label of the kind %s %s links to %s', (kind, text, found) => {
  expect(hrefs(text, 'Service', kind)).toEqual(found)
})

test.each(['javascript:alert(1)', 'data:text/html,<b>x</b>', 'vbscript:x', 'file:///etc/passwd', '//', 'a..b', '.com'])(
  '%s is no link under any kind of label',
  (text) => {
    for (const kind of LABEL_KINDS) expect(hrefs(text, '', kind)).toEqual([])
  },
)
