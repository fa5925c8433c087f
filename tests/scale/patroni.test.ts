import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../support/until.ts'
import { startMain } from './built-server.ts'
import { startPatroni, TTL } from './patroni.ts'
import { ask } from './postgres-pair.ts'
import { sendTo, startWriters } from './writers.ts'

/** Measures how long the engine itself refuses writes, for a client that reconnects for each and waits a second. */
const startProbe = async (url: string) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('create table probe (at timestamptz not null default now())')
  await client.end()
  let longest = 0
  let isOver = false
  const write = async (): Promise<boolean> => {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1000, query_timeout: 1000 })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.query('insert into probe default values')
      return true
    } catch {
      return false
    } finally {
      client.end().catch(() => {})
    }
  }
  const working = (async () => {
    let last = performance.now()
    while (!isOver) {
      if (!(await write())) continue
      longest = Math.max(longest, performance.now() - last)
      last = performance.now()
    }
  })()
  return async () => {
    isOver = true
    await working
    return longest / 1000
  }
}

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

  /** Returns the longest time without an acknowledged write during an event, and expects that nothing is lost. */
  const underWriters = async (what: string, happens: () => Promise<void>): Promise<number> => {
    await patroni.whole()
    const before = await patroni.leader()
    const server = await startMain({ DATABASE_URL: await emptyDatabase() })
    const writers = await startWriters(sendTo(server.origin))
    await writers.more(60)
    const endProbe = await startProbe(await emptyDatabase())
    const began = performance.now()
    await happens()
    await until(async () => {
      const now = await patroni.leader()
      return now !== undefined && (what === 'Postmaster killed' || now !== before)
    })
    await writers.more(60)
    await until(async () => (await fetch(`${server.origin}/readyz`)).status === 200)
    expect(server.child.exitCode).toBeNull()
    const engine = await endProbe()
    await writers.expectAll()
    const seconds = writers.longestPause(began)
    const times = `${seconds.toFixed(1)} s without an acknowledged write, the engine itself ${engine.toFixed(1)} s`
    console.log(`${what}: ${times}; ${writers.report()}`)
    return seconds
  }

  test('a switch-over keeps writers waiting for seconds, and loses and doubles nothing', async () => {
    expect(await underWriters('Switch-over', () => patroni.switchOver())).toBeLessThan(60)
  })

  test('so does a postmaster that is killed', async () => {
    expect(await underWriters('Postmaster killed', () => patroni.killPostgres())).toBeLessThan(60)
  })

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
