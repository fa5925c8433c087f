import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { startBuilt } from './built-server.ts'
import { expectLittleMemory } from './memory.ts'

describe('A folder', () => {
  // Proves 10.71
  test('ten uploads of 200 MB at once take less than 200 MB of memory', async () => {
    await expectLittleMemory({ FILE_STORE: 'folder' })
  })

  test('a disk that is full refuses what is too much for it, and nothing of that stays', async () => {
    const { files, upload } = await startBuilt({ FILE_STORE: 'folder' }, { smallDisk: true })
    expect((await upload('fits.bin', 4)).status).toBe(200)
    for (let n = 0; n < 3; n++) expect((await upload(`too much ${n}.bin`, 20)).status).toBe(503)
    expect(readdirSync(join(files, 'unfinished'))).toEqual([])
    expect((await upload('fits too.bin', 8)).status).toBe(200)
  })
})
