import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { takenAtHome } from '../../../tests/support/sample-pictures.ts'
import type { FileStore } from '../platform/storage/store.ts'
import { patchesFor } from './without-position.service.ts'

test('a photo that the store is slow to send delays no other photo', async () => {
  const photo = await takenAtHome('jpeg')
  let send!: (bytes: Buffer) => void
  const late = new Promise<Buffer>((resolve) => (send = resolve))
  const store = { read: (key: string) => (key === 'slow' ? late : Promise.resolve(photo)) } as Partial<FileStore>
  const patches = (storageKey: string, size: number) =>
    patchesFor(store as FileStore, {
      ...{ storageKey, size, type: 'image/jpeg' },
      sha256: createHash('sha256').update(photo.subarray(0, size)).digest('hex'),
    })
  const slow = patches('slow', photo.length - 1)
  expect(await patches('quick', photo.length)).not.toEqual([])
  send(photo.subarray(0, -1))
  expect(await slow).not.toEqual([])
})

test('a file that is too large to look at is not sent', async () => {
  const large = { storageKey: 'large', size: 101 * 1024 * 1024, sha256: '' }
  for (const type of ['image/tiff', 'video/mp4'])
    await expect(patchesFor({} as FileStore, { ...large, type })).rejects.toMatchObject({ code: 'position_stays' })
})
