import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  beginningsInFiles,
  endsOf,
  equalForm,
  marksIn,
  MOST_QUERY_WORDS,
  queryWords,
  separateQueryWords,
  shortWordsOf,
  spelledWords,
  wordsLeftOut,
  wordsOf,
} from './tokens.ts'

/** Matches like the databases do: each word of the query is the prefix of a word of the text. */
const finds = (text: string, query: string): boolean => {
  const words = queryWords(query)
  const there = ` ${wordsOf(text).join(' ')} `
  const spelled = spelledWords(query)
  const says = (word: string | undefined) => word !== undefined && there.includes(` ${word}`)
  return words.length > 0 && words.every((word) => says(word) || says(spelled.get(word)))
}

describe('the words of a text', () => {
  test.each([
    ['SW 7008', ['sw7008', '7008']],
    ['SW-7008', ['sw7008', '7008']],
    ['HV-6102-B', ['hv6102b', '6102b', 'b']],
    ["Lowe's", ['lowes', 's']],
    ['Harrow & Vale', ['harrow', 'vale']],
    ['1 1/4', ['1+1/4']],
    ['1-1/4"', ['1+1/4']],
    ['1¼', ['1+1/4']],
    ['Valve 1/2" brass', ['valve1/2brass', '1/2brass', 'brass']],
    ['24 × 36½', ['24x36+1/2', 'x36+1/2', '36+1/2']],
    ['12/2 NM, 3/4/2024', ['122nm3', '2nm34', 'nm342024', '342024', '42024', '2024']],
    ['Hose 1.5 m, 1,5"', ['hose1.5m1.5', '1.5m1.5', 'm1.5', '1.5']],
    ['$1,299.00', ['129900', '29900', '00']],
    ['30.1.31', ['30131', '131', '31']],
    ['Tür', ['tur', 'tuer']],
    ['4F7A9C2E', ['4f7a9c2e', 'f7a9c2e', '7a9c2e', 'a9c2e', '9c2e', 'c2e', '2e', 'e']],
    ['Straße, Łódź', ['strasse', 'lodz']],
    ['İstanbul ışık', ['istanbul', 'isik']],
    ['ΟΔΟΣ οδός', ['οδοσ']],
    ['Ёлка', ['елка']],
    ['שָׁלוֹם', ['שלומ']],
    ['مُحَمَّد أحمر', ['محمد', 'احمر']],
    ['٧٠٠٨ ７００８', ['70087008', '7008']],
    ['原木地板', ['原木地', '木地板', '地板', '板']],
    ['ｶﾞﾗｽ', ['がらす', 'らす', 'す']],
    ['원목마루', ['원목마', '목마루', '마루', '루']],
    ['हिन्दी', ['हिन्दी']],
    ['🛁🚿', ['🛁', '🚿']],
    ['?! – …', []],
    ['', []],
  ])('of %j are %j', (text, words) => {
    expect(wordsOf(text)).toEqual(words)
  })

  test('are of limited length', () => {
    const words = wordsOf(`${'x'.repeat(500)} ${'🛁'.repeat(3)} ${'7'.repeat(200)}`)
    expect(words.every((word) => word.length <= 32)).toBe(true)
  })

  test('can be stored, and searched for without wildcards', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        for (const word of [...wordsOf(text), ...queryWords(text)]) {
          expect(word).not.toMatch(/[\s=·\0]/)
          expect(word.isWellFormed()).toBe(true)
          expect(word.length).toBeGreaterThan(0)
          expect(word.length).toBeLessThanOrEqual(32)
        }
      }),
    )
  })
})

