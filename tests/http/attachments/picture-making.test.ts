import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { describe, expect, test, vi } from 'vitest'
import { DAY, isoTime } from '../../../src/server/platform/lib/clock.ts'
import { PICTURE_KINDS } from '../../../src/server/attachments/picture-kinds.ts'
import { openPictureMaker } from '../../../src/server/attachments/picture-process.ts'
import { noise } from '../../support/sample-pictures.ts'
import { signIn } from '../../support/test-app.ts'
import { until } from '../../support/until.ts'
import { ONE_MAKER, start, ask, picture } from './renditions.ts'

describe('making a smaller picture', () => {
  test('happens once, at the first request, for any number of concurrent requests', async () => {
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

  test('on two servers at once keeps one picture', async () => {
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
        .values({ ...other, created_at: isoTime(services.clock) })
        .execute()
      await services.store.put(key, Readable.from([theirs]))
      return { made: await keep(Buffer.from('ours')) }
    })
    expect((await picture(user, address, 'thumbnail')).toString()).toBe('theirs..')
    expect(await rows()).toHaveLength(1)
  })

  test('is repeated if the store has lost the picture', async () => {
    const { user, add, services, rows, made } = await start()
    const address = await add(await noise(300, 200).jpeg().toBuffer())
    const before = await picture(user, address, 'thumbnail')
    const [lost] = await rows()
    await services.store.remove(lost?.storage_key ?? '')
    expect((await picture(user, address, 'thumbnail')).equals(before)).toBe(true)
    expect(made()).toBe(2)
    const [remade, ...others] = await rows()
    expect(remade?.storage_key).not.toBe(lost?.storage_key)
    expect(others).toEqual([])
  })

  test('is a 415 for a day after it failed', async () => {
    const { app, user, add, clock, rows, made } = await start()
    const address = await add(Buffer.concat([(await noise(300, 200).png().toBuffer()).subarray(0, 20)]), 'a.png')
    for (let time = 0; time < 2; time++) {
      const response = await ask(user, address, 'thumbnail')
      expect(response.json()).toMatchObject({ statusCode: 415, code: 'no_picture' })
    }
    expect(made()).toBe(1)
    expect(await rows()).toMatchObject([{ kind: 'thumbnail', storage_key: null, sha256: null, size: null }])
    clock.turn(DAY)
    expect((await ask(await signIn(app, 'robin'), address, 'thumbnail')).statusCode).toBe(415)
    expect(made()).toBe(2)
    expect(await rows()).toHaveLength(1)
  })

  test('is not tried for other files', async () => {
    const { user, add, rows, made } = await start()
    for (const bytes of ['%PDF-1.7\n', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>', 'text', '']) {
      const response = await ask(user, await add(Buffer.from(bytes), 'photo.jpg'), 'screen')
      expect([response.statusCode, response.json().code], bytes).toEqual([415, 'no_picture'])
    }
    expect(made()).toBe(0)
    expect(await rows()).toEqual([])
  })

  test('is a 415 that is not recorded on a machine that cannot make pictures', async () => {
    const { user, add, services, rows } = await start({ alone: ONE_MAKER })
    const address = await add(await noise(300, 200).jpeg().toBuffer())
    vi.mocked(services.pictures.make).mockResolvedValueOnce({ failed: 'no library' })
    expect((await ask(user, address, 'thumbnail')).statusCode).toBe(415)
    expect(await rows()).toEqual([])
    expect((await ask(user, address, 'thumbnail')).statusCode).toBe(200)
  })

  test('is a 503 with Retry-After if the queue is full', async () => {
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

  test('uses another process for another user, so that slow pictures delay only their own user', async () => {
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
    // It makes none while the other user waits.
    process.kill(pid, 'SIGSTOP')
    let answered = 0
    const many = addresses.map((address) => picture(user, address, 'thumbnail').then(() => answered++))
    await until(() => made() === 12)
    await picture(other, `/download/${file?.remote}`, 'thumbnail')
    expect(answered).toBe(0)
    process.kill(pid, 'SIGCONT')
    await Promise.all(many)
  })

  test('is a 404 if the file is deleted during it, and the sweep removes the rest', async () => {
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
