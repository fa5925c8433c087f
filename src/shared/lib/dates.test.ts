import { expect, test } from 'vitest'
import { dateInWords, orderOfAll, ordersOf, readDate, readInOrder } from './dates.ts'

/** The result in short: a date, 'this or that', or nothing. */
const read = (text: string, locale?: string): string => {
  const date = readDate(text, locale)
  if (date.is === 'date') return date.iso
  if (date.is === 'ambiguous') return date.readings.map(({ iso }) => iso).join(' or ')
  return date.is
}

/** Spellings of the same date that every reader understands alike. */
const WRITTEN: Readonly<Record<string, readonly string[]>> = {
  '2031-01-30': [
    ...['2031-01-30', '2031-1-30', '2031/01/30', '2031/1/30', '2031.01.30', '2031.1.30.', '20310130', '2031 01 30'],
    ...['30.1.2031', '30.01.2031', '30. 1. 2031', '30.01.2031.', '30 . 1 . 2031'],
    ...['1/30/2031', '01/30/2031', '1/30/31', '01/30/31', '30/1/2031', '30/01/2031', '1-30-2031'],
    ...['01-30-2031', '30-1-2031', '30-01-2031', '30 01 2031', '1 / 30 / 2031', '1 30 2031'],
    ...['Jan 30 2031', 'Jan 30, 2031', 'Jan. 30, 2031', 'January 30, 2031', 'January 30th, 2031', 'January 30th 2031'],
    ...['jan 30 2031', 'JAN 30 2031', 'JANUARY 30 2031', 'Jan 30,2031', 'Jan30,2031', 'Jan 30 ’31', "Jan 30, '31"],
    ...['Jan 30, 31', '30 Jan 2031', '30 January 2031', '30 Jan. 2031', '30th January 2031', '30th of January 2031'],
    ...['the 30th of January, 2031', '30-Jan-2031', '30-JAN-31', '30/Jan/2031', '30.Jan.2031', '30Jan2031', '30JAN31'],
    ...['2031 Jan 30', '2031-Jan-30', '2031, January 30', '2031 January 30th', 'Jan-30-2031', 'Jan/30/2031'],
    ...['Thursday, January 30, 2031', 'Thu Jan 30 2031', 'Thu, 30 Jan 2031', 'Thu. 30.1.2031', 'Thursday 2031-01-30'],
    ...['until Jan 30 2031', 'Until: January 30, 2031', 'until 2031-01-30', 'till 30.1.2031', 'Expires Jan 30, 2031'],
    ...['expires 1/30/2031', 'exp. 1/30/31', 'exp 2031-01-30', 'valid until Jan 30, 2031', 'through Jan 30 2031'],
    ...[
      'by January 30, 2031',
      'on Jan 30 2031',
      'ends 30 Jan 2031',
      'due 1/30/2031',
      'thru Jan 30, 2031',
      'bis 30.1.2031',
    ],
    ...[
      '30. Januar 2031',
      '30. Jan. 2031',
      'den 30. Januar 2031',
      '30 janvier 2031',
      '30 janv. 2031',
      'le 30 janvier 2031',
    ],
    ...[
      '30 de enero de 2031',
      '30 enero 2031',
      '30 ene 2031',
      '30 gennaio 2031',
      '30 gen 2031',
      '30 de janeiro de 2031',
    ],
    ...[
      '30 januari 2031',
      '30 januar 2031',
      '30 stycznia 2031',
      '2031年1月30日',
      '2031년 1월 30일',
      '２０３１／０１／３０',
    ],
    ...[
      '2031-01-30T00:00:00Z',
      '2031-01-30T08:15:00.000+01:00',
      '2031-01-30 08:15',
      '  Jan   30   2031  ',
      'Jan\u00a030,\u00a02031',
    ],
    // The time of day is ignored; digits and hyphens of other scripts count as ASCII ones.
    ...['1/30/2031 0:00', '1/30/2031 12:00:00 AM', '1/30/2031 5:06pm', '30.1.2031 00:00', '2031-01-30 00:00:00 UTC'],
    ...[
      'Jan 30 2031, 5pm',
      '2031\u201101\u201130',
      '2031\u201301\u201330',
      '٣٠/٠١/٢٠٣١',
      'Donnerstag, 30. Januar 2031',
    ],
    ...['jeudi 30 janvier 2031', 'jueves, 30 de enero de 2031'],
  ],
  '2036-02': [
    ...[
      'Feb 2036',
      'February 2036',
      'Feb. 2036',
      'FEB 2036',
      'February, 2036',
      'Feb-2036',
      'Feb/2036',
      '2036 Feb',
      "Feb '36",
    ],
    ...['2036-02', '2036-2', '2036/02', '02/2036', '2/2036', '2.2036', '02-2036', 'until Feb 2036', 'expires 02/2036'],
    ...['février 2036', 'febrero de 2036', 'Februar 2036', 'lutego 2036', 'the Feb of 2036'],
  ],
  '2040': ['2040', ' 2040 ', 'until 2040', 'expires 2040', '２０４０'],
  '2028-02-29': ['Feb 29 2028', '29.2.2028', '2/29/2028', '2/29/28', '2028-02-29'],
  '1998-05-01': [
    'May 1 1998',
    '1 May 98',
    "May 1st, '98",
    '1er mai 1998',
    '1º de mayo de 1998',
    '1. Mai 1998',
    '1 maj 1998',
  ],
  '2026-08-15': [
    'Aug 15, 2026',
    '15 août 2026',
    '15 agosto 2026',
    '15 ago 2026',
    '15. August 2026',
    '8/15/26',
    'Sat Aug 15 2026',
  ],
  '2026-03-03': [
    '3/3/2026',
    '3.3.2026',
    'March 3rd, 2026',
    '3. März 2026',
    '3 mars 2026',
    '3 maart 2026',
    'Mar 3, 2026',
  ],
  '2026-09-02': [
    'Sept 2, 2026',
    'Sept. 2 2026',
    'Sep 2 2026',
    'September 2nd 2026',
    '2. September 2026',
    '2 septembre 2026',
  ],
  '2027-12-24': [
    ...['Dec 24, 2027', '24 Dec 2027', '24. Dezember 2027', '24. Dez. 2027', '24 décembre 2027', '24 déc. 2027'],
    ...['24 de diciembre de 2027', '24 dicembre 2027', '24 dic 2027', '24 de dezembro de 2027', '24 december 2027'],
    ...['24. desember 2027', '24 grudnia 2027', '12/24/2027', '24/12/2027', '24.12.2027', '24-12-2027', '12-24-2027'],
    ...[
      '2027-12-24',
      '2027/12/24',
      '20271224',
      '24th Dec 27',
      'Fri, Dec 24, 2027',
      'DEC-24-27',
      '24/DEC/2027',
      '2027年12月24日',
    ],
    ...['December 24 2027', 'until 24 Dec 2027', 'Expiry: Dec 24, 2027', 'ending December 24, 2027'],
  ],
  // Either number can be the month, for every reader.
  '2031-03-04 or 2031-04-03': [
    '03/04/2031',
    '3/4/2031',
    '3/4/31',
    '03/04/31',
    '3-4-2031',
    '03 04 2031',
    'until 3/4/2031',
  ],
  '2031-01-30 or 2030-01-31': ['31-01-30', '31-1-30', '30.1.31', '30.01.31', '30/1/31'],
  '2031-04-03 or 2031-03-04': ['03.04.2031', '3.4.2031', '3.4.31', 'bis 3.4.31'],
  // Some readers put the year first.
  '2026-03-03 or 2003-03-26': ['03.03.26', '03/03/26'],
  '2027-12-24 or 2024-12-27': ['24.12.27'],
  '2031-10-05 or 2031-11-05': ['5. listopada 2031', '5 lis 2031'],
  '2005-06-07 or 2007-05-06 or 2007-06-05': ['05-06-07'],
  empty: ['', '   '],
  unreadable: [
    ...[
      'Lifetime',
      'lifetime limited',
      '10 years',
      '5 yrs',
      'n/a',
      '-',
      '?',
      'unknown',
      'see receipt',
      'soon',
      'Spring 2031',
    ],
    ...[
      'Jan 31',
      'January',
      '30 Jan',
      '31',
      '1/30',
      '13/2031',
      '2/30/2031',
      'Feb 29 2027',
      'Feb 30, 2031',
      '31.4.2031',
    ],
    ...[
      '32.1.2031',
      '13/13/2031',
      '0/0/2031',
      '2031-00-10',
      '2031-13-01',
      '1234',
      '9999',
      '12345678',
      '123456',
      '2031-01-30-5',
    ],
    ...[
      'Model 2031',
      'Serial 2031-01-30',
      'Jan 30 2031 or later',
      'Jan Feb 2031',
      '2031 2032',
      'Jan 2031 2032',
      '1/30/203',
    ],
    ...['Jan 30 2031 Jan 31 2031', '+2031-01-30', '-2031', '3.5', '1e3', 'x'.repeat(10_000)].filter(
      (text) => text !== '2031-1',
    ),
  ],
}

