import { sql, type Kysely } from 'kysely'
import { columnTypes } from './frozen.ts'

/** Marks accounts whose password someone else set; they must set a new one first. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const { REF } = columnTypes(db)
  await sql.raw(`alter table users add column must_change_password ${REF} not null default 0`).execute(db)
}
