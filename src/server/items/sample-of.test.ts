import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseSample } from '../../shared/sample.ts'
import { sampleOf } from './sample-of.ts'

describe('the sample of an item', () => {
  test('is a colour code in any of its fields, before every word', () => {
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
    ['navy', 'paint #27384F'],
  ])('made of a finish %j is %j', (value, sample) => {
    expect(sampleOf('Faucet', [{ label: 'Finish', value }])).toBe(sample)
  })

  test('takes the longest phrase: matte black is a metal, black a paint', () => {
    expect(sampleOf('Faucet', [{ label: 'Finish', value: 'Matte black' }])).toBe('metal #2F3231')
    expect(sampleOf('Faucet', [{ label: 'Finish', value: 'Black' }])).toBe('paint #2F3433')
  })

  test('takes whole words alone: a tarnished thing holds no tan, a goldfish no gold', () => {
    expect(sampleOf('Faucet', [{ label: 'Finish', value: 'tarnished goldfish' }])).toBeNull()
  })

  test('reads no material from a field that speaks of something else', () => {
    expect(sampleOf('Faucet', [{ label: 'Brand', value: 'Copper & Oak' }])).toBeNull()
    expect(sampleOf('Faucet', [])).toBeNull()
  })

  test('of a tiled or woven subcategory shows a colour word as that surface', () => {
    expect(sampleOf('Backsplash', [{ label: 'Color', value: 'White' }])).toBe('tile #F6F5F0')
    expect(sampleOf('Area Rug', [{ label: 'Colour', value: 'navy' }])).toBe('fabric #27384F')
    expect(sampleOf('Backsplash', [{ label: 'Material', value: 'marble' }])).toBe('marble #E9E8E3')
  })

  test('is always one that the browser can draw', () => {
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
