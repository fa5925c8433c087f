import { expect, test } from 'vitest'
import { isNorthAmerican, defaultPaperSize } from './default-paper-size.ts'

test.each([
  ['letter', { state: 'VT', zip: '05401' }, 'de-DE,de'],
  ['letter', { state: ' vermont ', zip: '05401-1234' }, 'de-DE'],
  ['letter', { state: 'Ontario', zip: 'K1A 0B1' }, 'fr-FR'],
  ['letter', { state: 'Québec', zip: 'h2y1c6' }, 'fr-FR'],
  // Digits alone are not a US ZIP code.
  ['a4', { state: 'Bayern', zip: '80331' }, 'de-DE,en-US'],
  ['letter', { state: 'Jalisco', zip: '44100' }, 'es-MX'],
  // No address in the United States or Canada has such a code.
  ['a4', { state: '', zip: 'SW1A 2AA' }, 'en-US'],
  ['a4', { state: 'WA', zip: '6000' }, 'en-US'],
  ['a4', { state: 'Maharashtra', zip: '400001' }, 'en-US'],
  ['a4', { state: 'PA', zip: '66010-000' }, 'en-CA'],
  ['letter', { state: 'Metro Manila', zip: '1000' }, 'en-PH'],
  // Possibly mistyped, or shortened by a spreadsheet.
  ['letter', { state: 'MI', zip: '20121' }, 'en-US'],
  ['a4', { state: 'MI', zip: '20121' }, 'it-IT'],
  ['letter', { state: 'VT', zip: '5401' }, 'en-US'],
  ['letter', { state: '', zip: 'VT 05401' }, 'en-US'],
  ['letter', { state: 'VT', zip: 'unknown' }, 'en-US'],
  ['letter', undefined, 'en-US,en;q=0.9'],
  ['a4', undefined, 'en-GB,en-US'],
  ['a4', undefined, 'en'],
  ['a4', undefined, ''],
] as const)('paper is %s at %o for a browser in %s', (size, address, languages) => {
  expect(defaultPaperSize(address, languages)).toBe(size)
})

/** Italian provinces whose letters are also a US state's, each with the first digits of its codes. */
const ITALIAN =
  'AL 15,AR 52,CA 09,CO 22,CT 95,ME 98,MI 20,MN 46,MO 41,MS 54,MT 75,OR 09,PA 90,PR 43,RI 02,TN 38,VA 21,VT 01'.split(
    ',',
  )

test('an address that may be elsewhere does not count as one in the United States or Canada', () => {
  const codes = ITALIAN.flatMap((province) => {
    const [state = '', begins = ''] = province.split(' ')
    return Array.from({ length: 200 }, (_, at) => ({ state, zip: `${begins}${String(at).padStart(3, '0')}` }))
  })
  const others = [
    ...[
      { state: 'DE', zip: '10115' },
      { state: 'Berlin', zip: '10115' },
      { state: '', zip: '05401' },
    ],
    ...[
      { state: 'Ontario', zip: 'V6B 1A1' },
      { state: '', zip: 'K1A 0B1' },
      { state: 'London', zip: 'W1A 1AA' },
    ],
    ...[
      { state: 'VT', zip: '' },
      { state: 'Georgia', zip: '0105' },
      { state: 'AE', zip: '09012' },
    ],
  ]
  expect([...codes, ...others].filter(isNorthAmerican)).toEqual([])
})

test.each([
  ...[
    ['NY', '10012'],
    ['New York', '06390'],
    ['CA', '94110'],
    ['DC', '20500'],
    ['Illinois', '62704-1200'],
  ],
  ...[
    ['HI', '96815'],
    ['PR', '00901'],
    ['Puerto Rico', '00901'],
    ['tn', '37203'],
    ['TX', '78701'],
    ['WA', '98101'],
  ],
  ...[
    ['BC', 'V6B 1A1'],
    ['Nova Scotia', 'B3J-2K9'],
    ['québec', 'H2Y 1C6'],
    ['ON', 'm5v 2t6'],
    ['NU', 'X0A 0H0'],
  ],
])('%s %s is in the United States or Canada', (state, zip) => {
  expect(isNorthAmerican({ state, zip })).toBe(true)
})
