import {
  DEFAULT_MIGRATION_LOCK_TABLE,
  DEFAULT_MIGRATION_TABLE,
  PostgresIntrospector,
  sql,
  type DatabaseMetadataOptions,
  type Kysely,
  type TableMetadata,
} from 'kysely'

/**
 * Lists tables on PostgreSQL without columns. Kysely's own query looks up the sequence of each column, and fails if
 * another server drops a table in a migration at the same time.
 */
export class TableNames extends PostgresIntrospector {
  readonly #db: Kysely<unknown>

  constructor(db: Kysely<unknown>) {
    super(db)
    this.#db = db
  }

  override async getTables(
    { withInternalKyselyTables }: DatabaseMetadataOptions = { withInternalKyselyTables: false },
  ): Promise<TableMetadata[]> {
    const { rows } = await sql<{ name: string; schema: string; isView: boolean }>`
      select relname as name, nspname as schema, relkind = 'v' as "isView"
      from pg_catalog.pg_class join pg_catalog.pg_namespace on pg_namespace.oid = relnamespace
      where relkind in ('r', 'p', 'v') and nspname !~ '^pg_' and nspname <> 'information_schema'
        and has_schema_privilege(nspname, 'USAGE')
      order by nspname, relname`.execute(this.#db)
    const internal = [DEFAULT_MIGRATION_TABLE, DEFAULT_MIGRATION_LOCK_TABLE]
    return rows
      .filter(({ name }) => withInternalKyselyTables || !internal.includes(name))
      .map((table) => ({ ...table, columns: [] }))
  }
}
