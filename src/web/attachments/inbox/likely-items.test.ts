import { expect, test } from 'vitest'
import type { Photo } from '../../../shared/attachments/inbox.api.ts'
import { likelyItems } from './likely-items.ts'

const item = (itemID: number, roomID: number, title: string, subCatName: string) => ({
  ...{ itemID, roomID, title, subCatName },
  ...{ roomName: `Room ${roomID}`, catName: '', sample: null },
})
const ITEMS = [
  item(1, 1, 'Vigilbright VB-Bell 2', 'Doorbell'),
  item(2, 1, 'Castellan 7120', 'Faucet'),
  item(3, 2, 'Dry Sage HV-6102', 'Wall Paint'),
  item(4, 2, 'Gesso HV-1002', 'Ceiling Paint'),
]

test.each([
  ['IMG_0102.jpg', null, [1, 2, 3, 4]],
  ['IMG_0102.jpg', 2, [3, 4, 1, 2]],
  ['paint-can-dry-sage.jpg', null, [3, 4, 1, 2]],
  ['faucet.HEIC', 2, [2, 3, 4, 1]],
])('a photo %s of room %s is most likely of these items', (filename, roomID, expected) => {
  const photo = { filename, roomID } as Photo
  expect(likelyItems(ITEMS, [photo]).map(({ itemID }) => itemID)).toEqual(expected)
})
