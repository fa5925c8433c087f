import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkFiles } from '../../src/server/platform/storage/check-files.service.ts'
import { newStorageKey } from '../../src/server/platform/storage/store.ts'
import { sweep } from '../../src/server/sweep.ts'
import { keysIn } from '../stores/store-suite.ts'
import { startTestApp } from '../support/test-app.ts'
import { startSwift } from './swift.ts'
import { describeEngine } from './troubles.ts'

describe('Swift with s3api', () => {
  let swift: Awaited<ReturnType<typeof startSwift>>
  beforeAll(async () => {
    swift = await startSwift()
  })
  afterAll(() => swift?.stop())

  describeEngine(() => swift, {
    programs: ['gateway', 'object server', 'container server'],
    needsStorage: ['put', 'put of much', 'read', 'remove'],
  })

  test('a listing that lags takes no file away and calls none missing', async () => {
    const settings = { ...swift.settings, prefix: `${newStorageKey()}-` }
    const started = await startTestApp({ fileStore: 's3', s3: settings })
    const { services } = started
    const user = await started.newUser()
    swift.loseListings()
    const files = Array.from({ length: 20 }, (_, n) => ({ name: `${n}.txt`, bytes: Buffer.from(`plan ${n}`) }))
    const uploads = await user.upload(files)
    expect(await keysIn(services.store)).toEqual([])

    await sweep(services)
    const lines: string[] = []
    const result = await checkFiles(services, true, (line) => lines.push(line))
    expect(result).toMatchObject({ files: files.length, missing: 0, damaged: 0, orphans: 0 })
    expect(lines).toEqual([])
    for (const [at, { remote }] of uploads.entries()) {
      expect((await user.raw({ url: `/download/${remote}` })).body).toBe(`plan ${at}`)
    }
    await swift.catchUp()
    expect(await keysIn(services.store)).toHaveLength(files.length)
  })
})
