import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** The names of all databases of this run begin with it. */
    databasePrefix: string
  }
}

/** Names the databases of this run, and drops those that are left when it ends. */
export default (project: TestProject): (() => Promise<void>) => {
  const prefix = `test_${randomBytes(4).toString('hex')}_`
  project.provide('databasePrefix', prefix)
  return async () => {
    const client = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL })
    await client.connect()
    const { rows } = await client.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1)',
      [prefix],
    )
    for (const { datname } of rows) await client.query(`drop database ${datname} with (force)`)
    await client.end()
  }
}
