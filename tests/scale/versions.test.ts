import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { listApplied, migrate, MIGRATION_NAMES, openDatabase } from '../../src/server/platform/db/database.ts'
import { beforeNewestMigration, checkoutOf, lastRelease } from './releases.ts'
import { suiteOf, type Fault } from './suite.ts'

const HOUR = 3_600_000

/** The beginning of what an older version says wherever it refuses tables that it does not know. */
const REFUSAL = 'newer versi'

const KNOWN = [
  // Compares every table; deleted items still wait in a list of today's to be looked at.
  'deleting the account leaves nothing of it, and everything of everybody else',
  // Drops a table that others refer to today.
  'stay where nobody knows whether the database has committed them',
  // Rooms take their items to another project since migration 0024.
  'keep a room, its items and its project together',
]

const fileOf = (test: string): string => test.split(':', 1)[0] ?? ''

/** Failures that are no refusal. A command's refusal shows in its exit code alone. */
const unexpected = (checkout: string, faults: readonly Fault[]): Fault[] => {
  const runsCommands = (file: string) =>
    /support\/(command|programs|backups)\.ts/.test(readFileSync(join(checkout, file), 'utf8'))
  return faults.filter(({ test: name, message }) => {
    const isRefusal = message.includes(REFUSAL) || runsCommands(fileOf(name))
    return !isRefusal && !KNOWN.some((known) => name.includes(known))
  })
}

/** Brings the database, of which each test of a version gets a copy, up to date as a server of today does beside it. */
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

/** Runs the tests of another version on the tables of today, and answers a line for people and what must not be. */
const testsOnTablesOfToday = async (commit: string) => {
  const checkout = await checkoutOf(commit)
  let wrong: Fault[] = []
  const { passed, faults } = await suiteOf(checkout, 'http-postgres', async (runTests, databaseURL) => {
    // Makes that database.
    await runTests(['room-types.test.ts'])
    await upgradeTemplate(databaseURL)
    const all = await runTests([])
    wrong = unexpected(checkout, all.faults)
    // What an old test does not stand on a busy machine nobody can mend any more: it is asked once more.
    if (wrong.length > 0) wrong = unexpected(checkout, (await runTests(filesOf(wrong))).faults)
    return all
  })
  if (wrong.length > 0) {
    // Nor what fails on its own tables as well.
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
