import { sql, type Kysely } from 'kysely'
import { columnTypes } from './frozen.ts'

/**
 * Browsers that a user can make unknown and list, failures of a minute that are one event with a count, and links to a
 * provider that moved. ID tokens were readable.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const { REF, TIME } = columnTypes(db)
  const statements = [
    `alter table users add column browsers_since ${TIME}`,
    `alter table remembered_browsers add column user_agent text not null default ''`,
    `alter table security_events add column times ${REF} not null default 1`,
    `alter table provider_accounts add column finds_by_email ${REF} not null default 0`,
    `alter table provider_accounts add column email text`,
    `update sessions set id_token = null`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
