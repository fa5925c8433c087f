import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { folderNames } from './safe-name.ts'

const alone = (name: string): string => folderNames()(name)

describe('a name in a folder', () => {
  it.each([
    ['Faucet.pdf', 'Faucet.pdf'],
    ['.hidden', '.hidden'],
    ['Küche 😀', 'Küche 😀'],
    ['👩‍🔧.jpg', '👩‍🔧.jpg'],
    ['Ku\u0308che', 'Küche'],
    ['../../x', '.._.._x'],
    ['..\\..\\x', '.._.._x'],
    ['/etc/passwd', '_etc_passwd'],
    ['C:\\Windows', 'C__Windows'],
    ['a<b>c"d|e?f*g', 'a_b_c_d_e_f_g'],
    ['a\r\nb\tc\u0000d\u2028e\u0085f', 'a__b_c_d_e_f'],
    ['photo\u202egpj.exe', 'photo_gpj.exe'],
    ['.', '_'],
    ['..', '_'],
    ['...', '_'],
    ['', '_'],
    ['  ', '_'],
    ['name. . ', 'name'],
    [' name', 'name'],
    ['x\ud800', 'x\ufffd'],
  ])('%j is %j', (name, safe) => {
    expect(alone(name)).toBe(safe)
  })

  it.each(['CON', 'con', 'Nul.txt', 'aux.', 'PRN.tar.gz', 'COM1', 'lpt9.log', 'COM².txt', 'CONIN$', 'con .txt'])(
    '%j is no device',
    (name) => {
      expect(alone(name)).toMatch(/^_/)
    },
  )

  it.each(['console', 'COM10', 'icon', 'aux-in.txt'])('%j stays, as it only begins like a device', (name) => {
    expect(alone(name)).toBe(name)
  })

  it('is at most 50 characters long and keeps its extension', () => {
    expect(alone('x'.repeat(50))).toBe('x'.repeat(50))
    expect(alone('x'.repeat(51))).toBe('x'.repeat(50))
    expect(alone(`${'😀'.repeat(60)}.jpeg`)).toBe(`${'😀'.repeat(45)}.jpeg`)
    expect(alone(`${'x'.repeat(49)} y`)).toBe('x'.repeat(49))
  })
})

describe('names in one folder', () => {
  it('are distinct, also where capital letters and composed ones make no difference', () => {
    const nameOf = folderNames()
    const given = ['a.txt', 'A.TXT', 'a.txt', 'a (2).txt', 'é', 'e\u0301', 'ß', 'SS', 'σ', 'ς', 'a/b', 'a:b', '', '.']
    expect(given.map(nameOf)).toEqual([
      'a.txt',
      'A (2).TXT',
      'a (3).txt',
      'a (2) (2).txt',
      'é',
      'é (2)',
      'ß',
      'SS (2)',
      'σ',
      'ς (2)',
      'a_b',
      'a_b (2)',
      '_',
      '_ (2)',
    ])
  })

  it('are safe and distinct', () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.string({ unit: fc.constantFrom(...'aA.. /\\:\u0000\u202eß😀'), maxLength: 12 }),
      fc.constantFrom('CON', 'con', 'nul.', '..', '__proto__', 'Aux.txt', 'aux.TXT'),
    )
    fc.assert(
      fc.property(fc.array(hostile, { maxLength: 20 }), (names) => {
        const safe = names.map(folderNames())
        for (const name of safe) {
          expect(name).toMatch(/^(?!\.{1,2}$)[^\p{Cc}"*/:<>?\\|]*[^\p{Cc}"*/:<>?\\|. ]$/u)
          expect(name).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i)
          expect(name.isWellFormed()).toBe(true)
          expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255)
        }
        expect(new Set(safe.map((name) => name.toLowerCase())).size).toBe(names.length)
      }),
    )
  })
})
