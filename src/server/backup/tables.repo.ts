import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { listApplied, listTables, MIGRATION_NAMES, rebuildTables, type Database } from '../db/database.ts'
import { nextID, setNextID } from '../db/engine.ts'
import { isDatabaseAway } from '../db/problems.ts'
import type { JobKind } from '../../shared/jobs.ts'
import type { Schema } from '../db/schema.ts'
import type { ArchivedFile } from './archive.ts'

/**
 * Every table in the order in which they depend on each other, with its primary key, or why no backup has it. A new
 * table does not compile until it is decided.
 */
const TABLES: {
  readonly [Table in keyof Schema]:
    | readonly (keyof Schema[Table] & string)[]
    | 'nobody shall be signed in by an old backup'
    | 'nobody shall be let in by an old backup'
    | 'over when it is restored'
    | 'made anew'
} = {
  settings: ['key'],
  users: ['id'],
  user_roles: ['user_id', 'role'],
  sessions: 'nobody shall be signed in by an old backup',
  session_tokens: 'nobody shall be signed in by an old backup',
  password_resets: 'nobody shall be signed in by an old backup',
  invitations: 'nobody shall be let in by an old backup',
  attempts: 'over when it is restored',
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
  project_invitations: 'nobody shall be let in by an old backup',
  offers: 'nobody shall be let in by an old backup',
  rooms: ['id'],
  items: ['id'],
  blobs: ['id'],
  renditions: 'made anew',
  file_texts: 'made anew',
  file_words: 'made anew',
  uploads: ['id'],
  item_files: ['id'],
  tasks: ['id'],
  answered_suggestions: ['item_id', 'suggestion'],
  inbox_photos: ['id'],
  revisions: ['id'],
  item_words: 'made anew',
  item_ends: 'made anew',
  items_without_words: 'made anew',
  events: ['id'],
  links: ['id'],
  activity_seen: ['project_id', 'user_id'],
  pending_writes: 'over when it is restored',
  file_holds: 'over when it is restored',
  first_answers: 'over when it is restored',
  consultations: ['id'],
  structure_changes: ['id'],
  jobs: ['id'],
  calendars: ['user_id'],
  reminders: ['user_id'],
  refused_mailboxes: ['email_hash'],
}

/** Has rows in an installation that nobody has used yet. */
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
 * Of the installation itself: which store is its own, when it makes backups, what it finds out of itself, and what nobody
 * shall learn from a backup.
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

/** Whether a restored installation does a job that waited when it was backed up; nobody is mailed last week's link. */
const OUTLIVES_RESTORE: Readonly<Record<JobKind, boolean>> = {
  'reset-mail': false,
  'confirm-mail': false,
  'email-changed-mail': false,
  'invitation-mail': false,
  'member-mail': false,
  'offer-mail': false,
  'offer-declined-mail': false,
  'handed-over-mail': false,
  'consultation-mail': true,
  'reminder-mail': false,
  reminders: false,
  sweep: false,
  'file-text': false,
  backup: false,
  words: false,
}

const keptJobs = Object.entries(OUTLIVES_RESTORE).flatMap(([kind, isKept]) => (isKept ? [kind] : []))

/** What nobody uploaded any more is being removed, and may be gone before it is backed up. */
const KEPT_ROWS: Record<string, RawBuilder<SqlBool>> = {
  settings: sql`key not in (${sql.join(OWN_SETTINGS)})`,
  jobs: sql`kind in (${sql.join(keptJobs)})`,
  blobs: sql`exists (select 1 from uploads where uploads.blob_id = blobs.id)`,
}

type Row = Record<string, string | number | null>

/** Few enough that rows of the largest kind are no burden: those of revisions may have megabytes. */
const pageOf = (name: string): number => (name === 'revisions' ? 4 : 200)

/** The rows that a backup keeps, in the order of their key, some at a time. */
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

/** Undefined for a table whose rows have no number. */
export const readNextID = async (snapshot: Database, { name, key }: KeptTable): Promise<number | undefined> =>
  key[0] === 'id' ? nextID(snapshot, name) : undefined

/** The files that those rows need, some at a time. */
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

/** Whether an archive's tables can be brought up to date by this version of the product. */
export const isKnownMigration = (name: string): boolean => MIGRATION_NAMES.includes(name)

/** What stands in the way of replacing all that the database holds; undefined where nothing does. */
export const whatIsInTheWay = async (db: Database): Promise<string | undefined> => {
  const there = new Set(await listTables(db))
  const ours = Object.keys(TABLES).filter((table) => there.has(table))
  if (!there.has('kysely_migration')) {
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

/** What a restore puts in place of all rows. */
export interface NewTable {
  name: string
  nextID: number | undefined
  columns: readonly string[]
  rows: AsyncIterable<unknown[]>
}

/** Far below what a statement takes on either engine, and few enough that long rows are no burden. */
const VALUES_AT_ONCE = 5000

/** Rows that cannot be those of an installation: they break a rule of their table, or it is none of ours. */
export class UnfitRows extends Error {
  constructor(table: string, options?: ErrorOptions) {
    super(`its rows of ${table} are none of an installation`, options)
  }
}

/** What the database refuses is unfit; what it cannot do right now is no fault of the rows. */
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
 * All rows of a database in place of those that are there, in one transaction: tables of the time of a migration, and
 * the installation's own settings as they were. Throws where it turns out to be in use, and UnfitRows.
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
    // No backup has words of items. A table that is not there yet gets its rows when it is made.
    if ((await listTables(trx)).includes('items_without_words')) {
      await sql`insert into items_without_words (item_id) select id from items order by id`.execute(trx)
    }
    if (own.length > 0) await orUnfit('settings', trx.insertInto('settings').values(own).execute())
  })
}
