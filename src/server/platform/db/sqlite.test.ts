import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { Kysely, sql } from 'kysely'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { QueryMonitor } from './query-monitor.ts'
import { sqliteDialect } from './sqlite.ts'

interface Swatches {
  swatches: { name: string }
}

let folder: string
let db: Kysely<Swatches>

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sqlite-'))
  db = new Kysely<Swatches>({ dialect: sqliteDialect(join(folder, 'some.sqlite'), new QueryMonitor()) })
  await sql`create table swatches (name text primary key)`.execute(db)
})
afterEach(async () => {
  await db.destroy()
  rmSync(folder, { recursive: true })
})

const add = (name: string, where: Kysely<Swatches> = db) => where.insertInto('swatches').values({ name }).execute()
const names = async () =>
  (await db.selectFrom('swatches').select('name').orderBy('name').execute()).map(({ name }) => name)
const outcomes = async (work: readonly Promise<unknown>[]) =>
  (await Promise.allSettled(work)).map((one) => (one.status === 'fulfilled' ? 'done' : String(one.reason)))

test('writers of one turn share a commit, and are answered after it is durable', async () => {
  const seen: string[][] = []
  const tell = async () => seen.push(await names())
  const whole = db.transaction().execute(async (trx) => {
    await add('Harbor Blue', trx)
    await add('Oat Milk', trx)
  })
  await Promise.all([add('Chalk').then(tell), whole.then(tell), add('Sage').then(tell)])
  const all = ['Chalk', 'Harbor Blue', 'Oat Milk', 'Sage']
  expect(seen).toEqual([all, all, all])
})

test('a failed or rolled back write keeps the other writes of its commit', async () => {
  await add('Chalk')
  const takenBack = db.transaction().execute(async (trx) => {
    await add('Oat Milk', trx)
    throw new Error('Taken back.')
  })
  const refusedWithin = db.transaction().execute(async (trx) => {
    await add('Harbor Blue', trx)
    await add('Chalk', trx)
  })
  expect(await outcomes([add('Sage'), add('Chalk'), takenBack, refusedWithin, add('Umber')])).toEqual([
    'done',
    expect.stringContaining('UNIQUE'),
    'Error: Taken back.',
    expect.stringContaining('UNIQUE'),
    'done',
  ])
  expect(await names()).toEqual(['Chalk', 'Sage', 'Umber'])
})

test('each writer sees the previous writes, even before they are durable', async () => {
  const first = add('Chalk')
  const second = db.transaction().execute((trx) => trx.selectFrom('swatches').select('name').execute())
  expect(await second).toEqual([{ name: 'Chalk' }])
  await first
})

test('if SQLite ends a transaction itself, nothing of its commit is stored', async () => {
  await add('Chalk')
  const refused = db.insertInto('swatches').orRollback().values({ name: 'Chalk' })
  const before = add('Oat Milk')
  const lost = db.transaction().execute(async (trx) => {
    await add('Umber', trx)
    await trx.executeQuery(refused.compile()).catch(() => undefined)
    await add('Written after the end', trx)
  })
  const unique: unknown = expect.stringContaining('UNIQUE')
  expect(await outcomes([before, lost])).toEqual([unique, unique])
  await add('Sage')
  expect(await names()).toEqual(['Chalk', 'Sage'])
})

test('a failed commit is reported to all that share it, and the next one can succeed', async () => {
  await sql`create table tins (name text references swatches (name) deferrable initially deferred)`.execute(db)
  const addTin = (name: string) => sql`insert into tins values (${name})`
  const dangling = db.transaction().execute((trx) => addTin('Chalk').execute(trx))
  const failed: unknown = expect.stringContaining('FOREIGN KEY')
  expect(await outcomes([add('Sage'), dangling, add('Umber')])).toEqual([failed, failed, failed])
  expect(await outcomes([add('Sage'), add('Chalk')])).toEqual(['done', 'done'])
  expect(await names()).toEqual(['Chalk', 'Sage'])
})

