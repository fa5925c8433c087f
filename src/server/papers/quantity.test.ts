import { expect, test } from 'vitest'
import { quantityIn, saysQuantity, withUnit } from './quantity.ts'

test.each([
  [['1', '1', '2'], '4'],
  [['2 gal', '1.5 Gal', '1 qt'], '3.5 gal, 1 qt'],
  [['0,75 l', '0,5 l'], '1.25 l'],
  [['12', '', 'a box', 'a box'], '12, 2 × a box'],
  [['', ' '], ''],
  [['1,200 sq ft'], '1,200 sq ft'],
  [['1 1/2 gal', '1 1/2 gal', '2 gal'], '2 gal, 2 × 1 1/2 gal'],
  [['1/2 gal'], '1/2 gal'],
  [['10-12', '3 m²'], '3 m², 10-12'],
  [['4 × 8 ft', '2 × 4 ft'], '4 × 8 ft, 2 × 4 ft'],
])('quantities %j add up to %j', (texts, together) => {
  expect(quantityIn(texts)).toBe(together)
})

test.each([
  ['Quantity', true],
  ['Qty Ordered', true],
  ['Gallons', true],
  ['Count', true],
  ['Number of Zones', false],
  ['Thread Count', false],
  ['Serial Number', false],
  ['Area (sq ft)', true],
  ['Price per Sq Ft', false],
])('the label %s is a quantity: %s', (label, isQuantity) => {
  expect(saysQuantity(label, '140')).toBe(isQuantity)
})

test('an area is a quantity if it is a number, and takes the unit of its label', () => {
  expect([saysQuantity('Area', '140 sq ft'), saysQuantity('Area', 'North wall')]).toEqual([true, false])
  expect(['140', '140 m²'].map((value) => withUnit('Area (Square Feet)', value))).toEqual(['140 sq ft', '140 m²'])
  expect(withUnit('Quantity', '3')).toBe('3')
})
