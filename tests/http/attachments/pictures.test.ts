import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import sharp from 'sharp'
import { describe, expect, test, vi } from 'vitest'
import { deleteItemFile } from '../../../src/shared/items/items.api.ts'
import { DAY } from '../../../src/server/platform/lib/clock.ts'
import { PICTURE_KINDS } from '../../../src/server/attachments/picture-kinds.ts'
import { openPictureMaker } from '../../../src/server/attachments/picture-process.ts'
import {
  animation,
  movingPNG,
  noise,
  photoHEIC,
  PLACES,
  twoHalves,
  twoHalvesBMP,
} from '../../support/sample-pictures.ts'
import { signIn, startTestApp, type Client } from '../../support/test-app.ts'
import { until } from '../../support/until.ts'

type Version = 'thumbnail' | 'screen' | 'whole'

const ONE_MAKER = 'It watches or replaces what makes the pictures of one server, or is about the turns in it.'

const start = async (how: Parameters<typeof startTestApp>[1] = {}) => {
  const started = await startTestApp({}, how)
  const { services, servers } = started
  const user = await started.newUser('robin')
  const makes = servers.map(({ pictures }) => vi.spyOn(pictures, 'make'))
  return {
    ...started,
    user,
    /** How often a picture was made, or tried to be. */
    made: () => makes.reduce((sum, { mock }) => sum + mock.calls.length, 0),
    /** The address of a new file. */
    add: async (bytes: Buffer, name = 'photo.jpg') => {
      const [file] = await user.upload([{ name, bytes }])
      return `/download/${file?.remote}`
    },
    rows: () => services.db.selectFrom('renditions').selectAll().orderBy('kind').execute(),
    pendingWrites: async () => (await services.db.selectFrom('pending_writes').selectAll().execute()).length,
  }
}

const ask = (user: Client, address: string, version: Version, headers: Record<string, string> = {}) =>
  user.raw({ url: `${address}?version=${version}`, headers })

const picture = async (user: Client, address: string, version: Version): Promise<Buffer> => {
  const response = await ask(user, address, version)
  expect(response.statusCode, response.body).toBe(200)
  return response.rawPayload
}

const factsOf = async (user: Client, address: string, version: Version) =>
  sharp(await picture(user, address, version)).metadata()

/** The colour at a place that is given in parts of the whole. */
const colourAt = async (bytes: Buffer, x: number, y: number): Promise<[number, number, number]> => {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels
  return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0]
}

const expectColour = async (bytes: Buffer, [x, y]: [number, number], colour: [number, number, number]) => {
  for (const [at, value] of (await colourAt(bytes, x, y)).entries()) {
    expect(Math.abs(value - (colour[at] ?? 0)), `channel ${at} at ${x}, ${y}`).toBeLessThan(12)
  }
}

const RED: [number, number, number] = [255, 0, 0]
const BLUE: [number, number, number] = [0, 0, 255]

