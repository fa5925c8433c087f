import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { isAccountGone, isDatabaseAway } from './problems.ts'

const errorOf = (work: () => unknown): unknown => {
  try {
    return work()
  } catch (error) {
    return error
  }
}

test('a database locked by another process is unavailable', () => {
  const folder = mkdtempSync(join(tmpdir(), 'roomfolio-test-'))
  const file = join(folder, 'locked.sqlite')
  const holder = new DatabaseSync(file)
  const other = new DatabaseSync(file, { timeout: 0 })
  onTestFinished(() => {
    holder.close()
    other.close()
    rmSync(folder, { recursive: true })
  })
  holder.exec('begin immediate')
  expect(isDatabaseAway(errorOf(() => other.exec('begin immediate')))).toBe(true)
  expect(isDatabaseAway(errorOf(() => other.exec('select nonsense')))).toBe(false)
})

test('a full database is unavailable for statements with and without rows', () => {
  const db = new DatabaseSync(':memory:')
  onTestFinished(() => db.close())
  db.exec('create table texts (text text) strict; pragma max_page_count = 1')
  const insert = 'insert into texts values (hex(randomblob(9000)))'
  expect(isDatabaseAway(errorOf(() => db.exec(insert)))).toBe(true)
  expect(isDatabaseAway(errorOf(() => db.prepare(`${insert} returning text`).all()))).toBe(true)
})

test.each([
  [{ code: 'ECONNREFUSED' }, true],
  [{ code: 'ECONNRESET' }, true],
  [{ code: '57P01' }, true],
  [{ code: '08006' }, true],
  [{ code: '53300' }, true],
  [{ code: '25006' }, true],
  [{ code: '40P01' }, true],
  [{ code: '57014' }, true],
  [{ code: '53100' }, true],
  [{ code: '58030' }, true],
  [{ code: '55P03' }, true],
  [{ code: 'XX001' }, true],
  [{ code: '28P01' }, true],
  [{ code: 'ENOTFOUND' }, true],
  // SQLite: disk full; failed write with an extended result code; read-only disk.
  [{ code: 'ERR_SQLITE_ERROR', errcode: 13 }, true],
  [{ code: 'ERR_SQLITE_ERROR', errcode: 778 }, true],
  [{ code: 'ERR_SQLITE_ERROR', errcode: 8 }, true],
  [{ code: 'ERR_SQLITE_ERROR', errcode: 11 }, true],
  [{ code: 'ERR_SQLITE_ERROR', errcode: 1299 }, false],
  [{ message: 'Connection terminated unexpectedly' }, true],
  [{ message: 'Client has encountered a connection error and is not queryable' }, true],
  [{ code: '23505' }, false],
  [{ code: '42P01' }, false],
  [new Error('anything else'), false],
  [undefined, false],
])('%j: unavailable is %s', (error, away) => {
  expect(isDatabaseAway(error)).toBe(away)
})

test('a missing account is a foreign key that fails', () => {
  const db = new DatabaseSync(':memory:', { enableForeignKeyConstraints: true })
  onTestFinished(() => db.close())
  db.exec('create table users (id integer primary key) strict')
  db.exec('create table projects (owner_id integer not null references users (id)) strict')
  expect(isAccountGone(errorOf(() => db.exec('insert into projects (owner_id) values (1)')))).toBe(true)
  const answering = db.prepare('insert into projects (owner_id) values (1) returning owner_id')
  expect(isAccountGone(errorOf(() => answering.all()))).toBe(true)
  expect(isAccountGone(errorOf(() => db.exec('insert into projects (owner_id) values (null)')))).toBe(false)
  expect(isAccountGone({ code: '23503', constraint: 'projects_owner_id_fkey' })).toBe(true)
  expect(isAccountGone({ code: '23503', constraint: 'password_resets_user_id_fkey' })).toBe(true)
  expect(isAccountGone({ code: '23503', constraint: 'rooms_project_id_fkey' })).toBe(false)
  expect(isAccountGone({ code: '23505', constraint: 'projects_name' })).toBe(false)
})
