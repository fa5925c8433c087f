import { expect, test } from 'vitest'
import shipped from '../server/structure/default-structure.json' with { type: 'json' }
import { findKinds, knownKinds, type CategoryEntry } from './find-kind.ts'
import { SYNONYMS } from './synonyms.ts'

const LABELS: Readonly<Record<string, readonly string[]>> = shipped.subcategories
const CATEGORIES: Readonly<Record<string, readonly string[]>> = shipped.categories

const entries = (categories: Readonly<Record<string, readonly string[]>>): CategoryEntry[] =>
  Object.entries(categories).map(([name, subcategories], catID) => ({
    catID,
    name,
    subcategories: subcategories.map((subcategory, at) => ({
      subcatID: catID * 100 + at,
      name: subcategory,
      labels: LABELS[subcategory] ?? [],
    })),
  }))

const everything = knownKinds(entries(CATEGORIES))
const found = (text: string, known = everything) => findKinds(known, text).map(({ subcategory }) => subcategory)

test('each shipped subcategory is found by its name first, and by each of its synonyms', () => {
  const names = Object.values(CATEGORIES).flat()
  for (const name of names) expect(found(name)[0], name).toBe(name)
  expect(Object.keys(SYNONYMS).filter((name) => !names.includes(name))).toEqual([])
  const lost = Object.entries(SYNONYMS).flatMap(([name, synonyms]) =>
    synonyms.filter((synonym) => !found(synonym).includes(name)).map((synonym) => `${synonym}: ${found(synonym)}`),
  )
  expect(lost).toEqual([])
  expect(Object.values(SYNONYMS).flat().length).toBeGreaterThan(150)
})

test.each([
  ['towel hook', 'Towel Bars & Hooks'],
  ['hooks towel', 'Towel Bars & Hooks'],
  ['tap', 'Faucet'],
  ['fridge', 'Refrigerator'],
  ['FRIDGES', 'Refrigerator'],
  ['stove', 'Range / Oven'],
  ['wall light', 'Wall Sconce'],
  ['wardrobe', 'Closet System'],
  ['paint', 'Wall Paint'],
  ['wall pa', 'Wall Paint'],
  ['dish', 'Dishwasher'],
  ['refridgerator', 'Refrigerator'],
  ['fuacet', 'Faucet'],
  ['thermostats', 'Thermostat'],
  ['Wi Fi', 'Network & Wi-Fi'],
  ['couch', 'Seating'],
])('%s is most likely %s', (text, subcategory) => {
  expect(found(text)[0]).toBe(subcategory)
})

test('a few are offered at the most, none where a word is nowhere, and a label hints where nothing says more', () => {
  expect(found('paint')).toHaveLength(4)
  expect(found('towel zeppelin')).toEqual([])
  expect(found('')).toEqual([])
  expect(found(' ! ')).toEqual([])
  expect(found('horsepower')).toEqual(['Garbage Disposal'])
  expect(found('artist')).toEqual(['Artwork & Mirror'])
})

test('what an administrator made is found by its words alone, in any script', () => {
  const known = knownKinds([
    { catID: 1, name: 'Wände', subcategories: [{ subcatID: 2, name: 'Kalkputz außen', labels: ['Körnung'] }] },
    { catID: 3, name: 'constructor', subcategories: [{ subcatID: 4, name: 'toString', labels: [] }] },
  ])
  expect(found('kalk', known)).toEqual(['Kalkputz außen'])
  expect(found('wande', known)).toEqual(['Kalkputz außen'])
  expect(found('korn', known)).toEqual(['Kalkputz außen'])
  expect(found('tostr', known)).toEqual(['toString'])
  expect(found('fridge', known)).toEqual([])
})
