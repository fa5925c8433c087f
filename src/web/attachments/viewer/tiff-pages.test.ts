import sharp from 'sharp'
import { expect, test } from 'vitest'
import { tiffOf } from '../../../../tests/support/sample-pictures.ts'
import { pagesOfTIFF } from './tiff-pages.ts'

const pagesOf = (file: Buffer) =>
  pagesOfTIFF(async (start, length) => new Uint8Array(file.subarray(start, start + length)).buffer)

test('the pages of a TIFF are counted without its smaller versions', async () => {
  const page = sharp({ create: { width: 64, height: 64, channels: 3, background: 'white' } })
  expect(await pagesOf(await page.tiff().toBuffer())).toBe(1)
  expect(await pagesOf(await page.tiff({ tile: true, pyramid: true, tileWidth: 16, tileHeight: 16 }).toBuffer())).toBe(
    1,
  )
  expect(await pagesOf(tiffOf(3))).toBe(3)
  expect((await sharp(tiffOf(3)).metadata()).pages).toBe(3)
})

test('a file that is no TIFF has no pages or throws, and one that leads in a circle ends', async () => {
  expect(await pagesOf(Buffer.from('no picture'))).toBe(0)
  await expect(pagesOf(Buffer.alloc(0))).rejects.toThrow()
  const circle = tiffOf(2)
  circle.writeUInt32LE(circle.readUInt32LE(4), circle.length - 4)
  expect(await pagesOf(circle)).toBe(1000)
})
