import { describe, expect, onTestFinished, test } from 'vitest'
import { until } from '../support/until.ts'
import { startMain } from './built-server.ts'
import { ask, startPair } from './postgres-pair.ts'
import { sendTo, startWriters } from './writers.ts'

const start = async () => {
  const pair = await startPair()
  onTestFinished(() => pair.stop())
  const server = await startMain({ DATABASE_URL: pair.url })
  const writers = await startWriters(sendTo(server.origin))
  const ready = () => fetch(`${server.origin}/readyz`)
  const expectService = async () => {
    await writers.more(40)
    await until(async () => (await ready()).status === 200)
    expect(server.child.exitCode).toBeNull()
    await writers.expectAll()
  }
  return { pair, writers, ready, expectService }
}

const say = (what: string, seconds: number, report: string): void =>
  console.log(`${what}: ${seconds.toFixed(1)} s without an acknowledged write; ${report}`)

describe('PostgreSQL with a synchronous standby', () => {
  test('kill -9 of the primary and promotion: nothing acknowledged is missing or doubled, and writing goes on', async () => {
    const { pair, writers, expectService } = await start()
    await writers.more(100)
    const began = performance.now()
    await pair.primary.kill()
    await pair.promote()
    await expectService()
    const seconds = writers.longestPause(began)
    say('Primary killed, standby promoted', seconds, writers.report())
    expect(seconds).toBeLessThan(30)
  })

  test('a primary that froze is left for the one that is promoted', async () => {
    const { pair, writers, expectService } = await start()
    await writers.more(100)
    const began = performance.now()
    pair.primary.freeze()
    await pair.promote()
    await expectService()
    const seconds = writers.longestPause(began)
    say('Primary frozen, standby promoted', seconds, writers.report())
    // Statements time out after a minute.
    expect(seconds).toBeLessThan(100)
  })

  test('without the standby commits wait and are never cancelled, and callers hear of it', async () => {
    const { pair, writers, ready, expectService } = await start()
    await writers.more(100)
    const began = performance.now()
    await pair.standby.kill()
    await writers.moreRefused(4)
    expect((await ready()).status).toBe(503)
    pair.standby.start()
    await expectService()
    say('Standby killed and started again', writers.longestPause(began), writers.report())
    expect(pair.primary.log()).not.toMatch(/canceling|terminating/)
  })

  test('connections and processes of the database killed in the middle of transactions lose and double nothing', async () => {
    const { pair, writers, expectService } = await start()
    for (let round = 0; round < 5; round++) {
      await writers.more(40)
      await ask(
        pair.primaryURL,
        "select pg_terminate_backend(pid) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
      )
    }
    const began = performance.now()
    for (let round = 0; round < 2; round++) {
      await writers.more(40)
      const [{ pid } = { pid: 0 }] = await ask<{ pid: number }>(
        pair.primaryURL,
        `select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()
         order by xact_start nulls last limit 1`,
      )
      expect(pid).toBeGreaterThan(0)
      // PostgreSQL ends all other processes and recovers.
      process.kill(pid, 'SIGKILL')
    }
    await expectService()
    const seconds = writers.longestPause(began)
    say('A process of the database killed twice', seconds, writers.report())
    expect(seconds).toBeLessThan(30)
  })
})
