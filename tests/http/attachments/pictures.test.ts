import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { deleteItemFile } from '../../../src/shared/items/items.api.ts'
import {
  animation,
  movingPNG,
  noise,
  photoHEIC,
  PLACES,
  twoHalves,
  twoHalvesBMP,
} from '../../support/sample-pictures.ts'
import { ONE_MAKER, start, ask, picture, factsOf, colourAt, expectColour, RED, BLUE } from './renditions.ts'

describe('a smaller picture', () => {
  test('fits its limits and is never larger than the picture', async () => {
    const { user, add } = await start()
    const large = await add(await noise(2400, 1200).jpeg().toBuffer())
    expect(await factsOf(user, large, 'thumbnail')).toMatchObject({ format: 'webp', width: 256, height: 128 })
    expect(await factsOf(user, large, 'screen')).toMatchObject({ format: 'webp', width: 1700, height: 850 })
    const small = await add(await noise(90, 40).png().toBuffer())
    expect(await factsOf(user, small, 'thumbnail')).toMatchObject({ width: 90, height: 40 })
    expect(await factsOf(user, small, 'screen')).toMatchObject({ width: 90, height: 40 })
  })

  test('is made of every kind of picture with any file name', async () => {
    const { user, add } = await start()
    for (const format of ['jpeg', 'png', 'gif', 'webp', 'tiff', 'avif'] as const) {
      const address = await add(await noise(300, 200).toFormat(format).toBuffer(), 'plan.txt')
      expect(await factsOf(user, address, 'screen'), format).toMatchObject({ format: 'webp', width: 300, height: 200 })
    }
  })

  test('is upright and without metadata, and the file stays unchanged', async () => {
    const { user, add } = await start()
    // Taken with a rotated camera: the left of the file is the top.
    const file = await (
      await twoHalves(400, 300, '#f00', '#00f')
    )
      .rotate(270)
      .withExif({
        IFD0: { Orientation: '6', Artist: 'Robin Sample' },
        IFD3: {
          GPSLatitudeRef: 'N',
          GPSLatitude: '44/1 28/1 33/1',
          GPSLongitudeRef: 'W',
          GPSLongitude: '73/1 12/1 0/1',
        },
      })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect(await sharp(file).metadata()).toMatchObject({ width: 300, height: 400, orientation: 6 })
    expect(file.includes('Robin Sample')).toBe(true)

    const address = await add(file)
    for (const version of ['thumbnail', 'screen'] as const) {
      const made = await picture(user, address, version)
      const { width = 0, height = 0, exif, xmp, iptc, icc, orientation } = await sharp(made).metadata()
      expect(width).toBeGreaterThan(height)
      expect([exif, xmp, iptc, icc, orientation]).toEqual([undefined, undefined, undefined, undefined, undefined])
      for (const name of ['EXIF', 'XMP ', 'ICCP', 'Robin Sample']) expect(made.includes(name), name).toBe(false)
      await expectColour(made, [0.5, 0.2], RED)
      await expectColour(made, [0.5, 0.8], BLUE)
    }
    expect((await user.raw({ url: address })).rawPayload.equals(file)).toBe(true)
  })

  test('has the colors of pictures with a wide gamut, in CMYK and with 16 bits', async () => {
    const { user, add } = await start()
    const plain = await twoHalves(200, 200, '#f00', '#00f')
    const kinds = {
      wide: await plain.clone().withIccProfile('p3').jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer(),
      deep: await plain.clone().toColourspace('rgb16').png().toBuffer(),
    }
    expect(await colourAt(await sharp(kinds.wide).keepIccProfile().png().toBuffer(), 0.5, 0.2)).not.toEqual(RED)
    for (const bytes of Object.values(kinds)) {
      const made = await picture(user, await add(bytes), 'thumbnail')
      await expectColour(made, [0.5, 0.2], RED)
      await expectColour(made, [0.5, 0.8], BLUE)
    }
    const print = await plain.clone().toColourspace('cmyk').jpeg().toBuffer()
    const made = await picture(user, await add(print), 'screen')
    expect(await sharp(made).metadata()).toMatchObject({ space: 'srgb', channels: 3 })
    const [red, , blue] = await colourAt(made, 0.5, 0.2)
    expect(red).toBeGreaterThan(blue + 100)
  })

  test('of a HEIC is upright by its container, in its colors and without metadata, and the file stays unchanged', async () => {
    const { user, add } = await start()
    const address = await add(photoHEIC(), 'IMG_0001.HEIC')
    for (const version of ['thumbnail', 'screen', 'whole'] as const) {
      const made = await picture(user, address, version)
      expect(await sharp(made).metadata()).toMatchObject({ format: 'webp', width: 64, height: 48, hasAlpha: false })
      await expectColour(made, [0.5, 0.2], RED)
      await expectColour(made, [0.5, 0.8], BLUE)
      for (const place of PLACES) expect(made.includes(place)).toBe(false)
    }
    expect((await user.raw({ url: address })).rawPayload.equals(photoHEIC())).toBe(true)
  })

  test('of a HEIC is made of its screen version, which is made again if lost from the store', async () => {
    const { user, add, services, rows } = await start({ alone: ONE_MAKER })
    const address = await add(photoHEIC())
    await picture(user, address, 'thumbnail')
    expect((await rows()).map(({ kind }) => kind)).toEqual(['screen', 'thumbnail'])
    await services.db.deleteFrom('renditions').where('kind', '=', 'thumbnail').execute()
    await services.store.remove(String((await rows())[0]?.storage_key))
    const made = await picture(user, address, 'thumbnail')
    await expectColour(made, [0.5, 0.2], RED)
    expect((await rows()).map(({ kind }) => kind)).toEqual(['screen', 'thumbnail'])
  })

  test('is made of a BMP of any color depth with rows in either order, but not of a truncated one', async () => {
    const { user, add } = await start()
    for (const bits of [1, 4, 8, 24, 32] as const) {
      for (const downwards of [true, false]) {
        const bmp = await twoHalvesBMP(bits, downwards)
        const made = await picture(user, await add(bmp, 'scan.bmp'), 'screen')
        expect(await sharp(made).metadata()).toMatchObject({ width: 61, height: 40 })
        await expectColour(made, [0.5, 0.2], RED)
        await expectColour(made, [0.5, 0.8], BLUE)
        expect((await ask(user, await add(bmp.subarray(0, -9)), 'screen')).statusCode).toBe(415)
      }
    }
  })

  test('of an animated PNG is its first frame', async () => {
    const { user, add } = await start()
    const address = await add(movingPNG(await noise(60, 40).png().toBuffer()))
    expect((await user.raw({ url: address })).headers['content-type']).toBe('image/png')
    expect(await factsOf(user, address, 'screen')).toMatchObject({ width: 60, height: 40 })
  })

  test('of an animation is animated on screens, and its first frame as a thumbnail', async () => {
    const { user, add } = await start()
    for (const format of ['gif', 'webp'] as const) {
      const moving = animation(4, 60, 40).toFormat(format, { delay: [100, 200, 300, 400], loop: 3 })
      const address = await add(await moving.toBuffer())
      expect(await factsOf(user, address, 'screen'), format).toMatchObject({
        pages: 4,
        width: 60,
        delay: [100, 200, 300, 400],
        loop: 3,
      })
      const still = await picture(user, address, 'thumbnail')
      expect((await sharp(still).metadata()).pages ?? 1, format).toBe(1)
      await expectColour(still, [0.5, 0.5], [0, 0, 0])
    }
  })

  test('of an animation that takes too long is its first frame', async () => {
    const { user, add } = await start()
    const { pages = 1 } = await factsOf(
      user,
      await add(await animation(30, 1000, 1000).gif({ effort: 1 }).toBuffer()),
      'screen',
    )
    expect(pages).toBe(1)
  })

  test('has its own tag, may be cached privately for a day, and is harmless on our origin', async () => {
    const { user, add } = await start()
    const address = await add(await noise(300, 200).jpeg().toBuffer(), 'living "room".heic')
    const response = await ask(user, address, 'thumbnail')
    expect(response.headers).toMatchObject({
      'content-type': 'image/webp',
      'content-disposition': 'inline; filename="living \\"room\\".webp"',
      'content-length': String(response.rawPayload.length),
      'cache-control': 'private, max-age=86400',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
      'cross-origin-resource-policy': 'same-origin',
      etag: `"${createHash('sha256').update(response.rawPayload).digest('hex')}"`,
    })
    const etag = String(response.headers.etag)
    const again = await ask(user, address, 'thumbnail', { 'if-none-match': etag })
    expect([again.statusCode, again.body, again.headers['cache-control']]).toEqual([304, '', 'private, max-age=86400'])
    const part = await ask(user, address, 'thumbnail', { range: 'bytes=0-3', 'if-range': etag })
    expect([part.statusCode, part.body]).toEqual([206, 'RIFF'])
    const head = await user.raw({ method: 'HEAD', url: `${address}?version=thumbnail` })
    expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([
      200,
      '',
      String(response.rawPayload.length),
    ])
    expect(String((await user.raw({ url: address })).headers.etag)).not.toBe(etag)
  })
})

