import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { until } from '../support/until.ts'
import { startBuilt, startMain } from './built-server.ts'
import { fill } from './fill.ts'
import { expectLittleMemory } from './memory.ts'
import { sendTo, startWriters } from './writers.ts'

describe('A folder', () => {
  test('eight uploads of 200 MB at once take less than 200 MB of memory', async () => {
    await expectLittleMemory({ FILE_STORE: 'folder' })
  })

  test('a disk that is full refuses what is too much for it, and nothing of that stays', async () => {
    const { files, upload } = await startBuilt({ FILE_STORE: 'folder' }, { smallDisk: 'files' })
    expect((await upload('fits.bin', 4)).status).toBe(200)
    for (let n = 0; n < 3; n++) expect((await upload(`too much ${n}.bin`, 20)).status).toBe(503)
    expect(readdirSync(join(files, 'unfinished'))).toEqual([])
    expect((await upload('fits too.bin', 8)).status).toBe(200)
  })

  test('a disk with the database and the files on it that is filled under writers loses and doubles nothing', async () => {
    const { child, origin, data } = await startMain({}, { smallDisk: 'data' })
    const writers = await startWriters(sendTo(origin), { withFiles: true, pause: 50 })
    await writers.more(40)
    const filler = join(data, 'filler')
    for (let round = 0; round < 3; round++) {
      fill(filler)
      const began = performance.now()
      await writers.moreRefused(40)
      expect((await fetch(`${origin}/readyz`)).status).toBe(503)
      rmSync(filler)
      const back = performance.now()
      await writers.more(20)
      await until(async () => (await fetch(`${origin}/readyz`)).status === 200)
      console.log(
        `Disk full: ${writers.longestPause(began).toFixed(1)} s without an acknowledged write, ` +
          `${writers.longestPause(back).toFixed(1)} s after there was room; ${writers.report()}`,
      )
    }
    expect(child.exitCode).toBeNull()
    await writers.expectAll()
  })
})
