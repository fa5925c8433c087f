import { expect, test } from 'vitest'
import structure from '../../../structure/default-structure.json' with { type: 'json' }
import { englishOf } from './item-words.ts'

test.each([
  ['Waschmaschine', 'Washer'],
  ['Spülmaschine unter dem Fenster', 'Dishwasher'],
  ['Nordhaus Kühlschränke', 'Refrigerator'],
  ['Kühlschrank', 'Refrigerator'],
  ['Wasserhahn', 'Faucet'],
  ['Waschtischarmatur', 'Faucet'],
  ['Waschtisch', 'Sink'],
  ['Badfliesen', 'Wall Tile'],
  ['Bodenfliesen', 'Floor Tile'],
  ['Farbe', 'Wall Paint'],
  ['Teppichboden', 'Carpet'],
  ['Frigorífico', 'Refrigerator'],
  ['Lavadora', 'Washer'],
  ['Puertas', 'Interior Door'],
  ['Puerta de entrada', 'Exterior Door'],
  ['Regal Select Eggshell', undefined],
  ['Shepherd hook', undefined],
  ['Faucet', undefined],
])('%s means %s', (name, english) => {
  expect(englishOf(name)).toBe(english)
  expect([...Object.keys(structure.subcategories), undefined]).toContain(english)
})
