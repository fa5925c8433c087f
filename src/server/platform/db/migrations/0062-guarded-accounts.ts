import { sql, type Kysely } from 'kysely'
import { columnTypes } from './frozen.ts'

/** Browsers that a user can make unknown and list, and failures of a minute that are one event with a count. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const { REF, TIME } = columnTypes(db)
  const statements = [
    `alter table users add column browsers_since ${TIME}`,
    `alter table remembered_browsers add column user_agent text not null default ''`,
    `alter table security_events add column times ${REF} not null default 1`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
