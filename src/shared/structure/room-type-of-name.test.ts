import { expect, test } from 'vitest'
import { roomTypeOfName } from './room-type-of-name.ts'

const TYPES = ['Bathroom', 'Bedroom', 'Dining Room', 'Kitchen', 'Living Room', 'Whole House'].map((roomTypeName) => ({
  roomTypeName,
}))

test.each([
  ['kitchen', 'Kitchen'],
  ['Primary Bath', 'Bathroom'],
  ['Bedroom 2', 'Bedroom'],
  ['Living', 'Living Room'],
  ['Dining Room', 'Dining Room'],
  ['Annex', undefined],
  ['', undefined],
])('the name "%s" suggests the room type %s', (name, type) => {
  expect(roomTypeOfName(TYPES, name)?.roomTypeName).toBe(type)
})
