import { expect, test } from 'vitest'
import { openPictures } from './paper-pictures.ts'

const picturesOf = (count: number, size: number) =>
  new Map(
    Array.from({ length: count }, (_, at) => {
      const bytes = { storage_key: `${at}`, sha256: '', size: 1, type: 'image/png' }
      return [
        `remote ${at}`,
        { original: { blob_id: at, ...bytes }, screen: { storageKey: `${at}`, sha256: '', size } },
      ]
    }),
  )

// Proves 17.6.4
test('a paper has each picture once, 600 at most and 150 MB of them, and knows how many are left out', () => {
  const many = picturesOf(602, 1000)
  const { pictures, pictureOf, leftOut } = openPictures(many)
  expect([pictureOf('remote 1'), pictureOf('remote 1'), pictureOf('no such')]).toEqual([0, 0, null])
  for (const remote of [...many.keys(), ...many.keys()]) pictureOf(remote)
  expect([pictures.length, leftOut.size, pictureOf('remote 601')]).toEqual([600, 2, null])

  const large = picturesOf(4, 60 * 1024 * 1024)
  const few = openPictures(large)
  expect([...large.keys()].map(few.pictureOf)).toEqual([0, 1, null, null])
})