test.each(Object.entries(WRITTEN))('is read as %s for every reader', (date, texts) => {
  for (const text of texts) expect(`${text}: ${read(text)}`).toBe(`${text}: ${date}`)
})

test('there are more than two hundred ways to write a date', () => {
  const texts = Object.entries(WRITTEN).flatMap(([date, written]) =>
    date.startsWith('2') || date.startsWith('1') ? written : [],
  )
  expect(new Set(texts).size).toBeGreaterThanOrEqual(200)
})

test.each([
  // The reader's own order comes first; both are ambiguous.
  ['03/04/2031', 'en-US', '2031-03-04 or 2031-04-03'],
  ['03/04/2031', 'en-GB', '2031-04-03 or 2031-03-04'],
  ['03/04/2031', 'de-DE', '2031-04-03 or 2031-03-04'],
  // Dots mean that the day comes first, except for readers who never write it first.
  ['03.04.2031', 'de-DE', '2031-04-03'],
  ['30.1.31', 'de-DE', '2031-01-30'],
  ['30.1.31', 'ko-KR', '2030-01-31 or 2031-01-30'],
  ['03.04.2031', 'en-US', '2031-03-04 or 2031-04-03'],
  ['30.1.31', 'en-US', '2031-01-30'],
  ['31-01-30', 'en-US', '2031-01-30 or 2030-01-31'],
  ['31/01/30', 'ja-JP', '2031-01-30 or 2030-01-31'],
  // Month names in the reader's language.
  ['30 января 2031', 'ru-RU', '2031-01-30'],
  ['январь 2031', 'ru-RU', '2031-01'],
  ['30 января 2031', 'en-US', 'unreadable'],
  ['30. ledna 2031', 'cs-CZ', '2031-01-30'],
  ['5. listopada 2031.', 'hr-HR', '2031-10-05'],
  ['5 listopada 2031', 'pl-PL', '2031-11-05'],
  ['5 listopada 2031', 'en-US', '2031-10-05 or 2031-11-05'],
  ['giovedì 30 gennaio 2031', 'it-IT', '2031-01-30'],
  ['mar 4 marzo 2031', 'it-IT', 'unreadable'],
  ['Donnerstag, 30. Januar 2031', 'de-DE', '2031-01-30'],
  ['Ekim 2031', 'tr-TR', '2031-10'],
])('%j is read in %s as %s', (text, locale, date) => {
  expect(read(text, locale)).toBe(date)
})

