import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { readyz } from '../../../src/shared/admin/site.api.ts'
import { DAY } from '../../../src/server/platform/lib/clock.ts'
import { sweep } from '../../../src/server/sweep.ts'
import { startS3Server } from '../../support/s3-server.ts'
import { multipart, signIn, startTestApp, IN_FOLDER } from '../../support/test-app.ts'

const MIB = 1024 * 1024

/** An app whose store can be made unavailable and available again. */
const STORES = {
  async folder() {
    const started = await startTestApp(IN_FOLDER)
    const { filesFolder } = started.services.config
    return {
      ...started,
      goAway: async () => renameSync(filesFolder, `${filesFolder}-away`),
      comeBack: async () => renameSync(`${filesFolder}-away`, filesFolder),
    }
  },
  async bucket() {
    const server = await startS3Server()
    const started = await startTestApp({ fileStore: 's3', s3: server.settings })
    return { ...started, goAway: server.stop, comeBack: server.start }
  },
}

describe.each(['folder', 'bucket'] as const)('on a %s', (kind) => {
  const start = async () => {
    const started = await STORES[kind]()
    const { services } = started
    return {
      ...started,
      user: await started.newUser('robin'),
      stored: async () => {
        let files = 0
        for await (const _ of services.store.list()) files++
        return files
      },
      unfinished: () =>
        [join(services.config.filesFolder, 'unfinished'), join(services.config.dataDir, 'spool')]
          .filter((folder) => existsSync(folder))
          .flatMap((folder) => readdirSync(folder)),
    }
  }

  test('files of every size are stored and downloaded unchanged, whole and in ranges', async () => {
    const { user, unfinished } = await start()
    const files = [0, 1, 5000, MIB, 3 * MIB + 7].map((size) => ({ name: `${size}.bin`, bytes: randomBytes(size) }))
    const uploads = await user.upload(files)
    for (const [at, { bytes }] of files.entries()) {
      const url = `/download/${uploads[at]?.remote}`
      const whole = await user.raw({ url })
      expect(whole.statusCode).toBe(200)
      expect(whole.headers['content-length']).toBe(String(bytes.length))
      expect(whole.rawPayload.equals(bytes)).toBe(true)
      if (bytes.length < 2) continue
      const part = await user.raw({ url, headers: { range: `bytes=1-${bytes.length - 2}` } })
      expect(part.statusCode).toBe(206)
      expect(part.rawPayload.equals(bytes.subarray(1, -1))).toBe(true)
      const end = await user.raw({ url, headers: { range: 'bytes=-2' } })
      expect(end.rawPayload.equals(bytes.subarray(-2))).toBe(true)
    }
    expect(unfinished()).toEqual([])
  })

  test('an unavailable store is a 503 with Retry-After, and everything works once it is back', async () => {
    const { user, anonymous, unfinished, stored, goAway, comeBack } = await start()
    const files = [
      { name: 'small.txt', bytes: Buffer.from('the plan') },
      { name: 'large.bin', bytes: randomBytes(2 * MIB) },
    ]
    const uploads = await user.upload(files)
    const before = await stored()
    await goAway()

    const upload = () => user.raw({ method: 'POST', url: '/upload', ...multipart(files) })
    const answers = await Promise.all([upload(), anonymous.raw({ url: readyz.path })])
    for (const answer of answers) {
      expect(answer.statusCode).toBe(503)
      expect(answer.headers['retry-after']).toMatch(/^\d+$/)
      expect(answer.json()).toMatchObject({ code: 'unavailable' })
    }
    await comeBack()

    expect((await anonymous.raw({ url: readyz.path })).statusCode).toBe(200)
    expect(unfinished()).toEqual([])
    expect(await stored()).toBe(before)
    for (const [at, { bytes }] of files.entries()) {
      const answer = await user.raw({ url: `/download/${uploads[at]?.remote}` })
      expect(answer.rawPayload.equals(bytes)).toBe(true)
    }
    expect((await upload()).statusCode).toBe(200)
  })

  test('a day after a failed upload nothing of it is left in the store', async () => {
    const { app, clock, services, user, stored, goAway, comeBack } = await start()
    const [kept] = await user.upload([{ name: 'kept.txt', bytes: Buffer.from('kept') }])
    const projectID = await user.newProject()
    const files = JSON.stringify({ 'kept.txt': kept?.remote })
    await user.newItem(projectID, await user.newRoom(projectID), {}, files)
    const before = await stored()
    const lost = [{ name: 'lost.txt', bytes: Buffer.from('lost') }]
    await goAway()
    expect((await user.raw({ method: 'POST', url: '/upload', ...multipart(lost) })).statusCode).toBe(503)
    await comeBack()

    // A put that timed out may still do this.
    const [pending] = await services.db.selectFrom('pending_writes').select('storage_key').execute()
    await services.store.put(pending?.storage_key ?? '', Readable.from([Buffer.from('late')]))
    expect(await stored()).toBe(before + 1)
    clock.turn(DAY)
    await sweep(services)
    expect(await stored()).toBe(before)
    expect(await services.db.selectFrom('pending_writes').selectAll().execute()).toEqual([])
    const later = await signIn(app, 'robin')
    expect((await later.raw({ url: `/download/${kept?.remote}` })).body).toBe('kept')
  })
})

test('a download of any size is a 503 while the bucket is unavailable', async () => {
  const { newUser, goAway } = await STORES.bucket()
  const user = await newUser()
  const uploads = await user.upload([
    { name: 'small.txt', bytes: Buffer.from('the plan') },
    { name: 'large.bin', bytes: randomBytes(2 * MIB) },
  ])
  await goAway()
  for (const { remote } of uploads) {
    const answer = await user.raw({ url: `/download/${remote}` })
    expect(answer.statusCode).toBe(503)
    expect(answer.headers['retry-after']).toMatch(/^\d+$/)
    expect(answer.headers['content-disposition']).toBeUndefined()
  }
})