describe('a text is found', () => {
  test.each([
    // Codes
    ['SW 7008', 'sw7008'],
    ['SW7008', 'SW 7008'],
    ['SW-7008', 'sw-70'],
    ['SW7008', 'sw-7008'],
    ['HV-6102-B', '6102b'],
    ['HV 6102 B', 'HV-6102-B'],
    ['AA-BB-CC-DD-EE-FF', 'aa-bb-cc-dd-ee-ff'],
    ['serial 4F7A9C2E11', '4f7a9c2e11'],
    ['(555) 010-0100', '5550100100'],
    ['60 × 80 cm', '60x80'],
    ['60x80cm', '60 × 80'],
    ['www.harrow-vale.com/dry-sage', 'harrow-vale.com'],
    [`${'A1'.repeat(30)}`, 'a1'.repeat(30)],
    // Fractions and digits
    ['1¼ in', '1 1/4'],
    ['1 1/4 in', '1¼'],
    ['1-1/4"', '1¼'],
    ['½', '1/2'],
    ['1⁄2 in', '½'],
    ['Ball valve 1/2" brass', '1/2"'],
    ['Pipe 3/8" x 20', '3/8'],
    ['1/4 CTB', '1/4 ctb'],
    ['2–1/2 in', '2½'],
    ['404.523.11', '404.523'],
    // Umlauts
    ['Tür weiß', 'Tuer'],
    ['Öl-Filter', 'OEL'],
    ['Küchenmöbel', 'kuechenmoebel'],
    ['Geräteschlüssel', 'geraeteschluessel'],
    ['Müller', 'mueller'],
    ['Mueller', 'Müller'],
    ['Mueller', 'MU\u0308LLER'],
    ['rød, Ålesund', 'roed aalesund'],
    ['１２ｃｍ', '12cm'],
    ['٧٠٠٨', '7008'],
    ['7008', '७००८'],
    // Case, accents, punctuation
    ['Eiche natur', 'eiche'],
    ['Eiche natur', 'NATUR EICHE'],
    ['Straße', 'STRASSE'],
    ['Grüner Flur', 'gruner'],
    ['crème brûlée', 'creme brulee'],
    ['Œuvre', 'oeuvre'],
    ['baño', 'BANO'],
    ['Łódź, żółty', 'lodz zolty'],
    ["Lowe's", 'lowes'],
    ['Lowe’s', "lowe's"],
    ['Kohler™ K‑596', 'kohler k596'],
    ['Satin\u00adNickel', 'satinnickel'],
    ['ﬁnish', 'finish'],
    // Other scripts
    ['ΟΔΟΣ Ερμού', 'οδός ερμου'],
    ['Ёлка зелёная', 'елка зеленая'],
    ['йод', 'ЙОД'],
    ['شَارِع أحمد', 'شارع احمد'],
    ['رمـــادي', 'رمادي'],
    ['قهوة', 'قهوه'],
    ['שָׁלוֹם', 'שלום'],
    ['原木地板', '地板'],
    ['原木 地板', '原木地板'],
    ['原木地板', '原木 地板'],
    ['システム・キッチン', 'システムキッチン'],
    ['ガラス', 'ｶﾞﾗｽ'],
    ['がらす', 'ガラス'],
    ['12畳の部屋', '12畳'],
    ['원목 마루', '원목마루'],
    ['원목마루', '마루'],
    ['ﾡ'.normalize('NFKD'), 'ㄱ'],
    ['ไม้สักทอง', 'สัก'],
    ['हिन्दी', 'हिन्'],
    ['bath 🛁🚿', '🚿'],
    ['👍🏽 done', '👍'],
    ['flag 🇩🇪', '🇩🇪'],
  ])('%j by %j', (text, query) => {
    expect(finds(text, query)).toBe(true)
  })

  test.each([
    ['か', 'が'],
    ['मिल', 'मल'],
    ['Eiche natur', 'iche'],
    ['Switch 120V', '1/2"'],
    ['Switch 120V', '½'],
    ['1½ in', '½'],
    ['1½ in', '11/2'],
    ['½ in', '12'],
    ['bluff', 'blue'],
    ['Eiche natur', 'eiche dunkel'],
    ['satin nickel', 'satinnickel'],
    ['anything', '!?'],
  ])('%j, but not by %j', (text, query) => {
    expect(finds(text, query)).toBe(false)
  })

  test('by its whole and by the beginning of each of its words, in any script', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (text) => {
        const there = ` ${wordsOf(text).join(' ')} `
        for (const word of queryWords(text)) expect(there).toContain(` ${word}`)
      }),
      { numRuns: 2000 },
    )
  })

  test('in any Unicode form', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (text) => {
        expect(wordsOf(text.normalize('NFD'))).toEqual(wordsOf(text.normalize('NFC')))
      }),
    )
  })
})

test.each([
  ['SW 7008 Alabaster', ['sw', '7008']],
  ['Switch 120V 12', ['switch', '120v']],
  ['Valve ½ brass', ['valve', '1/2']],
  ['HV-6102-B', []],
])('%j also has the words %j between blanks', (text, words) => {
  expect(shortWordsOf(text)).toEqual(words)
})

test.each([
  ['SW 7008', ['sw', '7008']],
  ['1 1/2 pipe', ['1+1/2', 'pipe']],
  ['  dry   dry sage ', ['dry', 'sage']],
  ['原木地板', ['原木地', '木地板']],
  ['a b c d e f g h', ['a', 'b', 'c', 'd', 'e', 'f']],
  ['?', []],
])('the query %j searches for %j', (query, words) => {
  expect(queryWords(query)).toEqual(words)
  expect(words.length).toBeLessThanOrEqual(MOST_QUERY_WORDS)
})

