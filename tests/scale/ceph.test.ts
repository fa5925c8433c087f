import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../support/until.ts'
import { startMain } from './built-server.ts'
import { startCeph } from './ceph.ts'
import type { Engine } from './engine.ts'
import { settingsOf } from './memory.ts'
import { describeEngine } from './troubles.ts'
import { sendTo, startWriters } from './writers.ts'

describe('Ceph’s RADOS Gateway', () => {
  let ceph: Engine
  beforeAll(async () => {
    ceph = await startCeph()
  })
  afterAll(() => ceph?.stop())

  describeEngine(() => ceph, {
    programs: ['gateway', 'OSD', 'monitor'],
    needsStorage: ['put', 'put of much', 'read', 'remove', 'list', 'check'],
  })

  test.each<[string, (engine: Engine) => Promise<void> | void, (engine: Engine) => Promise<void> | void]>([
    ['the gateway is killed', ({ gateway }) => gateway.kill(), ({ gateway }) => gateway.start()],
    ['the gateway freezes', ({ gateway }) => gateway.freeze(), ({ gateway }) => gateway.thaw()],
    ['the storage is killed', ({ programs }) => programs.OSD?.kill(), ({ programs }) => programs.OSD?.start()],
    ['the storage freezes', (engine) => engine.hangStorage(), (engine) => engine.resumeStorage()],
  ])(
    'while %s people hear 503 and when to try again, and nothing acknowledged is missing',
    async (what, begin, end) => {
      const server = await startMain({ ...settingsOf(ceph.settings), S3_PREFIX: `${what.replaceAll(' ', '-')}-` })
      const writers = await startWriters(sendTo(server.origin), { withFiles: true, pause: 100 })
      await writers.more(60)
      const began = performance.now()
      await begin(ceph)
      await writers.moreRefused(8)
      const ready = async () => (await fetch(`${server.origin}/readyz`)).status
      await until(async () => (await ready()) === 503)
      // Calls that need no file still work.
      expect(
        (await fetch(`${server.origin}/projects`, { headers: { authorization: writers.authorization } })).status,
      ).toBe(200)
      await end(ceph)
      const back = performance.now()
      await writers.more(60)
      await until(async () => (await ready()) === 200)
      expect(server.child.exitCode).toBeNull()
      const [pause, after] = [writers.longestPause(began), writers.longestPause(back)]
      console.log(
        `Under the whole server ${what}: ${pause.toFixed(1)} s without an acknowledged write, ` +
          `of which at most ${after.toFixed(1)} s after all was back; ${writers.report()}`,
      )
      await writers.expectAll()
    },
  )
})