test.each([
  [['3/4/2031', '12/31/2029'], 'mdy'],
  [['3/4/2031', '25/12/2027', '4.3.27'], 'dmy'],
  [['12/31/2029 0:00', '3/4/2031 0:00', '2 years', 'Lifetime', ''], 'mdy'],
  [['30.1.31', '14.3.2031'], 'dmy'],
  [['31-01-30', '99-01-30'], 'ymd'],
  [['3/4/2031', '5/6/2031'], undefined],
  [['04/17/2017', '17/04/2017'], undefined],
  [['2031-01-30', 'Jan 30 2031'], undefined],
])('of %j the order is %s', (texts, order) => {
  expect(orderOfAll(texts)).toBe(order)
})

test('numbers use the order of known dates, if they are a date in it', () => {
  expect(readInOrder('03/04/2031', 'dmy')?.iso).toBe('2031-04-03')
  expect(readInOrder('3/4/31 0:00', 'mdy')?.iso).toBe('2031-03-04')
  expect(readInOrder('12/31/2029', 'dmy')).toBeUndefined()
  expect(readInOrder('March 4', 'mdy')).toBeUndefined()
  expect([ordersOf('12/31/2029'), ordersOf('03/04/2031'), ordersOf('2031-01-30')]).toEqual([
    ['mdy'],
    ['mdy', 'dmy'],
    [],
  ])
})

/** All locales of Intl. */
const LOCALES = Intl.DateTimeFormat.supportedLocalesOf(
  [...'abcdefghijklmnopqrstuvwxyz'].flatMap((first, _, letters) => letters.map((second) => first + second)),
)

test('an unambiguous date is the same in every language', () => {
  const dates = Object.values(WRITTEN)
    .flat()
    .filter((text) => readDate(text).is === 'date')
  const otherwise = [...LOCALES, 'en-US', 'en-CA', 'fr-CA'].flatMap((locale) =>
    dates.flatMap((text) => (read(text, locale) === read(text) ? [] : `${locale}: ${text} is ${read(text, locale)}`)),
  )
  expect(otherwise).toEqual([])
  expect(LOCALES.length).toBeGreaterThan(100)
})

test('a month and a year end with their last day', () => {
  const last = (text: string) => {
    const date = readDate(text)
    return date.is === 'date' ? date.last : date.is
  }
  expect(['Feb 2036', 'Feb 2031', '2/2100', '2040', 'Jan 30 2031'].map(last)).toEqual([
    ...['2036-02-29', '2031-02-28', '2100-02-28', '2040-12-31', '2031-01-30'],
  ])
})

test('each date survives writing and reading in any of these languages', () => {
  const dates = [
    '2031-01-30',
    '2026-03-05',
    '2028-02-29',
    '1998-05-31',
    '2031-09-01',
    '2040-12-24',
    '2036-02',
    '2036-08',
    '2040',
  ]
  for (const locale of ['en-US', 'en-GB', 'de-DE', 'fr-FR', 'es-ES', 'it-IT', 'nl-NL', 'sv-SE', 'pt-BR', 'pl-PL']) {
    for (const date of dates) expect(`${locale} ${read(dateInWords(date, locale), locale)}`).toBe(`${locale} ${date}`)
  }
  expect(['2031-01-30', '2036-02', '2040'].map((date) => dateInWords(date, 'en-US'))).toEqual([
    ...['Jan 30, 2031', 'Feb 2036', '2040'],
  ])
})
