import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { listApplied, migrate, MIGRATION_NAMES, openDatabase } from '../../src/server/platform/db/database.ts'
import { beforeNewestMigration, checkoutOf, lastRelease } from './releases.ts'
import { suiteOf, type Fault } from './suite.ts'

const HOUR = 3_600_000

/** The start of an older version's message about unknown tables. */
const REFUSAL = 'newer versi'

const KNOWN = [
  // Compares every table; today's version still lists deleted items for their search words.
  'deleting the account leaves nothing of it, and everything of everybody else',
  // Drops a table that others reference today.
  'stay where nobody knows whether the database has committed them',
  // Rooms take their items to another project since migration 0024.
  'keep a room, its items and its project together',
]

const fileOf = (test: string): string => test.split(':', 1)[0] ?? ''

/** Failures other than refusals. A command shows a refusal only by its exit code. */
const unexpected = (checkout: string, faults: readonly Fault[]): Fault[] => {
  const runsCommands = (file: string) =>
    /support\/(command|programs|backups)\.ts/.test(readFileSync(join(checkout, file), 'utf8'))
  return faults.filter(({ test: name, message }) => {
    const isRefusal = message.includes(REFUSAL) || runsCommands(fileOf(name))
    return !isRefusal && !KNOWN.some((known) => name.includes(known))
  })
}

/** Migrates the template database of a version's tests, as a new server does beside an old one. */
const upgradeTemplate = async (databaseURL: string): Promise<void> => {
  const client = new pg.Client(databaseURL)
  await client.connect()
  const { rows } = await client.query<{ datname: string }>(
    `select datname from pg_database where datname like 'roomfolio\\_template\\_%'`,
  )
  await client.end()
  expect(rows).toHaveLength(1)
  const url = new URL(databaseURL)
  url.pathname = `/${rows[0]?.datname}`
  const db = openDatabase({ postgresURL: url.href }, () => {})
  expect(await listApplied(db)).not.toEqual(MIGRATION_NAMES)
  await migrate(db)
  await db.destroy()
}

const filesOf = (faults: readonly Fault[]): string[] => [...new Set(faults.map(({ test: name }) => fileOf(name)))]

/** Runs the tests of another version on today's tables. Returns a summary and the unexpected failures. */
const testsOnTablesOfToday = async (commit: string) => {
  const checkout = await checkoutOf(commit)
  let wrong: Fault[] = []
  const { passed, faults } = await suiteOf(checkout, 'http-postgres', async (runTests, databaseURL) => {
    // Creates the template database.
    await runTests(['room-types.test.ts'])
    await upgradeTemplate(databaseURL)
    const all = await runTests([])
    wrong = unexpected(checkout, all.faults)
    // Old tests cannot be fixed any more, so those that fail on a busy machine run once more.
    if (wrong.length > 0) wrong = unexpected(checkout, (await runTests(filesOf(wrong))).faults)
    return all
  })
  if (wrong.length > 0) {
    // Ignores tests that also fail on their own tables.
    const files = filesOf(wrong)
    const own = unexpected(checkout, (await suiteOf(checkout, 'http-postgres', (runTests) => runTests(files))).faults)
    wrong = wrong.filter(({ test: name }) => !own.some(({ test: its }) => its === name))
  }
  const line = `${commit.slice(0, 8)}: ${passed} tests pass on the tables of today, ${faults.length} meet a refusal.`
  return { line, passed, wrong }
}

test('the last release passes its own tests on the tables of today', { timeout: HOUR }, async () => {
  const { version, commit } = await lastRelease()
  const { line, passed, wrong } = await testsOnTablesOfToday(commit)
  console.log(`Version ${version}, ${line}`)
  expect(wrong).toEqual([])
  expect(passed).toBeGreaterThan(1000)
})

test('so does what was there before the newest migration', { timeout: HOUR }, async () => {
  const { line, passed, wrong } = await testsOnTablesOfToday(await beforeNewestMigration())
  console.log(line)
  expect(wrong).toEqual([])
  expect(passed).toBeGreaterThan(1000)
})
