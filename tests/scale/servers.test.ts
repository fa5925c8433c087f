import { Agent } from 'node:https'
import { once } from 'node:events'
import { createHash } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../scripts/lib/free-port.mjs'
import { startPostgres } from '../../scripts/lib/postgres.mjs'
import { openDatabase } from '../../src/server/platform/db/database.ts'
import { unscoped, type UnscopedDatabase } from '../../src/server/platform/db/access/unscoped.ts'
import { startS3Server } from '../support/s3-server.ts'
import { until } from '../support/until.ts'
import { startMain } from './built-server.ts'
import { PROXIES, SITE, startFront, type Asked } from './front.ts'
import { settingsOf } from './memory.ts'
import { Acknowledged, Writer, type Send } from './exact-writers.ts'
import { buildServer, checkoutOf, lastRelease } from './releases.ts'

const WRITERS = 6
/** Acknowledged requests between two stops of servers. */
const BETWEEN = 120
const KILLS = 10
const STOPS = 4

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

let postgres: Awaited<ReturnType<typeof startPostgres>> | undefined
beforeAll(async () => {
  postgres = await startPostgres({ durable: false })
})
afterAll(() => postgres?.stop())

/** The settings of an empty installation of several servers, and its database. */
const installation = async (name: string) => {
  const url = new URL(postgres?.url ?? '')
  const client = new pg.Client(url.href)
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  url.pathname = `/${name}`
  const bucket = await startS3Server()
  const db = unscoped(openDatabase({ postgresURL: url.href }, () => {}))
  onTestFinished(() => db.destroy())
  return { db, settings: { ...settingsOf(bucket.settings), DATABASE_URL: url.href, LOG_LEVEL: 'error' } }
}

type Server = Awaited<ReturnType<typeof startMain>>

/** Two servers that requests alternate between. */
const startPair = async (start: () => Promise<Server>) => {
  const pair: [Server, Server] = await Promise.all([start(), start()])
  let turn = 0
  const send: Send = async ({ method, path, headers, body }) => {
    const { origin } = pair[turn++ % 2 === 0 ? 0 : 1]
    if (typeof body === 'object' && !Buffer.isBuffer(body)) throw new Error('It is sent as a whole here.')
    const response = await fetch(origin + path, {
      method,
      headers,
      ...(body !== undefined && { body: Buffer.isBuffer(body) ? new Uint8Array(body) : body }),
    })
    return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) }
  }
  return { pair, send }
}

const byID = <T extends { id: number }, V>(rows: readonly T[], value: (row: T) => V): Map<number, V> =>
  new Map(rows.map((row) => [row.id, value(row)]))

/** Counts the keys of the first that are not in the second. */
const missing = <K, V>(these: ReadonlyMap<K, V>, others: ReadonlyMap<K, V>): number =>
  [...these].filter(([key, value]) => others.get(key) !== value).length

/** Counts what was acknowledged and is missing, and what exists more often than acknowledged. */
const compare = async (db: UnscopedDatabase, writer: Writer, done: Acknowledged) => {
  const projects = byID(await db.selectFrom('projects').select(['id', 'name']).execute(), ({ name }) => name)
  const rooms = byID(await db.selectFrom('rooms').select(['id', 'project_id']).execute(), (row) => row.project_id)
  const items = byID(await db.selectFrom('items').select(['id', 'field1']).execute(), ({ field1 }) => field1)
  const wanted = new Map([...done.items].map(([id, { text }]) => [id, text]))
  const saved = await db
    .selectFrom('events')
    .where('kind', '=', 'item changed')
    .select(['item_id as id', (eb) => eb.fn.countAll<number>().as('count')])
    .groupBy('item_id')
    .execute()
  const saves = new Map(saved.map(({ id, count }) => [Number(id), Number(count)]))
  const savesWanted = new Map([...done.items].flatMap(([id, item]) => (item.saves > 0 ? [[id, item.saves]] : [])))
  const trash = await db.selectFrom('items').where('trash_id', 'is not', null).select(['id', 'trash_id']).execute()
  const deleted = byID(trash, () => true)
  const deletedWanted = new Map([...done.deleted].map((id) => [id, true]))
  const entries = (await db.selectFrom('trash_entries').select('id').execute()).length
  const attached = await db
    .selectFrom('item_files')
    .innerJoin('uploads', 'uploads.id', 'item_files.upload_id')
    .select(['item_files.item_id as id', 'uploads.remote'])
    .execute()
  const files = byID(attached, ({ remote }) => remote)
  const uploads = await db
    .selectFrom('uploads')
    .innerJoin('blobs', 'blobs.id', 'uploads.blob_id')
    .select(['uploads.remote', 'blobs.sha256'])
    .execute()
  const bytes = new Map(uploads.map((upload) => [upload.remote, upload.sha256]))
  const unreadable: string[] = []
  for (const [remote, hash] of done.uploads) {
    if (sha256(await writer.download(remote)) !== hash) unreadable.push(remote)
  }

  const pairs: [string, ReadonlyMap<number | string, unknown>, ReadonlyMap<number | string, unknown>][] = [
    ['projects', done.projects, projects],
    ['rooms', done.rooms, rooms],
    ['items', wanted, items],
    ['saves', savesWanted, saves],
    ['deletions', deletedWanted, deleted],
    ['uploads', done.uploads, bytes],
    ['attachments', done.attached, files],
  ]
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
  const lost = Object.fromEntries(pairs.map(([name, these, there]) => [name, missing(these, there)]))
  const doubled = Object.fromEntries(pairs.map(([name, these, there]) => [name, missing(there, these)]))
  doubled.trash = entries - done.deleted.size
  doubled.attachments = attached.length - done.attached.size
  lost.bytes = unreadable.length
  return { lost: sum(Object.values(lost)), doubled: sum(Object.values(doubled)), all: { lost, doubled } }
}

