import { sql, type Kysely } from 'kysely'
import { columnTypes } from './frozen.ts'

/** Second factors, their recovery codes, and the browsers that need no code for a while. All go with the factor. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const { REF, TIME, STRICT } = columnTypes(db)
  const factor = `${REF} not null references second_factors (user_id) on delete cascade`
  const statements = [
    `create table second_factors (
      user_id ${REF} primary key references users (id) on delete cascade, secret text not null,
      last_step ${REF} not null, created_at ${TIME} not null) ${STRICT}`,
    `create table recovery_codes (user_id ${factor}, code_hash text not null, primary key (user_id, code_hash)) ${STRICT}`,
    `create table remembered_browsers (
      user_id ${factor}, browser_hash text not null, expires_at ${TIME} not null,
      primary key (user_id, browser_hash)) ${STRICT}`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