test('a statement that no transaction allows ends the commit before it and runs alone', async () => {
  const work = [add('Chalk'), sql`vacuum`.execute(db), add('Sage')]
  expect(await outcomes(work)).toEqual(['done', 'done', 'done'])
  expect(await names()).toEqual(['Chalk', 'Sage'])
})

test('waiting for another process does not block the event loop', async () => {
  const other = new DatabaseSync(join(folder, 'some.sqlite'))
  other.exec('begin immediate')
  const within = db.transaction().execute((trx) => add('Oat Milk', trx))
  const work = [add('Chalk'), within, sql`vacuum`.execute(db)]
  // If the wait blocked the event loop, `other` could never commit.
  await new Promise(setImmediate)
  expect(await names()).toEqual([])
  other.exec('commit')
  expect(await outcomes(work)).toEqual(['done', 'done', 'done'])
  other.close()
  expect(await names()).toEqual(['Chalk', 'Oat Milk'])
})

test('closing waits for started work', async () => {
  let begin: () => void = () => {}
  const isBegun = new Promise<void>((resolve) => (begin = resolve))
  const begun = db.transaction().execute(async (trx) => {
    await add('Chalk', trx)
    begin()
    await add('Sage', trx)
  })
  await isBegun
  await db.destroy()
  await begun
  db = new Kysely<Swatches>({ dialect: sqliteDialect(join(folder, 'some.sqlite'), new QueryMonitor()) })
  expect(await names()).toEqual(['Chalk', 'Sage'])
})

test('a snapshot holds the log only while it is read, however the read ends', async () => {
  const fold = async () =>
    (await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db)).rows.map(({ busy }) => busy)
  const reading = () => db.transaction().setAccessMode('read only')
  await add('Chalk')
  await reading().execute(async (snapshot) => {
    await add('Sage')
    expect(await snapshot.selectFrom('swatches').selectAll().execute()).toEqual([{ name: 'Chalk' }])
  })
  expect(await fold()).toEqual([0])
  const brokenOff = reading().execute(async (snapshot) => {
    await snapshot.selectFrom('swatches').selectAll().execute()
    await add('Umber')
    throw new Error('Broken off.')
  })
  expect(await outcomes([brokenOff])).toEqual(['Error: Broken off.'])
  expect(await fold()).toEqual([0])
})

test('deleted data is no longer in the file', async () => {
  const fileHas = async (text: string) => {
    await sql`pragma wal_checkpoint(truncate)`.execute(db)
    return readFileSync(join(folder, 'some.sqlite')).includes(text)
  }
  await add('Harbor Blue')
  expect(await fileHas('Harbor Blue')).toBe(true)
  await db.deleteFrom('swatches').where('name', '=', 'Harbor Blue').execute()
  expect(await fileHas('Harbor Blue')).toBe(false)
})

test('a transaction that awaits something else for a minute is rolled back, and other writes go on', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  let goOn!: () => void
  const hangs = new Promise<void>((resolve) => (goOn = resolve))
  const stuck = db.transaction().execute(async (trx) => {
    await add('Oat Milk', trx)
    vi.advanceTimersByTime(30_000)
    await add('Harbor Blue', trx)
    // The first statement was a minute ago, the last one half a minute.
    vi.advanceTimersByTime(50_000)
    await add('Sage', trx)
    vi.advanceTimersByTime(70_000)
    await hangs
    await add('Umber', trx)
  })
  await add('Chalk')
  goOn()
  expect(await outcomes([stuck])).toEqual([expect.stringContaining('it made no statement for 60 seconds')])
  expect(await names()).toEqual(['Chalk'])
})

test('a transaction that is late to commit fails', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const late = db.transaction().execute(async (trx) => {
    await add('Oat Milk', trx)
    vi.advanceTimersByTime(70_000)
  })
  expect(await outcomes([late])).toEqual([expect.stringContaining('it made no statement for 60 seconds')])
  expect(await names()).toEqual([])
})
