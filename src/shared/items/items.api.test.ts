import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { filesJSON, parseFiles } from './items.api.ts'

const REMOTE = 'AAAAAAAAAAAAAAAAAAAAA1'
const OTHER = 'AAAAAAAAAAAAAAAAAAAAA2'

describe('the files text', () => {
  // Proves 3.10
  test('maps display names to remote identifiers in their order', () => {
    expect(parseFiles(`{"b.pdf":"${REMOTE}","a.pdf":"${OTHER}"}`)).toEqual([
      { name: 'b.pdf', remote: REMOTE },
      { name: 'a.pdf', remote: OTHER },
    ])
  })

  test('means no files if it is empty', () => {
    expect(parseFiles('')).toEqual([])
    expect(parseFiles('{}')).toEqual([])
  })

  test.each([
    ['no JSON', '{'],
    ['a list', `["${REMOTE}"]`],
    ['null', 'null'],
    ['a number', '3'],
    ['text', `"${REMOTE}"`],
    ['a remote that is a number', '{"a.pdf":3}'],
    ['a remote that is null', '{"a.pdf":null}'],
    ['a remote that is no identifier', '{"a.pdf":"../../etc/passwd"}'],
    ['a nested map', `{"a.pdf":{"remote":"${REMOTE}"}}`],
    ['a file without a name', `{"":"${REMOTE}"}`],
    ['a name with U+0000', `{"a\\u0000.pdf":"${REMOTE}"}`],
    ['a name with a lone surrogate', `{"a\\ud800.pdf":"${REMOTE}"}`],
    ['a name of 256 characters', `{"${'x'.repeat(256)}":"${REMOTE}"}`],
    ['blanks', '  '],
  ])('is malformed if it is %s', (_, text) => {
    expect(parseFiles(text)).toBeUndefined()
  })

  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('may name a file %j', (name) => {
    const text = `{${JSON.stringify(name)}:"${REMOTE}"}`
    expect(parseFiles(text)).toEqual([{ name, remote: REMOTE }])
    expect(filesJSON([{ name, remote: REMOTE }])).toBe(text)
  })

  test('of any list of files gives that list back', () => {
    // Objects move integer-like names to the front: only lists keep order.
    const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
    fc.assert(
      fc.property(fc.uniqueArray(name), (names) => {
        fc.pre(names.every((each) => !each.includes('\0') && !/^\d+$/.test(each)))
        const files = names.map((each, at) => ({ name: each, remote: at % 2 ? OTHER : REMOTE }))
        expect(parseFiles(filesJSON(files))).toEqual(files)
      }),
    )
  })

  test('of any kind is read or refused, and never throws', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        const files = parseFiles(text)
        expect(files === undefined || files.every(({ remote }) => remote.length === 22)).toBe(true)
      }),
    )
  })
})
