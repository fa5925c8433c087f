import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { displayName, displayNames, extensionOf, sameNamesInOrder, undoMultipartEscapes, untaken } from './file-name.ts'
import { codePoints } from '../contract/limits.ts'

const anyName = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
const longName = fc.string({ unit: 'grapheme', minLength: 37, maxLength: 80 })

describe('the extension of a file name', () => {
  test.each([
    ['manual.pdf', '.pdf'],
    ['archive.tar.gz', '.gz'],
    ['no extension', ''],
    ['.gitignore', ''],
    ['ends with a dot.', ''],
    ['paint.backupcop', '.backupcop'],
    ['paint.backupcopy', ''],
    ['plan.😀😀😀😀😀😀😀😀😀', '.😀😀😀😀😀😀😀😀😀'],
    ['plan.😀😀😀😀😀😀😀😀😀😀', ''],
    ['', ''],
  ])('of %j is %j', (name, extension) => {
    expect(extensionOf(name)).toBe(extension)
  })
})

describe('the display name', () => {
  // Proves 9.6
  test('of a name of up to 36 characters is the name itself', () => {
    const longest = 'a'.repeat(32) + '.pdf'
    expect(displayName(longest)).toBe(longest)
    expect(displayName('😀'.repeat(36))).toBe('😀'.repeat(36))
  })

  // Proves 3.13, 4.15, 9.6
  test("of a longer name is its first 31 characters, '[...]' and the extension", () => {
    expect(displayName('Installation and care of the kitchen faucet.pdf')).toBe(
      'Installation and care of the ki[...].pdf',
    )
    expect(displayName('a'.repeat(33) + '.pdf')).toBe('a'.repeat(31) + '[...].pdf')
    expect(displayName('a'.repeat(37))).toBe('a'.repeat(31) + '[...]')
  })

  test('cuts no character in half', () => {
    expect(displayName('😀'.repeat(40) + '.png')).toBe('😀'.repeat(31) + '[...].png')
    fc.assert(fc.property(longName, (name) => void expect(displayName(name).isWellFormed()).toBe(true)))
  })

  test('is never longer than 46 characters and keeps the extension', () => {
    fc.assert(
      fc.property(anyName, (name) => {
        const shown = displayName(name)
        expect(codePoints(shown)).toBeLessThanOrEqual(46)
        expect(shown.endsWith(extensionOf(name))).toBe(true)
      }),
    )
  })
})

describe('a taken display name', () => {
  test("gets ' (2)', ' (3)' … before its extension, even if that makes it longer", () => {
    expect(untaken('manual.pdf', new Set())).toBe('manual.pdf')
    expect(untaken('manual.pdf', new Set(['manual.pdf']))).toBe('manual (2).pdf')
    expect(untaken('manual.pdf', new Set(['manual.pdf', 'manual (2).pdf']))).toBe('manual (3).pdf')
    expect(untaken('README', new Set(['README']))).toBe('README (2)')
    const full = 'a'.repeat(31) + '[...].pdf'
    expect(untaken(full, new Set([full]))).toBe('a'.repeat(31) + '[...] (2).pdf')
  })

  test('is compared exactly', () => {
    expect(untaken('Manual.pdf', new Set(['manual.pdf']))).toBe('Manual.pdf')
  })

  test('becomes an unused one with the same extension', () => {
    fc.assert(
      fc.property(anyName, fc.array(anyName), (name, others) => {
        const taken = new Set([name, ...others])
        const free = untaken(name, taken)
        expect(taken.has(free)).toBe(false)
        expect(free.endsWith(extensionOf(name))).toBe(true)
      }),
    )
  })
})

describe('display names of files that are added to others', () => {
  test('are distinct from each other and from existing ones', () => {
    expect(displayNames(['a.png', 'a.png', 'b.png', 'a (2).png'], ['b.png'])).toEqual([
      'a.png',
      'a (2).png',
      'b (2).png',
      'a (2) (2).png',
    ])
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'a (2)', 'b.c', 'b (2).c')), fc.array(anyName), (names, taken) => {
        const all = [...taken, ...displayNames(names, taken)]
        expect(new Set(all).size).toBe(new Set(taken).size + names.length)
      }),
    )
  })

  test('that are long with equal beginnings stay distinct', () => {
    const [first, second] = displayNames([`${'x'.repeat(40)}1.pdf`, `${'x'.repeat(40)}2.pdf`])
    expect([first, second]).toEqual([`${'x'.repeat(31)}[...].pdf`, `${'x'.repeat(31)}[...] (2).pdf`])
  })

  test('do not modify the given list of taken names', () => {
    const taken = new Set(['a'])
    displayNames(['a', 'b'], taken)
    expect([...taken]).toEqual(['a'])
  })
})

describe("a browser's escapes in a multipart file name", () => {
  test('are undone: quotes and line breaks, and nothing else', () => {
    expect(undoMultipartEscapes('9%22 tile%0D%0Aback%0a.pdf')).toBe('9" tile\r\nback\n.pdf')
    expect(undoMultipartEscapes('100%25 %2522 %41')).toBe('100%25 %2522 %41')
  })

  test('do not count when the returned list is compared with the chosen names', () => {
    expect(sameNamesInOrder(['a".pdf', 'b%22.pdf'], ['a%22.pdf', 'b".pdf'])).toBe(true)
    expect(sameNamesInOrder(['a.pdf', 'b.pdf'], ['b.pdf', 'a.pdf'])).toBe(false)
    expect(sameNamesInOrder(['a.pdf', 'b.pdf'], ['a.pdf'])).toBe(false)
    expect(sameNamesInOrder(['a.pdf'], ['a.pdf', 'b.pdf'])).toBe(false)
    expect(sameNamesInOrder([''], [])).toBe(false)
  })
})
