import { expect, test } from 'vitest'
import { openPictures } from './paper-pictures.ts'

const SIZE = { width: 56, height: 36 }

const picturesOf = (count: number, size: number) =>
  new Map(
    Array.from({ length: count }, (_, at) => {
      const bytes = { storage_key: `${at}`, sha256: '', size: 1, type: 'image/png' }
      return [
        `remote ${at}`,
        {
          original: { blob_id: at, rotation: 0 as const, ...bytes },
          kind: 'print' as const,
          smaller: { storageKey: `${at}`, sha256: '', size },
        },
      ]
    }),
  )

test('a paper has each picture once, at most 600 and 150 MB, and counts the rest', () => {
  const many = picturesOf(602, 1000)
  const { pictures, pictureOf, leftOut } = openPictures(many)
  expect([pictureOf('remote 1', SIZE), pictureOf('remote 1', SIZE), pictureOf('no such', SIZE)]).toEqual([0, 0, null])
  for (const remote of [...many.keys(), ...many.keys()]) pictureOf(remote, SIZE)
  expect([pictures.length, leftOut.size, pictureOf('remote 601', SIZE)]).toEqual([600, 2, null])

  const large = picturesOf(4, 60 * 1024 * 1024)
  const few = openPictures(large)
  expect([...large.keys()].map((remote) => few.pictureOf(remote, SIZE))).toEqual([0, 1, null, null])
})
