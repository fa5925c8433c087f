import { sql, type Kysely } from 'kysely'
import { engineOf } from './frozen.ts'

/**
 * Tables get the names that code uses for their rows. On PostgreSQL, views keep the former names for servers of 0.2.0 while
 * several servers are upgraded one at a time.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const statements = [
    'alter table file_holds rename to backup_locks',
    'alter table first_answers rename to idempotency_keys',
    'drop index first_answers_user',
    'drop index first_answers_at',
    'create index idempotency_keys_user on idempotency_keys (user_id)',
    'create index idempotency_keys_at on idempotency_keys (at)',
  ]
  const views = [
    'create view file_holds as select * from backup_locks',
    'create view first_answers as select * from idempotency_keys',
  ]
  for (const statement of engineOf(db) === 'SQLite' ? statements : [...statements, ...views])
    await sql.raw(statement).execute(db)
}