test.each([
  ['satin-nickel', ['satin', 'nickel']],
  ['1.5', ['1.5']],
  ['white/black sw7008', ['white', 'black', 'sw7008']],
])('with blanks for punctuation %j searches for %j', (query, words) => {
  expect(separateQueryWords(query)).toEqual(words)
})

test.each([
  ['SW 7008', 'sw-7008', true],
  ['Dry Sage', 'DRY SAGE.', true],
  ['1¼', '1 1/4', true],
  ['1 1/4', '11/4', false],
  ['1.5', '15', false],
  ['Dry Sage', 'Dry', false],
  ['Kohler®', 'Kohler', true],
])('the values %j and %j are equal: %s', (one, other, equal) => {
  expect(equalForm(one) === equalForm(other)).toBe(equal)
})

describe('marks', () => {
  const marked = (text: string, query: string): string =>
    marksIn(text, [...queryWords(query), ...spelledWords(query).values()]).reduceRight(
      (shown, [start, end]) => `${shown.slice(0, start)}[${shown.slice(start, end)}]${shown.slice(end)}`,
      text,
    )

  test.each([
    ['Harrow & Vale HV-6102', 'hv61 harrow', '[Harrow] & Vale [HV-61]02'],
    ['SW 7008 Alabaster', 'sw7008', '[SW 7008] Alabaster'],
    ['Straße 5', 'strasse', '[Straße] 5'],
    ['Crème de la crème', 'crem', '[Crèm]e de la [crèm]e'],
    ['Cre\u0300me', 'creme', '[Cre\u0300me]'],
    ['שָׁלוֹם', 'שלום', '[שָׁלוֹם]'],
    ['原木地板', '地板', '原木[地板]'],
    ['ｶﾞﾗｽの板', 'ガラス', '[ｶﾞﾗｽ]の板'],
    ['pipe 1¼ in', '1 1/4', 'pipe [1¼] in'],
    ['pipe 1-1/4 in', '1¼', 'pipe [1-1/4] in'],
    ['Türöffner', 'tueroe', '[Türö]ffner'],
    ['Mueller', 'müll', '[Muell]er'],
    ['Bürostuhl', 'stuhl', 'Büro[stuhl]'],
    ['WH1234567X', '34567', 'WH12[34567]X'],
    ['🛁 bath', '🛁', '[🛁] bath'],
    ['nothing here', 'sage', 'nothing here'],
  ])('in %j for %j: %j', (text, query, shown) => {
    expect(marked(text, query)).toBe(shown)
  })

  test('are within the text, in order, without overlaps', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), fc.string({ maxLength: 4 }), (text, query) => {
        let end = 0
        for (const [from, to] of marksIn(text, queryWords(`${query} ${text.slice(0, 5)}`))) {
          expect(from).toBeGreaterThanOrEqual(end)
          expect(to).toBeGreaterThan(from)
          end = to
        }
        expect(end).toBeLessThanOrEqual(text.length)
      }),
      { numRuns: 1000 },
    )
  })
})

describe('the ends of words of files', () => {
  const findsEnd = (text: string, query: string) => {
    const there = [...wordsOf(text), ...endsOf(text)]
    return queryWords(query).every((word) =>
      beginningsInFiles(word).some((beginning) => there.some((one) => one.startsWith(beginning))),
    )
  }

  test.each([
    ['Bürostuhl', 'stuhl'],
    ['Rauchmelder, Küchenmöbel', 'melder möbel'],
    ['S/N WH1234567X', '34567'],
    ['S/N WH1234567X', '4567x'],
    ['0012345', '12345'],
    ['Order 88-12345', '2345'],
  ])('of %j are found by %j', (text, query) => {
    expect(findsEnd(text, query)).toBe(true)
  })

  test.each([
    ['Bürostuhl', 'uhl'],
    ['kitchen', 'itche'],
    ['WH1234567X', '23456'],
  ])('of %j are not found by %j', (text, query) => {
    expect(findsEnd(text, query)).toBe(false)
  })

  test('are stored backwards, and as long as words', () => {
    expect(endsOf('Chair')).toEqual([])
    expect(endsOf(`${'x'.repeat(40)}stuhl`)).toEqual([`<lhuts${'x'.repeat(26)}`])
  })
})

test('words beyond the sixth are reported', () => {
  expect(wordsLeftOut('one two three four five six')).toEqual([])
  expect(wordsLeftOut('one two three four five six one seven eight-9')).toEqual(['seven', 'eight9'])
})
