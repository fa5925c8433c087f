import { sql, type Kysely } from 'kysely'
import { columnTypes, engineOf } from './frozen.ts'

const MOST_WAITING = 1000
const FULL = `'More than 1,000 messages were waiting to be sent.'`

/**
 * Of each webhook at most 1,000 messages wait: one more event ends it. While a webhook pauses, because its address failed,
 * new messages are due when the pause is over. Restoring rows makes no jobs, so these columns may refer to absent ones.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const { REF, TIME } = columnTypes(db)
  const isSQLite = engineOf(db) === 'SQLite'
  const waiting = `(select count(*) from jobs where jobs.webhook_id = webhooks.id)`
  const job = (payload: string, due: string) => `
    update webhooks set ended = ${FULL}
      where webhooks.project_id = new.project_id and webhooks.ended is null and ${waiting} >= ${MOST_WAITING};
    insert into jobs (kind, payload, created_at, due_at, noted_at, webhook_id)
      select 'webhook', ${payload}, new.at, ${due}, new.at, webhooks.id
      from webhooks where webhooks.project_id = new.project_id and webhooks.ended is null;`
  const onSQLite = [
    `drop trigger events_for_webhooks`,
    `create trigger events_for_webhooks after insert on events when new.part_of is null begin
      ${job(
        `json_object('webhookID', webhooks.id, 'eventID', new.id)`,
        `max(new.at, coalesce(webhooks.paused_until, new.at))`,
      )}
    end`,
  ]
  const onPostgreSQL = [
    `create or replace function events_for_webhooks() returns trigger language plpgsql as $$ begin
      ${job(
        `json_build_object('webhookID', webhooks.id, 'eventID', new.id)::text`,
        `greatest(new.at, webhooks.paused_until)`,
      )}
      return null;
    end $$`,
  ]
  const statements = [
    `alter table webhooks add column tries integer not null default 0`,
    `alter table webhooks add column paused_until ${TIME}`,
    `alter table jobs add column webhook_id ${REF}`,
    `update jobs set webhook_id = ${isSQLite ? `json_extract(payload, '$.webhookID')` : `(payload::json->>'webhookID')::bigint`}
      where kind = 'webhook'`,
    `create index jobs_webhook on jobs (webhook_id) where webhook_id is not null`,
    ...(isSQLite ? onSQLite : onPostgreSQL),
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
