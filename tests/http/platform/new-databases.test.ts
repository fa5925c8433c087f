import { rmSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../../src/server/platform/db/database.ts'
import { createTestDatabase, ENGINE, type TestDatabase } from '../../support/database.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const on = async <T>(
  { location }: TestDatabase,
  work: (db: ReturnType<typeof openDatabase>) => Promise<T>,
): Promise<T> => {
  const db = openDatabase(location, () => {})
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

/** Every row of every table, and the next ids. */
const contentOf = (database: TestDatabase) =>
  on(database, async (db) => {
    const tables = (await db.introspection.getTables({ withInternalKyselyTables: true })).map(({ name }) => name)
    const rows: Record<string, string[]> = {}
    for (const name of tables) {
      const { rows: found } = await sql`select * from ${sql.table(name)}`.execute(db)
      rows[name] = found.map((row) => JSON.stringify(row)).sort()
    }
    const numbers = sql`select sequencename, last_value from pg_sequences order by 1`
    return { rows, numbers: ENGINE === 'PostgreSQL' ? (await numbers.execute(db)).rows : [] }
  })

const run = (database: TestDatabase, ...statements: readonly string[]) =>
  on(database, async (db) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  })

const ONE_MORE = "insert into labels (name, name_key) values ('Dye Lot of the Grout', 'dye lot of the grout')"
const ONE_LESS = 'delete from subcategory_labels where label_id = (select min(label_id) from subcategory_labels)'

const LEFT: readonly (readonly [what: string, ...statements: string[]])[] = [
  ['all as it was'],
  ['a row more', ONE_MORE],
  ['rows less', ONE_LESS],
  ['a row that has changed', "update labels set name = 'Dye Lot' where id = (select min(id) from labels)"],
  ['a table without rows', 'delete from subcategory_labels'],
  ['what a row that came and went leaves', ONE_MORE, "delete from labels where name = 'Dye Lot of the Grout'"],
  ['a table more', 'create table dye_lots (id integer)'],
  ['a table less', 'drop table subcategory_labels'],
  ['a column more', 'alter table labels add column dye_lot integer'],
]

test.each(LEFT)('a test finds a new database if the previous one left %s', async (_, ...statements) => {
  const folder = temporaryFolder()
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const first = await createTestDatabase(folder)
  const before = await contentOf(first)
  expect(before.rows).toMatchObject({ labels: expect.arrayContaining([expect.stringContaining('Brand')]) })
  await run(first, ...statements)
  await first.remove()
  const second = await createTestDatabase(folder)
  onTestFinished(() => second.remove())
  expect(await contentOf(second)).toEqual(before)
})
