import type { Slot } from '../../src/shared/structure/room-structure.api.ts'

// Texts of made-up items: by its number each has the same in every run, and near numbers have unlike ones.

export const ADJECTIVES =
  'dry warm harbor silver dusty north quiet maple stone velvet iron morning winter salt amber'.split(' ')
const NOUNS = 'sage oak fern linen slate brass walnut cedar clay marble pearl copper moss birch sand'.split(' ')
export const MAKERS = [
  'Harrow & Vale',
  'Castellan',
  'Brennholt',
  'Medina Zellij',
  'Lindqvist',
  'Große Söhne',
  'Łódź Ceramika',
]
const NOTES = 'Two coats over primer, bought at the harbor store, receipt in the blue folder'.split(' ')
export const pick = (list: readonly string[], at: number): string => list[at % list.length] ?? ''
/** The same numbers each time, without a pattern. */
export const mixed = (n: number): number => Math.imul(n ^ (n >>> 15), 0x2c1b3c6d) >>> 4

export const fieldsOf = (n: number): Record<Slot, string> => {
  const m = mixed(n)
  return {
    field1: pick(MAKERS, m),
    field2: `${pick(ADJECTIVES, m >> 3)} ${pick(NOUNS, m >> 7)}`,
    field3: `${pick(['HV', 'SW', 'BM', 'KL'], m >> 2)}-${1000 + (m % 9000)}`,
    field4: n % 3 === 0 ? `${1 + (m % 9)} 1/4 in` : '',
    field5: '',
    field6: n % 5 === 0 ? 'Satin nickel' : '',
  }
}
export const notesOf = (n: number) => NOTES.slice(mixed(n) % 5, 5 + (mixed(n) % 8)).join(' ')