test('one of two servers killed every few seconds under writers who repeat what is not answered loses and doubles nothing', async () => {
  const { db, settings } = await installation('killed')
  const { pair, send } = await startPair(() => startMain(settings))
  const done = new Acknowledged()
  const writer = new Writer(send, done)
  await writer.register('robin')
  let goesOn = true
  const work = Promise.all(
    Array.from({ length: WRITERS }, async (_, n) => {
      const own = new Writer(send, done)
      await own.signIn('robin')
      await own.work(`Writer ${n}, project`, () => goesOn)
    }),
  )
  const progress = async () => {
    const target = done.count + BETWEEN
    await Promise.race([until(() => done.count >= target), work])
  }
  const began = performance.now()
  for (let kill = 0; kill < KILLS; kill++) {
    await progress()
    const which = kill % 2 === 0 ? 0 : 1
    pair[which].child.kill('SIGKILL')
    pair[which] = await startMain(settings)
  }
  await progress()
  goesOn = false
  await work
  const seconds = (performance.now() - began) / 1000

  const { lost, doubled, all } = await compare(db, writer, done)
  console.log(
    `Two servers, ${KILLS} times one killed in ${seconds.toFixed(0)} s: ${done.count} acknowledged, ` +
      `${done.repeated} requests repeated, ${lost} lost, ${doubled} doubled.`,
  )
  expect(all).toEqual({
    lost: Object.fromEntries(Object.keys(all.lost).map((name) => [name, 0])),
    doubled: Object.fromEntries(Object.keys(all.doubled).map((name) => [name, 0])),
  })
  expect(done.repeated).toBeGreaterThan(0)
})

test('servers of the last release are upgraded one after the other under writers, and nothing is lost or doubled', async () => {
  const { db, settings } = await installation('upgraded')
  const { version, commit } = await lastRelease()
  const cwd = await checkoutOf(commit)
  await buildServer(cwd)
  const { pair, send } = await startPair(() => startMain(settings, { cwd, words: ['dist/server/main.js'] }))
  const done = new Acknowledged()
  const writer = new Writer(send, done)
  await writer.register('robin')
  let goesOn = true
  const work = Promise.all(
    Array.from({ length: 2 }, async (_, n) => {
      const own = new Writer(send, done)
      await own.signIn('robin')
      await own.work(`Writer ${n}, project`, () => goesOn)
    }),
  )
  const progress = async () => {
    const target = done.count + BETWEEN
    await Promise.race([until(() => done.count >= target), work])
  }
  const took: number[] = []
  for (const which of [0, 1] as const) {
    await progress()
    const began = performance.now()
    const { child } = pair[which]
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
    pair[which] = await startMain(settings)
    const { origin } = pair[which]
    await until(async () => (await fetch(`${origin}/readyz`)).status === 200)
    took.push((performance.now() - began) / 1000)
  }
  await progress()
  goesOn = false
  await work

  const { lost, doubled } = await compare(db, writer, done)
  console.log(
    `From ${version} (${commit.slice(0, 8)}), one server after the other in ${took.map((s) => `${s.toFixed(1)} s`).join(' and ')}: ` +
      `${done.count} acknowledged, ${done.repeated} requests repeated, ${lost} lost, ${doubled} doubled.`,
  )
  expect([lost, doubled]).toEqual([0, 0])
})

