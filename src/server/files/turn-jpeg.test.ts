import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { noise } from '../../../tests/support/sample-pictures.ts'
import { CannotTurn, turnJPEG } from './turn-jpeg.ts'

async function* inChunks(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
const turn = async (bytes: Buffer, size = 64 * 1024): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of turnJPEG(inChunks(bytes, size))) chunks.push(chunk)
  return Buffer.concat(chunks)
}
/** What somebody sees: width, height and pixels, the orientation regarded. */
const seen = async (bytes: Buffer, angle = 0) => {
  const upright = await sharp(bytes).autoOrient().png().toBuffer()
  const { data, info } = await sharp(upright).rotate(angle).raw().toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, pixels: data.toString('base64') }
}
const metadataOf = (bytes: Buffer) => sharp(bytes).metadata()

/** Exif in the order of bytes of Intel, with the maker alone and no orientation. */
const WITHOUT_ORIENTATION = Buffer.from(
  '45786966000049492a00080000000100' + '0f0102000a0000001a000000' + '00000000' + '43617374656c6c616e00',
  'hex',
)
/** What many cameras begin with. */
const JFIF = Buffer.from('ffe000104a46494600010100000100010000', 'hex')
const withExif = (jpeg: Buffer, exif: Buffer): Buffer => {
  const head = Buffer.from([0xff, 0xe1, 0, exif.length + 2])
  return Buffer.concat([jpeg.subarray(0, 2), head, exif, jpeg.subarray(2)])
}

describe('a photo that is turned', () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'from orientation %i is seen a quarter turn to the left, without a loss',
    async (orientation) => {
      const photo = await noise(24, 16)
        .withExif({ IFD0: { Make: 'Castellan' } })
        .withMetadata({ orientation })
        .jpeg()
        .toBuffer()
      const turned = await turn(photo)
      expect(await seen(turned)).toEqual(await seen(photo, 270))
      expect(turned).toHaveLength(photo.length)
      const fourTimes = await turn(await turn(await turn(turned)))
      expect(fourTimes.equals(photo)).toBe(true)
    },
  )

  test('is so where nothing said how it lies, whoever wrote it', async () => {
    const plain = await noise(24, 16).jpeg().toBuffer()
    const progressive = await noise(24, 16).jpeg({ progressive: true }).toBuffer()
    const withJFIF = Buffer.concat([plain.subarray(0, 2), JFIF, plain.subarray(2)])
    for (const photo of [plain, progressive, withJFIF, withExif(plain, WITHOUT_ORIENTATION)]) {
      expect((await metadataOf(photo)).orientation).toBeUndefined()
      const turned = await turn(photo)
      expect((await metadataOf(turned)).orientation).toBe(8)
      expect(await seen(turned)).toEqual(await seen(photo, 270))
      expect(turned.indexOf('JFIF')).toBe(photo.indexOf('JFIF'))
      expect(await seen(await turn(turned))).toEqual(await seen(photo, 180))
    }
    const { exif } = await metadataOf(await turn(withExif(plain, WITHOUT_ORIENTATION)))
    expect(exif?.toString('latin1')).toContain('Castellan')
  })

  test('comes in pieces of any size', async () => {
    const photo = await noise(24, 16).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    const turned = await turn(photo)
    for (const size of [1, 3, 100]) expect((await turn(photo, size)).equals(turned)).toBe(true)
  })

  test('is a JPEG to begin with, and whole up to its pixels', async () => {
    const photo = await noise(24, 16).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    const png = await noise(24, 16).png().toBuffer()
    for (const bytes of [Buffer.alloc(0), png, photo.subarray(0, 1), photo.subarray(0, 40), photo.subarray(2)])
      await expect(turn(bytes)).rejects.toThrow(CannotTurn)
  })

  test('whatever it says of itself, it is turned or is none', async () => {
    const photo = await noise(24, 16)
      .withExif({ IFD0: { Make: 'Castellan' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const change = fc.tuple(fc.nat(Math.min(300, photo.length - 1)), fc.nat(255))
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
        const changed = Buffer.from(photo)
        for (const [at, value] of changes) changed[at] = value
        const turned = await turn(changed).catch((error: unknown) => error)
        expect(Buffer.isBuffer(turned) || turned instanceof CannotTurn).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })
})
