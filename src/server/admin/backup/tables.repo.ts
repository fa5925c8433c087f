import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { listApplied, listTables, MIGRATION_NAMES, rebuildTables, type Database } from '../../platform/db/database.ts'
import { nextID, setNextID } from '../../platform/db/engine.ts'
import { isDatabaseAway } from '../../platform/db/problems.ts'
import type { JobKind } from '../../../shared/admin/jobs.api.ts'
import type { Schema } from '../../platform/db/schema.ts'
import type { ArchivedFile } from './archive.ts'

/**
 * Every table in dependency order with its primary key, or the reason why it is not backed up. A new table does not
 * compile until it is listed.
 */
const TABLES: {
  readonly [Table in keyof Schema]:
    | readonly (keyof Schema[Table] & string)[]
    | 'an old backup must not sign anyone in'
    | 'an old backup must not grant access'
    | 'outdated when restored'
    | 'rebuilt after a restore'
} = {
  settings: ['key'],
  users: ['id'],
  user_roles: ['user_id', 'role'],
  sessions: 'an old backup must not sign anyone in',
  session_tokens: 'an old backup must not sign anyone in',
  password_resets: 'an old backup must not sign anyone in',
  invitations: 'an old backup must not grant access',
  attempts: 'outdated when restored',
  room_types: ['id'],
  categories: ['id'],
  subcategories: ['id'],
  labels: ['id'],
  room_type_categories: ['room_type_id', 'category_id'],
  room_type_subcategories: ['room_type_id', 'category_id', 'subcategory_id'],
  subcategory_labels: ['subcategory_id', 'slot'],
  trash_entries: ['id'],
  projects: ['id'],
  project_members: ['project_id', 'user_id'],
  project_invitations: 'an old backup must not grant access',
  offers: 'an old backup must not grant access',
  rooms: ['id'],
  items: ['id'],
  blobs: ['id'],
  renditions: 'rebuilt after a restore',
  file_texts: 'rebuilt after a restore',
  file_words: 'rebuilt after a restore',
  file_pages: 'rebuilt after a restore',
  uploads: ['id'],
  item_files: ['id'],
  tasks: ['id'],
  answered_suggestions: ['item_id', 'suggestion'],
  inbox_photos: ['id'],
  revisions: ['id'],
  item_words: 'rebuilt after a restore',
  item_ends: 'rebuilt after a restore',
  items_without_words: 'rebuilt after a restore',
  events: ['id'],
  links: ['id'],
  // After events: its trigger would send the past again.
  webhooks: ['id'],
  webhook_deliveries: 'outdated when restored',
  brandings: ['id'],
  activity_seen: ['project_id', 'user_id'],
  pending_writes: 'outdated when restored',
  backup_locks: 'outdated when restored',
  idempotency_keys: 'outdated when restored',
  consultations: ['id'],
  structure_changes: ['id'],
  jobs: ['id'],
  calendars: ['user_id'],
  reminders: ['user_id'],
  refused_mailboxes: ['email_hash'],
  second_factors: ['user_id'],
  passkeys: ['id'],
  api_keys: ['id'],
  api_key_projects: ['key_id', 'project_id'],
  security_events: ['id'],
  provider_accounts: ['issuer', 'subject'],
  challenges: 'an old backup must not sign anyone in',
  recovery_codes: ['user_id', 'code_hash'],
  remembered_browsers: 'an old backup must not sign anyone in',
}

/** Tables that have rows even in an unused installation. */
const IN_EVERY_INSTALLATION: readonly string[] = [
  'settings',
  'room_types',
  'categories',
  'subcategories',
  'labels',
  'room_type_categories',
  'room_type_subcategories',
  'subcategory_labels',
  'jobs',
] satisfies (keyof Schema)[]

export interface KeptTable {
  name: string
  key: readonly string[]
}

export const KEPT_TABLES: readonly KeptTable[] = Object.entries(TABLES).flatMap(([name, key]) =>
  typeof key === 'string' ? [] : [{ name, key }],
)

/**
 * Settings of the installation itself that are not backed up: its store, its backups, its findings about itself, and
 * its secrets.
 */
const OWN_SETTINGS = [
  'file_store',
  'backup_made',
  'backup_latest',
  'backup_failed',
  'room_for_saves',
  'mail_failure',
  'admin_code',
  'link_secret',
]

/** Whether a pending job survives a restore; mails with outdated links do not. */
const OUTLIVES_RESTORE: Readonly<Record<JobKind, boolean>> = {
  'reset-mail': false,
  'confirm-mail': false,
  'email-changed-mail': false,
  'security-mail': false,
  'invitation-mail': false,
  'member-mail': false,
  'offer-mail': false,
  'offer-declined-mail': false,
  'handed-over-mail': false,
  'consultation-mail': true,
  'reminder-mail': false,
  reminders: false,
  webhook: false,
  sweep: false,
  'file-text': false,
  backup: false,
  words: false,
}

const keptJobs = Object.entries(OUTLIVES_RESTORE).flatMap(([kind, isKept]) => (isKept ? [kind] : []))

/** Blobs without an upload are being deleted and may be gone before they are backed up. */
const KEPT_ROWS: Record<string, RawBuilder<SqlBool>> = {
  settings: sql`key not in (${sql.join(OWN_SETTINGS)})`,
  jobs: sql`kind in (${sql.join(keptJobs)})`,
  blobs: sql`exists (select 1 from uploads where uploads.blob_id = blobs.id)`,
}

type Row = Record<string, string | number | null>