describe('a smaller picture', () => {
  test('fits into its measure and is never larger than the picture', async () => {
    const { user, add } = await start()
    const large = await add(await noise(2400, 1200).jpeg().toBuffer())
    expect(await factsOf(user, large, 'thumbnail')).toMatchObject({ format: 'webp', width: 256, height: 128 })
    expect(await factsOf(user, large, 'screen')).toMatchObject({ format: 'webp', width: 1700, height: 850 })
    const small = await add(await noise(90, 40).png().toBuffer())
    expect(await factsOf(user, small, 'thumbnail')).toMatchObject({ width: 90, height: 40 })
    expect(await factsOf(user, small, 'screen')).toMatchObject({ width: 90, height: 40 })
  })

  test('is made of every kind of picture, whatever it is called', async () => {
    const { user, add } = await start()
    for (const format of ['jpeg', 'png', 'gif', 'webp', 'tiff', 'avif'] as const) {
      const address = await add(await noise(300, 200).toFormat(format).toBuffer(), 'plan.txt')
      expect(await factsOf(user, address, 'screen'), format).toMatchObject({ format: 'webp', width: 300, height: 200 })
    }
  })

  test('stands upright and says neither where nor by whom it was taken; the file itself stays as it was', async () => {
    const { user, add } = await start()
    // Its camera lay on its side: what is left in the file is the top.
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

  test('has the colours that the picture shows: of a wide gamut, for print, of 16 bits', async () => {
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

  test('of a HEIC stands upright as its container says, in its colors, and says nothing else; the file stays', async () => {
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

  test('of a HEIC is made of the one for screens, which is made again where the store has lost it', async () => {
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

  test('is made of a BMP, whatever the order of its rows, and not of one that is cut off', async () => {
    const { user, add } = await start()
    for (const bits of [24, 32] as const) {
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

  test('of an animation moves on a screen, and is its first frame as a thumbnail', async () => {
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

  test('of an animation that would take too long is its first frame', async () => {
    const { user, add } = await start()
    const { pages = 1 } = await factsOf(
      user,
      await add(await animation(30, 1000, 1000).gif({ effort: 1 }).toBuffer()),
      'screen',
    )
    expect(pages).toBe(1)
  })

  test('is sent with its own tag, may be kept for a day by its user alone, and can do nothing on our origin', async () => {
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

describe('making a smaller picture', () => {
  test('happens when it is asked for first, once, however many ask at the same time', async () => {
    const { user, add, made, rows, pendingWrites } = await start({ alone: ONE_MAKER })
    const address = await add(await noise(300, 200).jpeg().toBuffer())
    expect(await rows()).toEqual([])
    const bodies = await Promise.all(Array.from({ length: 5 }, () => picture(user, address, 'thumbnail')))
    bodies.push(await picture(user, address, 'thumbnail'))
    expect(new Set(bodies.map((body) => body.toString('hex'))).size).toBe(1)
    expect(made()).toBe(1)
    const [row, ...others] = await rows()
    expect(row).toMatchObject({ kind: 'thumbnail', size: bodies[0]?.length })
    expect(others).toEqual([])
    expect(await pendingWrites()).toBe(0)
  })

  test('by two servers at once keeps one of them', async () => {
    const { user, add, services, rows } = await start({ alone: ONE_MAKER })
    const address = await add(await noise(300, 200).jpeg().toBuffer())
    const key = 'f'.repeat(32)
    const theirs = Buffer.from('theirs..')
    const sha256 = createHash('sha256').update(theirs).digest('hex')
    const { make } = services.pictures
    vi.mocked(make).mockImplementationOnce(async (_size, _read, keep) => {
      const blob = await services.db.selectFrom('blobs').select('id').executeTakeFirstOrThrow()
      const other = { blob_id: blob.id, kind: 'thumbnail' as const, storage_key: key, sha256, size: 8 }
      await services.db
        .insertInto('renditions')
        .values({ ...other, created_at: new Date().toISOString() })
        .execute()
      await services.store.put(key, Readable.from([theirs]))
      return { made: await keep(Buffer.from('ours')) }
    })
    expect((await picture(user, address, 'thumbnail')).toString()).toBe('theirs..')
    expect(await rows()).toHaveLength(1)
  })

  test('is repeated where the store has lost it', async () => {
    const { user, add, services, rows, made } = await start()
    const address = await add(await noise(300, 200).jpeg().toBuffer())
    const before = await picture(user, address, 'thumbnail')
    const [lost] = await rows()
    await services.store.remove(lost?.storage_key ?? '')
    expect((await picture(user, address, 'thumbnail')).equals(before)).toBe(true)
    expect(made()).toBe(2)
    const [anew, ...others] = await rows()
    expect(anew?.storage_key).not.toBe(lost?.storage_key)
    expect(others).toEqual([])
  })

  test('that fails is a 415, which is remembered for a day', async () => {
    const { app, user, add, clock, rows, made } = await start()
    const address = await add(Buffer.concat([(await noise(300, 200).png().toBuffer()).subarray(0, 20)]), 'a.png')
    for (let time = 0; time < 2; time++) {
      const response = await ask(user, address, 'thumbnail')
      expect(response.json()).toMatchObject({
        statusCode: 415,
        code: 'no_picture',
        message: 'This file cannot be shown as a picture.',
      })
    }
    expect(made()).toBe(1)
    expect(await rows()).toMatchObject([{ kind: 'thumbnail', storage_key: null, sha256: null, size: null }])
    clock.turn(DAY)
    expect((await ask(await signIn(app, 'robin'), address, 'thumbnail')).statusCode).toBe(415)
    expect(made()).toBe(2)
    expect(await rows()).toHaveLength(1)
  })

  test('is not tried with what is no picture', async () => {
    const { user, add, rows, made } = await start()
    for (const bytes of ['%PDF-1.7\n', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>', 'text', '']) {
      const response = await ask(user, await add(Buffer.from(bytes), 'photo.jpg'), 'screen')
      expect([response.statusCode, response.json().code], bytes).toEqual([415, 'no_picture'])
    }
    expect(made()).toBe(0)
    expect(await rows()).toEqual([])
  })

  test('on a machine that cannot make any is a 415 that is forgotten', async () => {
    const { user, add, services, rows } = await start({ alone: ONE_MAKER })
    const address = await add(await noise(300, 200).jpeg().toBuffer())
    vi.mocked(services.pictures.make).mockResolvedValueOnce({ failed: 'no library' })
    expect((await ask(user, address, 'thumbnail')).statusCode).toBe(415)
    expect(await rows()).toEqual([])
    expect((await ask(user, address, 'thumbnail')).statusCode).toBe(200)
  })

  test('where too many wait for theirs is a 503 that says when to try again', async () => {
    const { user, add, services } = await start({ alone: ONE_MAKER })
    const address = await add(await noise(300, 200).jpeg().toBuffer())
    const crowded = openPictureMaker({ mostWaiting: 0 })
    // They never end.
    for (const whose of [0, -1])
      void crowded.make(
        { ...PICTURE_KINDS.thumbnail, rotation: 0, whose },
        () => new Promise(() => {}),
        async () => {},
      )
    const { make } = services.pictures
    vi.mocked(make).mockImplementationOnce(crowded.make)
    const response = await ask(user, address, 'thumbnail')
    expect(response.json()).toMatchObject({ statusCode: 503, code: 'unavailable' })
    expect(response.headers).toMatchObject({
      'retry-after': '10',
      'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
    })
    expect((await ask(user, address, 'thumbnail')).statusCode).toBe(200)
  })

  test('is done by a process of its own for another user: one whose pictures take long keeps nobody else waiting', async () => {
    const { user, newUser, add, made, services } = await start({ alone: ONE_MAKER })
    const other = await newUser('other')
    const [file] = await other.upload([{ name: 'photo.jpg', bytes: await noise(300, 200).jpeg().toBuffer() }])
    const addresses = []
    for (let n = 0; n < 12; n++)
      addresses.push(
        await add(
          await noise(300 + n, 200)
            .jpeg()
            .toBuffer(),
        ),
      )
    await picture(user, String(addresses.pop()), 'thumbnail')
    const pid = Number(services.pictures.pid)
    // It makes none for as long as the other user waits.
    process.kill(pid, 'SIGSTOP')
    let answered = 0
    const many = addresses.map((address) => picture(user, address, 'thumbnail').then(() => answered++))
    await until(() => made() === 12)
    await picture(other, `/download/${file?.remote}`, 'thumbnail')
    expect(answered).toBe(0)
    process.kill(pid, 'SIGCONT')
    await Promise.all(many)
  })

  test('of a file that goes meanwhile is a 404 and leaves nothing that is not swept', async () => {
    const { user, add, services, rows, pendingWrites } = await start({ alone: ONE_MAKER })
    const address = await add(await noise(300, 200).jpeg().toBuffer())
    const { pictures, db } = services
    const make = pictures.make.bind(pictures)
    vi.mocked(pictures.make).mockRestore()
    vi.spyOn(pictures, 'make').mockImplementationOnce(async (size, read, keep) => {
      const outcome = await make(size, read, keep)
      await db.deleteFrom('uploads').execute()
      return outcome
    })
    expect((await ask(user, address, 'thumbnail')).statusCode).toBe(404)
    expect(await rows()).toEqual([])
    expect(await pendingWrites()).toBe(1)
  })
})

describe('who may see a smaller picture', () => {
  test('is who may see the file, and nobody else hears of it', async () => {
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

test('the whole of a picture is the file itself, or made of it where not every browser shows that', async () => {
  const { user, add } = await start()
  const jpeg = await noise(2000, 20).jpeg().toBuffer()
  const response = await ask(user, await add(jpeg), 'whole')
  expect([response.headers['content-type'], response.rawPayload.equals(jpeg)]).toEqual(['image/jpeg', true])
  const tiff = await add(await noise(2000, 20).tiff().toBuffer(), 'scan.tif')
  expect(await factsOf(user, tiff, 'whole')).toMatchObject({ format: 'webp', width: 2000, height: 20 })
})

test('only the versions that there are can be asked for', async () => {
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
