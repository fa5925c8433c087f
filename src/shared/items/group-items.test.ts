import { expect, it } from 'vitest'
import type { Item } from './items.api.ts'
import { groupItems } from './group-items.ts'

const item = (itemID: number, catName: string, subCatName: string): Item => ({
  itemID,
  projectID: 1,
  roomID: 1,
  catID: [...catName].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 0),
  subcatID: [...subCatName].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 0),
  catName,
  subCatName,
  subcatName: subCatName,
  field1: '',
  field2: '',
  field3: '',
  field4: '',
  field5: '',
  field6: '',
  note: '',
  files: '{}',
  labels: [],
  kinds: [],
  telling: [],
  title: subCatName,
  attachments: [],
  projectName: 'Maple Street',
  roomName: 'Kitchen',
  sample: null,
  updatedAt: '2026-01-01T00:00:00.000Z',
  version: 1,
  may: 'own',
})

// Proves 1.3
it('groups a room by category and subcategory: alphabetical, other last, items as created', () => {
  const groups = groupItems([
    item(1, 'Other', 'Bulbs'),
    item(2, 'Paint', 'other'),
    item(3, 'Paint', 'Wall Paint'),
    item(4, 'Appliances', 'Range'),
    item(5, 'Paint', 'Ceiling Paint'),
    item(6, 'Paint', 'Wall Paint'),
  ])
  expect(
    groups.map(({ name, count, subcategories }) => [
      name,
      count,
      subcategories.map((group) => [group.name, group.items.map(({ itemID }) => itemID)]),
    ]),
  ).toEqual([
    ['Appliances', 1, [['Range', [4]]]],
    [
      'Paint',
      4,
      [
        ['Ceiling Paint', [5]],
        ['Wall Paint', [3, 6]],
        ['other', [2]],
      ],
    ],
    ['Other', 1, [['Bulbs', [1]]]],
  ])
})

it('has no groups for an empty room', () => {
  expect(groupItems([])).toEqual([])
})