describe('access to a smaller picture', () => {
  test('is open to readers of the file, and a 404 for others', async () => {
    const { user, anonymous, newUser, add } = await start()
    const address = await add(await noise(300, 200).jpeg().toBuffer())
    const etag = String((await ask(user, address, 'thumbnail')).headers.etag)
    const stranger = await newUser()
    for (const headers of [{}, { 'if-none-match': etag }, { range: 'bytes=0-1' }]) {
      expect((await ask(stranger, address, 'thumbnail', headers)).json()).toMatchObject({ code: 'not_found' })
      expect((await ask(anonymous, address, 'thumbnail', headers)).json()).toMatchObject({ code: 'not_signed_in' })
    }
  })

  test('ends when the file is deleted', async () => {
    const { user, add } = await start()
    const projectID = await user.newProject()
    const address = await add(await noise(300, 200).jpeg().toBuffer())
    const remote = address.slice('/download/'.length)
    const itemID = await user.newItem(
      projectID,
      await user.newRoom(projectID),
      {},
      JSON.stringify({ 'photo.jpg': remote }),
    )
    await picture(user, address, 'thumbnail')
    await user.must(deleteItemFile, { query: { itemID, remote } })
    expect((await ask(user, address, 'thumbnail')).statusCode).toBe(404)
  })
})

test('the full version is the file itself, or a converted one if some browsers cannot show the file', async () => {
  const { user, add } = await start()
  const jpeg = await noise(2000, 20).jpeg().toBuffer()
  const response = await ask(user, await add(jpeg), 'whole')
  expect([response.headers['content-type'], response.rawPayload.equals(jpeg)]).toEqual(['image/jpeg', true])
  const tiff = await add(await noise(2000, 20).tiff().toBuffer(), 'scan.tif')
  expect(await factsOf(user, tiff, 'whole')).toMatchObject({ format: 'webp', width: 2000, height: 20 })
})

test('unknown versions are refused', async () => {
  const { user, add } = await start()
  const address = await add(await noise(30, 20).jpeg().toBuffer())
  for (const version of ['large', '', 'Thumbnail']) {
    const response = await user.raw({ url: `${address}?version=${version}` })
    expect(response.json(), version).toMatchObject({
      statusCode: 400,
      fields: { version: 'Must be thumbnail, screen or whole.' },
    })
  }
})
