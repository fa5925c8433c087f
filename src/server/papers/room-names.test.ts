import { expect, test } from 'vitest'
import { roomNames } from './room-names.ts'

test.each([
  [['Hall'], 'Hall'],
  [['Bedroom 101'], 'Bedroom 101'],
  [['Bedroom 102', 'Bedroom 103', 'Bedroom 104', 'Bedroom 106', 'Hall'], 'Bedrooms 102–104, 106, Hall'],
  [['Bedroom 12', 'Bedroom 2', 'Bedroom 1'], 'Bedrooms 1–2, 12'],
  [['Zimmer 1', 'Zimmer 2'], 'Zimmer 1–2'],
  [['Room 07', 'Room 08'], 'Room 07, Room 08'],
  [['2', '3'], '2, 3'],
])('the rooms %j are written %s', (names, text) => expect(roomNames(names)).toBe(text))