/** Keeps pages of the largest rows small: revisions can have megabytes each. */
const pageOf = (name: string): number => (name === 'revisions' ? 4 : 200)

/** The rows that a backup keeps, in key order, page by page. */
export async function* readRows(snapshot: Database, { name, key }: KeptTable): AsyncGenerator<Row[]> {
  const columns = sql.join(key.map((column) => sql.ref(column)))
  const isKept = KEPT_ROWS[name] ?? sql`1 = 1`
  for (let after = sql`1 = 1`; ;) {
    const { rows } = await sql<Row>`
      select * from ${sql.table(name)} where ${isKept} and ${after} order by ${columns} limit ${pageOf(name)}`.execute(
      snapshot,
    )
    const last = rows.at(-1)
    if (!last) return
    yield rows
    after = sql`(${columns}) > (${sql.join(key.map((column) => last[column]))})`
  }
}

/** Undefined for tables without a numeric id. */
export const readNextID = async (snapshot: Database, { name, key }: KeptTable): Promise<number | undefined> =>
  key[0] === 'id' ? nextID(snapshot, name) : undefined

/** The files that those rows need, page by page. */
export async function* readFileList(snapshot: Database): AsyncGenerator<ArchivedFile[]> {
  for await (const rows of readRows(snapshot, { name: 'blobs', key: TABLES.blobs as readonly string[] })) {
    yield rows.map(({ storage_key, size, sha256 }) => ({
      storageKey: String(storage_key),
      size: Number(size),
      sha256: String(sha256),
    }))
  }
}

export const readMigration = async (snapshot: Database): Promise<string> => {
  const last = (await listApplied(snapshot)).at(-1)
  if (last === undefined) throw new Error('No migration has been applied.')
  return last
}

/** Whether this version of the product can migrate an archive's tables. */
export const isKnownMigration = (name: string): boolean => MIGRATION_NAMES.includes(name)

/** What prevents replacing the database's contents; undefined if nothing does. */
export const whatIsInTheWay = async (db: Database): Promise<string | undefined> => {
  const tables = new Set(await listTables(db))
  const ours = Object.keys(TABLES).filter((table) => tables.has(table))
  if (!tables.has('kysely_migration')) {
    return ours.length === 0 ? undefined : `tables of something else, such as ${ours[0]}`
  }
  const unknown = (await listApplied(db)).find((name) => !isKnownMigration(name))
  if (unknown !== undefined) return 'tables of a newer version of Roomfolio, or of something else'
  for (const { name } of KEPT_TABLES) {
    if (!ours.includes(name) || IN_EVERY_INSTALLATION.includes(name)) continue
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(db)
    if (rows.length > 0) return `somebody's data: there are rows in ${name}`
  }
  return undefined
}

/** A table for a restore to insert. */
interface NewTable {
  name: string
  nextID: number | undefined
  columns: readonly string[]
  rows: AsyncIterable<unknown[]>
}

/** Far below the parameter limits of both engines, and small enough for long rows. */
const VALUES_AT_ONCE = 5000

/** Rows that cannot come from an installation: they break a rule of their table, or the table is unknown. */
export class UnfitRows extends Error {
  constructor(table: string, options?: ErrorOptions) {
    super(`its rows of ${table} are not valid`, options)
  }
}

/** Errors from the database mean unfit rows, unless the database is unavailable. */
const orUnfit = async <T>(table: string, work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    throw isDatabaseAway(error) ? error : new UnfitRows(table, { cause: error })
  }
}

const insert = async (trx: Database, { name, columns }: NewTable, rows: readonly unknown[][]): Promise<void> => {
  const values = sql.join(rows.map((row) => sql`(${sql.join(row)})`))
  const names = sql.join(columns.map((column) => sql.id(column)))
  await orUnfit(name, sql`insert into ${sql.table(name)} (${names}) values ${values}`.execute(trx))
}

/**
 * Replaces all rows of a database in one transaction: tables as of a migration, keeping the installation's own
 * settings. Throws if it turns out to be in use, and UnfitRows.
 */
export const replaceEverything = async (
  db: Database,
  migration: string,
  tables: AsyncIterable<NewTable>,
  onTable: (name: string) => void,
): Promise<void> => {
  await db.transaction().execute(async (trx) => {
    const own = await trx.selectFrom('settings').where('key', 'in', OWN_SETTINGS).selectAll().execute()
    const inTheWay = await whatIsInTheWay(trx)
    if (inTheWay !== undefined) throw new Error(`The database holds ${inTheWay}.`)
    await rebuildTables(trx, Object.keys(TABLES), migration)
    for await (const table of tables) {
      if (!KEPT_TABLES.some(({ name }) => name === table.name)) throw new UnfitRows(table.name)
      const fitting = Math.max(1, Math.floor(VALUES_AT_ONCE / table.columns.length))
      const atOnce = table.name === 'revisions' ? Math.min(pageOf(table.name), fitting) : fitting
      let batch: unknown[][] = []
      for await (const row of table.rows) {
        if (batch.push(row) < atOnce) continue
        await insert(trx, table, batch)
        batch = []
      }
      if (batch.length > 0) await insert(trx, table, batch)
      if (table.nextID !== undefined) await orUnfit(table.name, setNextID(trx, table.name, table.nextID))
      onTable(table.name)
    }
    // Backups do not contain search words. If the table does not exist yet, its migration fills it.
    if ((await listTables(trx)).includes('items_without_words')) {
      await sql`insert into items_without_words (item_id) select id from items order by id`.execute(trx)
    }
    if (own.length > 0) await orUnfit('settings', trx.insertInto('settings').values(own).execute())
  })
}