const METRICS_TOKEN = 'token-of-these-tests'

/** A proxy that checks once a second considers a restarted server dead until then. */
const hasServedItems = async (origin: string): Promise<boolean> => {
  const answer = await fetch(`${origin}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  return (await answer.text()).includes('route="/item"')
}

describe('A server that is asked to stop', () => {
  test.each(PROXIES)(
    'behind %s ends what it has begun within ten seconds, and nobody gets a broken answer',
    async (proxy) => {
      const { db, settings } = await installation(`stopped_by_${proxy.toLowerCase()}`)
      const ports = [await freePort(), await freePort()] as const
      const behind = {
        ...settings,
        PUBLIC_URL: `https://${SITE}`,
        TRUST_PROXY: '127.0.0.1',
        FIRST_USER_IS_ADMIN: 'false',
        METRICS_TOKEN,
      }
      const start = (port: number) => startMain({ ...behind, PORT: String(port) })
      const pair = [await start(ports[0]), await start(ports[1])]
      const front = await startFront(proxy, [`127.0.0.1:${ports[0]}`, `127.0.0.1:${ports[1]}`], '')
      onTestFinished(() => front.stop())

      const agent = new Agent({ keepAlive: true, maxSockets: 50 })
      onTestFinished(() => agent.destroy())
      const broken: string[] = []
      const call = async (asked: Asked) => {
        const told = await front.call({ ...asked, agent }).catch((error: unknown) => String(error))
        if (typeof told === 'string' || told.status >= 500) {
          broken.push(`${asked.method ?? 'GET'} ${asked.path}: ${typeof told === 'string' ? told : told.status}`)
        }
        if (typeof told === 'string') throw new Error(told)
        return told
      }
      const fromApp = { origin: `https://${SITE}`, 'sec-fetch-site': 'same-origin' }
      const send: Send = ({ headers, ...asked }) => call({ ...asked, headers: { ...fromApp, ...headers } })
      const done = new Acknowledged()
      const writer = new Writer(send, done)
      await writer.register('robin')
      let goesOn = true
      const readers = Array.from({ length: 2 }, async () => {
        while (goesOn) await call({ path: '/', headers: { accept: 'text/html' } }).catch(() => undefined)
      })
      const writers = Array.from({ length: WRITERS }, async (_, n) => {
        const own = new Writer(send, done)
        await own.signIn('robin')
        await own.work(`Writer ${n}, project`, () => goesOn)
      })
      const work = Promise.all([...readers, ...writers])
      const progress = async () => {
        const target = done.count + BETWEEN
        await Promise.race([until(() => done.count >= target), work])
      }

      const took: number[] = []
      for (let stop = 0; stop < STOPS; stop++) {
        await progress()
        const which = stop % 2
        const child = pair[which]?.child
        const origin = pair[which]?.origin ?? ''
        // Some of four slow uploads reach the server that stops; their second half is sent after the stop was requested.
        let isAsked = () => {}
        const asked = new Promise<void>((resolve) => (isAsked = resolve))
        const slow = Array.from({ length: 4 }, (_, n) => writer.uploadSlowly(`slow ${stop}.${n}`, asked))
        await Promise.all(slow.map(({ halfway }) => halfway))
        const began = performance.now()
        const ended = once(child ?? process, 'exit')
        child?.kill('SIGTERM')
        await until(async () => (await fetch(`${origin}/healthz`).catch(() => undefined))?.status !== 200)
        isAsked()
        for (const { status } of slow) expect(await status).toBe(200)
        expect(await ended).toEqual([0, null])
        took.push((performance.now() - began) / 1000)
        const port = ports[which] ?? 0
        const started = await start(port)
        pair[which] = started
        await until(() => hasServedItems(started.origin))
      }
      await progress()
      goesOn = false
      await work
      const { lost, doubled } = await compare(db, writer, done)
      console.log(
        `${proxy}: ${STOPS} stops under load, the longest ${Math.max(...took).toFixed(1)} s; ${done.count} acknowledged, ` +
          `${broken.length} broken answers, ${lost} lost, ${doubled} doubled.`,
      )
      expect(broken).toEqual([])
      expect(Math.max(...took)).toBeLessThan(10)
      expect([lost, doubled]).toEqual([0, 0])
    },
  )
})
