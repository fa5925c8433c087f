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
 * Which tables there are on PostgreSQL, without their columns. Kysely's own look-up asks of each column which sequence it
 * has, and fails where another server that brings the tables up to date drops one at that moment.
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
