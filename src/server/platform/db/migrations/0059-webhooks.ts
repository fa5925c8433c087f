import { sql, type Kysely } from 'kysely'
import { columnTypes, engineOf } from './frozen.ts'

/**
 * Webhooks and their deliveries. A trigger makes the job of each event, in the transaction of the event and without work
 * for projects that have none. Parts of a bulk action make no jobs.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const { ID, REF, TIME, STRICT } = columnTypes(db)
  const tables = [
    `create table webhooks (
      id ${ID}, project_id ${REF} not null references projects (id) on delete cascade, address text not null,
      topics text not null, secret text not null, created_at ${TIME} not null, ended text) ${STRICT}`,
    `create index webhooks_project on webhooks (project_id)`,
    `create table webhook_deliveries (
      id ${ID}, webhook_id ${REF} not null references webhooks (id) on delete cascade, message_id text not null,
      type text not null, at ${TIME} not null, tries integer not null, status integer, failure text,
      unique (webhook_id, message_id)) ${STRICT}`,
  ]
  const job = (payload: string) => `
    insert into jobs (kind, payload, created_at, due_at, noted_at)
      select 'webhook', ${payload}, new.at, new.at, new.at
      from webhooks where webhooks.project_id = new.project_id and webhooks.ended is null;`
  const onSQLite = [
    `create trigger events_for_webhooks after insert on events when new.part_of is null begin
      ${job(`json_object('webhookID', webhooks.id, 'eventID', new.id)`)}
    end`,
  ]
  const onPostgreSQL = [
    `create or replace function events_for_webhooks() returns trigger language plpgsql as $$ begin
      ${job(`json_build_object('webhookID', webhooks.id, 'eventID', new.id)::text`)}
      return null;
    end $$`,
    `create trigger events_for_webhooks after insert on events
      for each row when (new.part_of is null) execute function events_for_webhooks()`,
  ]
  for (const statement of [...tables, ...(engineOf(db) === 'SQLite' ? onSQLite : onPostgreSQL)])
    await sql.raw(statement).execute(db)
}
