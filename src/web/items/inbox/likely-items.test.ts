import { expect, test } from 'vitest'
import type { Photo } from '../../../shared/items/inbox.api.ts'
import { likelyItems } from './likely-items.ts'

const item = (itemID: number, roomID: number, title: string, subCatName: string) => ({
  ...{ itemID, roomID, title, subCatName },
  ...{ roomName: `Room ${roomID}`, catName: '', sample: null },
})
const ITEMS = [
  item(1, 1, 'Vigilbright VB-Bell 2', 'Doorbell'),
  item(2, 1, 'Castellan 7120 by the window', 'Faucet'),
  item(3, 2, 'Dry Sage HV-6102', 'Wall Paint'),
  item(4, 2, 'Gesso HV-1002', 'Ceiling Paint'),
]

test.each([
  ['IMG_0102.jpg', null, [1, 2, 3, 4], []],
  ['slab-at-the-yard.jpg', null, [1, 2, 3, 4], []],
  ['IMG_0102.jpg', 2, [3, 4, 1, 2], [3]],
  ['paint-can-dry-sage.jpg', null, [3, 4, 1, 2], [3]],
  ['faucet.HEIC', 2, [2, 3, 4, 1], [2]],
])('a photo %s of room %s is most likely of these items', (filename, roomID, expected, marked) => {
  const found = likelyItems(ITEMS, [{ filename, roomID } as Photo])
  expect(found.map(({ itemID }) => itemID)).toEqual(expected)
  expect(found.filter(({ isLikeliest }) => isLikeliest).map(({ itemID }) => itemID)).toEqual(marked)
})
