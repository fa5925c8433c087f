import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../support/until.ts'
import { startMain } from './built-server.ts'
import { startPatroni, TTL } from './patroni.ts'
import { ask } from './postgres-pair.ts'
import { sendTo, startWriters } from './writers.ts'

describe('PostgreSQL under Patroni, with HAProxy as its one address', () => {
  let patroni: Awaited<ReturnType<typeof startPatroni>>
  beforeAll(async () => {
    patroni = await startPatroni()
  })
  afterAll(() => patroni?.stop())

  let databases = 0
  const emptyDatabase = async (): Promise<string> => {
    const name = `homes_${++databases}`
    await ask(patroni.url, `create database ${name}`)
    const url = new URL(patroni.url)
    url.pathname = `/${name}`
    return url.href
  }

  /** What happens while people write, for how long nothing is acknowledged, and that nothing is lost by it. */
  const underWriters = async (what: string, happens: () => Promise<void>): Promise<number> => {
    await patroni.whole()
    const before = await patroni.leader()
    const server = await startMain({ DATABASE_URL: await emptyDatabase() })
    const writers = await startWriters(sendTo(server.origin))
    await writers.more(60)
    const began = performance.now()
    await happens()
    await until(async () => {
      const now = await patroni.leader()
      return now !== undefined && (what === 'Postmaster killed' || now !== before)
    })
    await writers.more(60)
    await until(async () => (await fetch(`${server.origin}/readyz`)).status === 200)
    expect(server.child.exitCode).toBeNull()
    await writers.expectAll()
    const seconds = writers.longestPause(began)
    console.log(`${what}: ${seconds.toFixed(1)} s without an acknowledged write; ${writers.report()}`)
    return seconds
  }

  // Proves 14.6.1
  test('a switch-over keeps writers waiting for seconds, and loses and doubles nothing', async () => {
    expect(await underWriters('Switch-over', () => patroni.switchOver())).toBeLessThan(60)
  })

  // Proves 14.6.1
  test('so does a postmaster that is killed', async () => {
    expect(await underWriters('Postmaster killed', () => patroni.killPostgres())).toBeLessThan(60)
  })

  // Proves 14.6.1
  test('so does a primary that is gone with its machine, for as long as its lease lasts', async () => {
    let gone: Awaited<ReturnType<typeof patroni.killNode>> | undefined
    const seconds = await underWriters('Node gone', async () => {
      gone = await patroni.killNode()
    })
    expect(seconds).toBeLessThan(TTL + 60)
    if (gone) patroni.startNode(gone)
    await patroni.whole()
  })
})
