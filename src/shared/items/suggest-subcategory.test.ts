import { expect, test } from 'vitest'
import shipped from '../../server/structure/default-structure.json' with { type: 'json' }
import { findKinds, knownKinds, otherKind, type CategoryEntry } from './suggest-subcategory.ts'

const LABELS: Readonly<Record<string, readonly string[]>> = shipped.subcategories
const ALIASES: Readonly<Record<string, readonly string[]>> = shipped.aliases
const CATEGORIES: Readonly<Record<string, readonly string[]>> = shipped.categories

const entries = (categories: Readonly<Record<string, readonly string[]>>): CategoryEntry[] =>
  Object.entries(categories).map(([name, subcategories], catID) => ({
    catID,
    name,
    subcategories: subcategories.map((subcategory, at) => ({
      subcatID: catID * 100 + at,
      name: subcategory,
      labels: LABELS[subcategory] ?? [],
      aliases: ALIASES[subcategory] ?? [],
    })),
  }))

const everything = knownKinds(entries(CATEGORIES))
const found = (text: string, known = everything) => findKinds(known, text).map(({ subcategory }) => subcategory)

test('each shipped subcategory is the first match of its name, and of each alias', () => {
  const names = Object.values(CATEGORIES).flat()
  for (const name of names) expect(found(name)[0], name).toBe(name)
  expect(Object.keys(ALIASES).filter((name) => !names.includes(name))).toEqual([])
  const lost = Object.entries(ALIASES).flatMap(([name, aliases]) =>
    aliases.filter((alias) => !found(alias).includes(name)).map((alias) => `${alias}: ${found(alias)}`),
  )
  expect(lost).toEqual([])
  expect(Object.values(ALIASES).flat().length).toBeGreaterThan(150)
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

test('a few are suggested at most, none for unknown words, and a label only if nothing matches better', () => {
  expect(found('paint')).toHaveLength(4)
  expect(found('towel zeppelin')).toEqual([])
  expect(found('')).toEqual([])
  expect(found(' ! ')).toEqual([])
  expect(found('horsepower')).toEqual(['Garbage Disposal'])
  expect(found('artist')).toEqual(['Artwork & Mirror'])
})

test('subcategories of administrators are found by their words and aliases only, in any script', () => {
  const known = knownKinds([
    {
      catID: 1,
      name: 'Wände',
      subcategories: [{ subcatID: 2, name: 'Kalkputz außen', labels: ['Körnung'], aliases: ['Putz'] }],
    },
    { catID: 3, name: 'constructor', subcategories: [{ subcatID: 4, name: 'toString', labels: [], aliases: [] }] },
  ])
  expect(found('kalk', known)).toEqual(['Kalkputz außen'])
  expect(found('wande', known)).toEqual(['Kalkputz außen'])
  expect(found('korn', known)).toEqual(['Kalkputz außen'])
  expect(found('putz', known)).toEqual(['Kalkputz außen'])
  expect(found('tostr', known)).toEqual(['toString'])
  expect(found('fridge', known)).toEqual([])
})

const EVERYDAY = `
  counter top, worktop, island, pantry, cabinet, drawer, knob, hinge, handle, shelf, closet, wardrobe, bookshelf, dresser,
  nightstand, coat rack, safe, sofa, couch, armchair, chair, high chair, dining table, coffee table, desk, bed, crib,
  mattress, pillow, rug, carpet, curtains, blinds, mirror, picture, painting, clock, tv, game console, speaker, headphones,
  printer, laptop, router, wifi, camera, door bell, doorbell, lock, door knob, key, door, window, window screen, fridge,
  freezer, stove, oven, microwave, air fryer, dish washer, washing machine, dryer, range hood, garbage disposal, trash can,
  coffee maker, grill, thermostat, furnace, boiler, radiator, heat pump, air conditioner, air purifier, dehumidifier, fan,
  light switch, outlet, socket, lamp, light bulb, ceiling fan, circuit breaker, fuse box, extension cord, smoke detector,
  carbon monoxide detector, ev charger, solar panels, paint, trim paint, wall paper, tiles, grout, backsplash, laminate,
  vinyl, hardwood floor, stairs, banister, fireplace, chimney, toilet, sink, bathtub, hot tub, shower, shower head, faucet,
  tap, towel rack, toilet paper holder, water heater, water softener, sump pump, well pump, hose, sprinkler, roof, gutter,
  shingles, siding, drywall, skylight, fence, gate, deck, patio, driveway, garage door, shed, ladder, bike, lawn mower,
  manual, receipt, warranty, plumber`
  .split(',')
  .map((words) => words.trim())

test('everyday words find something', () => {
  expect(EVERYDAY.filter((words) => found(words).length === 0)).toEqual([])
  expect(EVERYDAY.length).toBeGreaterThan(120)
})

test.each([
  ['counter top', 'Countertop'],
  ['dish washer', 'Dishwasher'],
  ['door knob', 'Door Hardware'],
  ['trim paint', 'Trim Paint'],
  ['manual', 'Warranty'],
])('%s, written as one word or two, is most likely %s', (text, subcategory) => {
  expect(found(text)[0]).toBe(subcategory)
})

test('an unknown kind is Other in the category Other, else in another, else nothing', () => {
  expect(otherKind(entries({ Paint: ['Wall Paint', 'Other'], Other: ['Other'], Tile: ['Other'] }))).toMatchObject({
    category: 'Other',
    subcategory: 'Other',
  })
  expect(otherKind(entries({ Paint: ['Wall Paint', 'Other'] }))).toMatchObject({ category: 'Paint' })
  expect(otherKind(entries({ Paint: ['Wall Paint'] }))).toBeUndefined()
})
