import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseSample } from '../../shared/structure/sample.ts'
import { sampleOf } from './sample-of.ts'

describe('the sample of an item', () => {
  test('is a color code in any of its fields, before every word', () => {
    expect(
      sampleOf('Paint', [
        { label: 'Finish', value: 'Brass' },
        { label: 'Brand', value: 'mixed to #a1b2c3 by hand' },
      ]),
    ).toBe('paint #A1B2C3')
  })

  test.each([
    ['Satin brass', 'metal #C59C50'],
    ['Oil-rubbed bronze', 'metal #4A3B30'],
    ['White oak, oiled', 'wood #C99F68'],
    ['HONED MARBLE', 'marble #E9E8E3'],
    ['navy', 'tint #27384F'],
    ['Black stainless', 'metal #2F3231'],
  ])('made of a finish %j is %j', (value, sample) => {
    expect(sampleOf('Faucet', [{ label: 'Finish', value }])).toBe(sample)
  })

  test('uses the longest phrase: matte black is a metal, black a color', () => {
    expect(sampleOf('Faucet', [{ label: 'Finish', value: 'Matte black' }])).toBe('metal #2F3231')
    expect(sampleOf('Faucet', [{ label: 'Finish', value: 'Black' }])).toBe('tint #2F3433')
  })

  test('uses whole words only: a tarnished thing has no tan, a goldfish no gold', () => {
    expect(sampleOf('Faucet', [{ label: 'Finish', value: 'tarnished goldfish' }])).toBeNull()
  })

  test('ignores fields about something else', () => {
    expect(sampleOf('Faucet', [{ label: 'Brand', value: 'Copper & Oak' }])).toBeNull()
    expect(sampleOf('Faucet', [])).toBeNull()
  })

  test('uses a color code of a tiled or woven subcategory as that surface', () => {
    expect(sampleOf('Backsplash', [{ label: 'Color', value: 'White #F4F1EA' }])).toBe('tile #F4F1EA')
    expect(sampleOf('Area Rug', [{ label: 'Colour', value: '#27384f' }])).toBe('fabric #27384F')
    expect(sampleOf('Backsplash', [{ label: 'Material', value: 'marble' }])).toBe('marble #E9E8E3')
  })

  test.each([
    ['Carpet', 'Color Name / Number', 'Slate'],
    ['Interior Door', 'Color / Finish', 'Chrome'],
    ['Garage Door', 'Material / Glass', 'Steel, insulated'],
    ['Window', 'Frame Color (In / Out)', 'Bronze'],
    ['Shut-Off Valve', 'Tag / Color', 'Red tag'],
    ['Blinds & Shades', 'Fabric / Color', 'Stone'],
    ['Countertop', 'Brand / Color Name', 'Calacatta Gold'],
    ['Wall Tile', 'Grout Brand / Color', 'Bright White'],
    ['Shower Wall Tile', 'Series / Color', 'Ocean Porcelain'],
  ])('is no material in a name of a color: %s, %s: %s', (subcategory, label, value) => {
    expect(sampleOf(subcategory, [{ label, value }])).toBeNull()
  })

  test.each([
    ['Area Rug', 'Material', 'Wool, hand-knotted', 'fabric #B9B1A2'],
    ['Carpet', 'Color Name / Number', 'Harbor Navy 88', 'tint #27384F'],
    ['Curtain Hardware', 'Finish', 'Aged brass', 'metal #C59C50'],
    ['Door Hardware', 'Finish', 'Satin nickel', 'metal #A9ADAC'],
    ['Cabinets', 'Color / Stain', 'Navy', 'tint #27384F'],
  ])('is what it names elsewhere: %s, %s: %s', (subcategory, label, value, sample) => {
    expect(sampleOf(subcategory, [{ label, value }])).toBe(sample)
  })

  const WHITE = 'tint #F6F5F0'
  const BLACK = 'tint #2F3433'
  const GRAY = 'tint #A9AEAB'
  const BLUE = 'tint #6A8CA3'
  const GREEN = 'tint #5E8378'
  const BEIGE = 'tint #D6C6AB'

  /** A hundred common names on paint cans. */
  const PAINTS: readonly (readonly [names: string, sample: string | null])[] = [
    ['Pure White|Simply White|Extra White|Decorator’s White|Super White|Linen White|Marble White|Navajo White', WHITE],
    ['Chantilly Lace OC-65|White Dove OC-17|Alabaster|Swiss Coffee|Greek Villa|Cloud Cover|Snowbound', null],
    ['Revere Pewter HC-172|Urbane Bronze SW 7048|Iron Ore|Wrought Iron 2124-10|Copper Kettle|Antique Pewter', null],
    ['Pale Oak OC-20|White Oak|Maple Sugar|Cherry Wine|Walnut Shell|Cedar Key|Birchwood|Bamboo Shoot', null],
    ['Linen Sand|Canvas Tan No. 9|Cotton Balls|Velvet Plum|Leather Saddle Brown Bag|Wool Skein|Silver Satin', null],
    ['Agreeable Gray|Repose Gray SW 7015|Mindful Gray|Dorian Gray|Edgecomb Gray HC-173|Stonington Gray', GRAY],
    [
      'Coventry Gray|Chelsea Gray|Boothbay Gray|Gauntlet Gray, eggshell|Worldly Gray (flat)|SW 7641 Collonade Gray',
      GRAY,
    ],
    ['Classic Gray|Harbor Gray|Slate Grey|Marble Gray|Iron Gray|Silver Gray|Sandy Hook Gray', GRAY],
    ['Tricorn Black SW 6258|Black|Limousine Black|Wrought Iron Black|Jet Black semi-gloss|Onyx Black', BLACK],
    ['Hale Navy HC-154|Old Navy|Stone Harbor Navy', 'tint #27384F'],
    ['Van Deusen Blue|Palladian Blue|Blue|Copper Blue|Buxton Blue HC-149', BLUE],
    ['Newburg Green|Pewter Green SW 6208|Black Forest Green|Essex Green|Tarrytown Green|Gray-Green', GREEN],
    ['Accessible Beige SW 7036|Manchester Tan HC-81|Lenox Tan|Maritime Beige|Ranch Taupe', BEIGE],
    ['Clary Sage|Silver Sage|Saybrook Sage HC-114', 'tint #B9C6B4'],
    ['Caliente Red|Heritage Red|Barn Red|Brick Red', 'tint #A8432A'],
    ['Orange Blossom|Rose Quartz|Gold Coast|Brass Ring|Rust Bucket|Oak Moss|Slate Tile|Stone House', null],
    ['Gray Owl OC-52|Sea Salt SW 6204|Naval|Evergreen Fog|Rainwashed|Balboa Mist|Kendall Charcoal Fog', null],
    ['Hawthorne Yellow HC-4|Golden Straw Yellow', 'tint #D9B45B'],
  ]
  const NAMED = PAINTS.flatMap(([names, sample]) => names.split('|').map((name) => [name, sample] as const))

  test('for a hundred paints is the color of their name, or none', () => {
    expect(NAMED.length).toBeGreaterThanOrEqual(100)
    const shown = NAMED.map(([name]) => [name, sampleOf('Wall Paint', [{ label: 'Color Name', value: name }])])
    expect(shown).toEqual(NAMED)
  })

  test.each(['Wood Stain / Sealer', 'Wallpaper', 'Trim Paint', 'Cabinet Paint'])(
    'is never a material in %s',
    (subcategory) => {
      for (const value of ['Golden Oak', 'Dark Walnut', 'Brushed Bronze', 'Honed Marble', 'Natural Linen'])
        expect(sampleOf(subcategory, [{ label: 'Color Name', value }])).toBeNull()
    },
  )

  test('is no material under a label for paint in any subcategory', () => {
    expect(sampleOf('Baseboard', [{ label: 'Paint Color / Code', value: 'Pale Oak OC-20' }])).toBeNull()
    expect(sampleOf('', [{ label: 'Color Name', value: 'Revere Pewter' }])).toBeNull()
    expect(sampleOf('Hardwood', [{ label: 'Color / Stain', value: 'Natural oak' }])).toBe('wood #BE9560')
  })

  test('is always a color that browsers can draw', () => {
    const word = fc.constantFrom('brass', '#123abc', 'oak', 'velvet', 'subway', 'ivory', 'nothing', 'white')
    const label = fc.constantFrom('Color', 'Finish', 'Material', 'Wood', 'Brand')
    fc.assert(
      fc.property(
        fc.array(fc.record({ label, value: word })),
        fc.constantFrom('Tile', 'Rug', 'Faucet'),
        (fields, sub) => {
          const sample = sampleOf(sub, fields)
          if (sample !== null) expect(parseSample(sample)).not.toBeNull()
        },
      ),
    )
  })
})
