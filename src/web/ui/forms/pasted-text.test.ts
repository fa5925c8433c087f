import { expect, test } from 'vitest'
import { pastedLine, pastedText } from './pasted-text.ts'

test.each([
  ['Brennholt\tBDW-60\tS-1001\r\n', 'Brennholt BDW-60 S-1001'],
  ['"BDW-60\nrev 2"\r\n', 'BDW-60 rev 2'],
  ['Brennholt\t"BDW-60\nrev ""2"""\tx', 'Brennholt BDW-60 rev "2" x'],
  ['36" x 24"\t5" deep', '36" x 24" 5" deep'],
  ['"Polished" brass', '"Polished" brass'],
  ['one\n\ntwo\n', 'one two'],
])('%j is pasted into one line as %j', (copied, line) => {
  expect(pastedLine(copied)).toBe(line)
})

test('a cell of two lines is pasted into notes with both lines, without its quotation marks', () => {
  expect(pastedText('"left of the sink\r\nsee ""BDW"""\r\n')).toBe('left of the sink\nsee "BDW"')
  expect(pastedText('a\tb\nc\td')).toBe('a\tb\nc\td')
})
