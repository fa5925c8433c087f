import { sql, type Kysely } from 'kysely'
import { columnTypes } from './frozen.ts'

/** The event that an event undoes, unique, and an index from an event to its parts. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const { REF } = columnTypes(db)
  for (const statement of [
    `alter table events add column undoes ${REF}`,
    `create unique index events_undoes on events (undoes) where undoes is not null`,
    `create index events_part_of on events (part_of) where part_of is not null`,
  ]) {
    await sql.raw(statement).execute(db)
  }
}
