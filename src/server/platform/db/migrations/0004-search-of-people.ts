import { sql, type Kysely } from 'kysely'
import { columnTypes, engineOf, nameKeyOf0004 } from './frozen.ts'

interface User {
  id: number
  first_name: string
  last_name: string
}

const AT_ONCE = 1000

/** A searchable form of people's names; usernames and email addresses already have one. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const { REF } = columnTypes(db)
  await sql`alter table users add column name_key text not null default ''`.execute(db)
  for (let last = 0; ;) {
    const { rows } = await sql<User>`
      select id, first_name, last_name from users where id > ${last} order by id limit ${AT_ONCE}`.execute(db)
    if (rows.length === 0) break
    const keys = rows.map(
      ({ id, first_name, last_name }) => sql`(${id}, ${nameKeyOf0004(`${first_name} ${last_name}`)})`,
    )
    await sql`
      update users set name_key = named.column2 from (values ${sql.join(keys)}) as named
      where users.id = cast(named.column1 as ${sql.raw(REF)})`.execute(db)
    last = rows.at(-1)?.id ?? last
  }
  // SQLite scans this index, which is much smaller than the table. In PostgreSQL long names would exceed its entry
  // size.
  if (engineOf(db) === 'SQLite') {
    await sql`create index users_search on users (username_key, email_key, name_key)`.execute(db)
  }
}
