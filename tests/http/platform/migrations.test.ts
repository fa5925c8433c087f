import { rmSync } from 'node:fs'
import { Migrator, sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { isoTime, systemClock } from '../../../src/server/platform/lib/clock.ts'
import { exportStructure } from '../../../src/server/structure/structure-file.service.ts'
import { loadDefaultStructure } from '../../../src/server/structure/default-structure.ts'
import type { StructureFile } from '../../../src/shared/structure/structure-file.ts'
import defaultStructure from '../../../src/server/structure/default-structure.json' with { type: 'json' }
import {
  atOneMoment,
  listApplied,
  listTables,
  migrate,
  openDatabase,
  type Database,
} from '../../../src/server/platform/db/database.ts'
import { migrations } from '../../../src/server/platform/db/migrations/index.ts'
import { unscoped } from '../../../src/server/platform/db/access/unscoped.ts'
import { listPeople } from '../../../src/server/identity/people/people.repo.ts'
import { Role } from '../../../src/shared/contract/roles.ts'
import { slotNumber, type Slot } from '../../../src/shared/structure/room-structure.api.ts'
import { createTestDatabase, ENGINE } from '../../support/database.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { startTestApp } from '../../support/test-app.ts'

const shipped = defaultStructure as StructureFile

/** A database without tables. */
const emptyDatabase = async () => {
  const folder = temporaryFolder()
  const { location, remove } = await createTestDatabase(folder, { empty: true })
  const db = openDatabase(location, () => {})
  onTestFinished(async () => {
    await db.destroy()
    await remove()
    rmSync(folder, { recursive: true, force: true })
  })
  return { db, location, folder }
}

/** Tables, columns, constraints and indexes as the engine reports them. */
const schemaOf = async (db: Database): Promise<string> => {
  const query =
    ENGINE === 'SQLite'
      ? sql<{ line: string }>`
          select sql || ';' as line from sqlite_schema
          where sql is not null and name not like 'sqlite_%' and name not like 'kysely_%' order by type desc, name`
      : sql<{ line: string }>`
          select line from (
            select 1 as part, table_name as of, ordinal_position as place, 'column ' || table_name || '.' || column_name
              || ' ' || data_type || case is_nullable when 'NO' then ' not null' else '' end
              || coalesce(' default ' || column_default, '') || case is_identity when 'YES' then ' identity' else '' end
              as line
            from information_schema.columns where table_schema = 'public'
            union all
            select 2, conrelid::regclass::text, 0, 'constraint ' || conrelid::regclass || '.' || conname || ' '
              || pg_get_constraintdef(oid)
            from pg_constraint where connamespace = 'public'::regnamespace and contype in ('p', 'u', 'f', 'c')
            union all
            select 3, tablename::text, 0, indexdef from pg_indexes where schemaname = 'public'
          ) as lines
          where of not like 'kysely_%' order by part, of, place, line`
  const { rows } = await query.execute(db)
  return rows.map(({ line }) => line).join('\n') + '\n'
}

const rowCounts = async (db: Database) => {
  const tables = await db.introspection.getTables()
  const counts = tables.map(async ({ name }) => {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`.execute(db)
    return [name, rows[0]?.count] as const
  })
  return Object.fromEntries(await Promise.all(counts))
}

const namesOfTypes = async (db: Database) =>
  (await db.selectFrom('room_types').select('name').orderBy('id').execute()).map(({ name }) => name)

describe('an empty database', () => {
  test('is migrated to the current tables', async () => {
    const { db } = await emptyDatabase()
    await migrate(db)
    await expect(await schemaOf(db)).toMatchFileSnapshot(`schema/${ENGINE.toLowerCase()}.sql`)
  })

  test('stays unchanged if it is migrated again', async () => {
    const { db } = await emptyDatabase()
    await migrate(db)
    await loadDefaultStructure(db)
    const [schema, rows] = [await schemaOf(db), await rowCounts(db)]
    await migrate(db)
    await loadDefaultStructure(db)
    expect(await schemaOf(db)).toBe(schema)
    expect(await rowCounts(db)).toEqual(rows)
  })
})

test('a database migrated in one run per migration has the same tables', async () => {
  const { db } = await emptyDatabase()
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  for (const name of Object.keys(migrations)) expect((await migrator.migrateTo(name)).error, name).toBeUndefined()
  await migrate(db)
  await expect(await schemaOf(db)).toMatchFileSnapshot(`schema/${ENGINE.toLowerCase()}.sql`)
})

test('users from before name search are found', async () => {
  const { db } = await emptyDatabase()
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  await migrator.migrateTo('0003-changes-of-the-structure')
  const now = isoTime(systemClock)
  const text = sql.raw("'', '', '', '', '', '', '', ''")
  // More than one batch of the migration.
  for (let at = 0; at < 1100; at += 100) {
    const rows = Array.from({ length: 100 }, (_, n) => {
      const key = `person-${at + n}`
      return sql`(${key}, ${key}, ${key}, ${key}, ${`ÉLODIE ${at + n}`}, 'Ångström', ${text}, ${now}, ${now})`
    })
    await sql`insert into users (username, username_key, email, email_key, first_name, last_name, phone, company,
      address, address2, city, state, zip, password_hash, created_at, updated_at) values ${sql.join(rows)}`.execute(db)
  }
  await migrate(db)
  for (const n of [0, 999, 1000, 1099]) {
    const { users } = await listPeople(db, systemClock, { search: `élodie ${n} ång` })
    expect(users.map(({ username }) => username)).toEqual([`person-${n}`])
  }
})

test('smaller pictures from before papers had their own are kept', async () => {
  const { db } = await emptyDatabase()
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  await migrator.migrateTo('0040-imported-revisions')
  const at = isoTime(systemClock)
  const blob = { storage_key: 'of-file', sha256: 'a', size: 3, type: 'image/jpeg', created_at: at }
  const { id } = await unscoped(db).insertInto('blobs').values(blob).returning('id').executeTakeFirstOrThrow()
  const made = { blob_id: id, kind: 'screen' as const, storage_key: 'of-screen', sha256: 'b', size: 2, created_at: at }
  const none = { blob_id: id, kind: 'thumbnail' as const, storage_key: null, sha256: null, size: null, created_at: at }
  await unscoped(db).insertInto('renditions').values([made, none]).execute()
  await migrate(db)
  await unscoped(db)
    .insertInto('renditions')
    .values({ ...made, kind: 'print', storage_key: 'of-print' })
    .execute()
  const kept = await unscoped(db).selectFrom('renditions').selectAll().orderBy('kind', 'desc').execute()
  expect(kept.map(({ kind, storage_key, size }) => [kind, storage_key, size])).toEqual([
    ['thumbnail', null, null],
    ['screen', 'of-screen', 2],
    ['print', 'of-print', 2],
  ])
})

test('queued mail from before jobs becomes one job each, and nothing else', async () => {
  const { db } = await emptyDatabase()
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  await migrator.migrateTo('0007-events')
  const at = isoTime(systemClock)
  const texts = { email: 'a@example.com', phone: '5', project: '', about: 'Paint', preferred_times: 'Noon' }
  const waits = { name: 'waits', ...texts, created_at: at, mailed_at: null, done_at: null }
  const rows = [waits, { ...waits, name: 'mailed', mailed_at: at }, { ...waits, name: 'done', done_at: at }]
  await db.insertInto('consultations').values(rows).execute()
  await migrate(db)
  const [first] = await db.selectFrom('consultations').select('id').where('name', '=', 'waits').execute()
  const jobs = await db.selectFrom('jobs').select(['kind', 'payload']).execute()
  expect(jobs).toEqual([{ kind: 'consultation-mail', payload: JSON.stringify({ consultationID: first?.id }) }])
})

test('the tables are listed while another server changes them', async () => {
  const { db } = await emptyDatabase()
  await migrate(db)
  const tables = await listTables(db)
  // A lookup that has started still sees the column.
  await atOneMoment(db, async (snapshot) => {
    await listApplied(snapshot)
    await sql`alter table trash_entries drop column deleted_by`.execute(db)
    expect(await listTables(snapshot)).toEqual(tables)
  })
})

describe('the default structure', () => {
  test('is loaded into a new installation', async () => {
    const { db } = await emptyDatabase()
    await migrate(db)
    expect(await namesOfTypes(db)).toEqual([])
    await loadDefaultStructure(db)
    expect(await namesOfTypes(db)).toEqual(Object.keys(shipped.roomTypes))
  })

  test('is never loaded again after an administrator changed it', async () => {
    const { db } = await emptyDatabase()
    await migrate(db)
    await loadDefaultStructure(db)
    await db
      .updateTable('room_types')
      .set({ name: 'Cookery', name_key: 'cookery' })
      .where('name', '=', 'Kitchen')
      .execute()
    await db.deleteFrom('room_types').where('name', '=', 'Garage').execute()
    await db.deleteFrom('subcategory_labels').where('slot', '>', 2).execute()
    const [names, rows] = [await namesOfTypes(db), await rowCounts(db)]
    await loadDefaultStructure(db)
    expect(await namesOfTypes(db)).toEqual(names)
    expect(names).toContain('Cookery')
    expect(await rowCounts(db)).toEqual(rows)
  })

  test('is not loaded again if an administrator removed all of it', async () => {
    const { db } = await emptyDatabase()
    await migrate(db)
    await loadDefaultStructure(db)
    await db.deleteFrom('room_types').execute()
    await loadDefaultStructure(db)
    expect(await namesOfTypes(db)).toEqual([])
  })

  test('is not loaded beside existing room types', async () => {
    const { db } = await emptyDatabase()
    await migrate(db)
    await db.insertInto('room_types').values({ name: 'Barn', name_key: 'barn' }).execute()
    await loadDefaultStructure(db)
    expect(await namesOfTypes(db)).toEqual(['Barn'])
  })

  test('is rolled back if loading fails, and loaded by the next start', async () => {
    const { db } = await emptyDatabase()
    await migrate(db)
    const broken = { ...shipped, subcategories: { ...shipped.subcategories, Broken: ['Brand', 'Brand'] } }
    await expect(loadDefaultStructure(db, broken)).rejects.toThrow()
    expect(await namesOfTypes(db)).toEqual([])
    await loadDefaultStructure(db)
    expect(await namesOfTypes(db)).toEqual(Object.keys(shipped.roomTypes))
  })
})

describe('the tables', () => {
  const settled = async () => {
    const { services, newUser } = await startTestApp()
    const user = await newUser()
    const projectID = await user.newProject('Maple Street')
    const roomID = await user.newRoom(projectID)
    const [file] = await user.upload([{ name: 'a.txt', bytes: Buffer.from('a') }])
    const itemID = await user.newItem(projectID, roomID, {}, JSON.stringify({ 'a.txt': file?.remote }))
    return { db: services.db, user, projectID, roomID, itemID }
  }

  test('keep a room with its items and project', async () => {
    const { db, user, roomID, itemID } = await settled()
    const project_id = await user.newProject('Birch Lane')
    await expect(db.updateTable('items').set({ project_id }).where('id', '=', itemID).execute()).rejects.toThrow()
    await db.updateTable('rooms').set({ project_id }).where('id', '=', roomID).execute()
    const item = await db.selectFrom('items').select('project_id').where('id', '=', itemID).executeTakeFirstOrThrow()
    expect(item).toEqual({ project_id })
  })

  test('reject a second live project of one name, a seventh slot and a file twice under one name', async () => {
    const { db, user, projectID } = await settled()
    await user.newProject('Birch Lane')
    const rename = db.updateTable('projects').set({ name_key: 'birch lane' }).where('id', '=', projectID)
    await expect(rename.execute()).rejects.toThrow()
    await expect(
      db.updateTable('subcategory_labels').set({ slot: 7 }).where('slot', '=', 6).execute(),
    ).rejects.toThrow()
    const { id: _, ...file } = await db.selectFrom('item_files').selectAll().executeTakeFirstOrThrow()
    await expect(db.insertInto('item_files').values(file).execute()).rejects.toThrow()
  })

  test('refuse to delete an upload on an item', async () => {
    const { db } = await settled()
    await expect(db.deleteFrom('uploads').execute()).rejects.toThrow()
    await expect(db.deleteFrom('blobs').execute()).rejects.toThrow()
  })

  test('cascade from a user to their data, and nothing of others', async () => {
    const { db } = await settled()
    // Projects first: they reference a user's uploads.
    await db.deleteFrom('projects').execute()
    await db.deleteFrom('users').execute()
    expect(await rowCounts(db)).toMatchObject({
      projects: 0,
      rooms: 0,
      items: 0,
      item_files: 0,
      uploads: 0,
      sessions: 0,
      session_tokens: 0,
      user_roles: 0,
      room_types: Object.keys(shipped.roomTypes).length,
    })
  })

  test('accept known roles only', async () => {
    const { db, projectID } = await settled()
    const { id } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow()
    const member = { project_id: projectID, user_id: id, role: 'owner' as 'editor' }
    await expect(db.insertInto('project_members').values(member).execute()).rejects.toThrow()
    await expect(db.insertInto('user_roles').values({ user_id: id, role: Role.User }).execute()).rejects.toThrow()
  })
})

test('subcategories from before titles use the shipped labels or their first two for the titles of items', async () => {
  const { db } = await emptyDatabase()
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  await migrator.migrateTo('0011-events-go-by-a-trigger')
  const now = isoTime(systemClock)
  const subcategories: [name: string, labels: string[]][] = Object.entries(shipped.subcategories)
  const labels = [...new Set(subcategories.flatMap(([, names]) => names))]
  const insert = async (table: string, rows: readonly ReturnType<typeof sql>[]) => {
    for (let at = 0; at < rows.length; at += 200)
      await sql`insert into ${sql.raw(table)} values ${sql.join(rows.slice(at, at + 200))}`.execute(db)
  }
  await insert(
    'labels (id, name, name_key)',
    labels.map((name, at) => sql`(${at + 1}, ${name}, ${name})`),
  )
  await insert(
    'subcategories (id, name, name_key)',
    [...subcategories.map(([name]) => name), 'Bare', 'Late'].map((name, at) => sql`(${at + 1}, ${name}, ${name})`),
  )
  const places = subcategories.flatMap(([, names], at) =>
    names.map((name, slot) => sql`(${at + 1}, ${slot + 1}, ${labels.indexOf(name) + 1})`),
  )
  const late = subcategories.length + 2
  await insert('subcategory_labels (subcategory_id, slot, label_id)', [...places, sql`(${late}, 4, 1)`])
  await sql`insert into users (id, username, username_key, email, email_key, first_name, last_name, name_key, phone, company, address,
    address2, city, state, zip, password_hash, created_at, updated_at)
    values (1, 'robin', 'robin', 'r', 'r', '', '', '', '', '', '', '', '', '', '', '', ${now}, ${now})`.execute(db)
  await sql`insert into room_types (id, name, name_key) values (1, 'Hall', 'hall')`.execute(db)
  await sql`insert into categories (id, name, name_key) values (1, 'All', 'all')`.execute(db)
  await sql`insert into projects (id, owner_id, name, name_key, client, address, address2, city, state, zip, created_at,
    updated_at) values (1, 1, 'Home', 'home', '', '', '', '', '', '', ${now}, ${now})`.execute(db)
  await sql`insert into rooms (id, project_id, room_type_id, name, created_at, updated_at)
    values (1, 1, 1, 'Hall', ${now}, ${now})`.execute(db)
  const idOf = (name: string) => subcategories.findIndex(([each]) => each === name) + 1
  const item = (subcategory: number, values: readonly string[]) => {
    const fields = Array.from({ length: 6 }, (_, slot) => sql`${values[slot] ?? ''}`)
    return sql`(1, 1, 1, ${subcategory}, ${sql.join(fields)}, '', ${now}, ${now})`
  }
  const paint = item(idOf('Wall Paint'), ['Harrow & Vale', ' Dry  Sage', 'HV-6102, #B9C6B4', 'Eggshell'])
  await insert(
    'items (project_id, room_id, category_id, subcategory_id, field1, field2, field3, field4, field5, field6, notes, created_at, updated_at)',
    [
      ...Array.from({ length: 1100 }, () => paint),
      item(idOf('Faucet'), ['Castellan', 'Castellan K-77']),
      item(idOf('Faucet'), ['', '', 'Brass']),
      item(late - 1, ['hidden']),
      item(late, ['hidden', '', '', 'Oak']),
    ],
  )

  await migrate(db)
  const { rows } = await sql<{ name: string; telling: string }>`
    select name, telling from subcategories order by id`.execute(db)
  const { standsFor, wanted, kinds } = await exportStructure(db)
  expect(standsFor).toEqual(defaultStructure.standsFor)
  expect(wanted).toEqual(defaultStructure.wanted)
  expect(kinds).toEqual(defaultStructure.kinds)
  const told = rows.map(({ name, telling }) => [
    name,
    (JSON.parse(telling) as Slot[]).map((slot) => shippedLabels(name)[slotNumber(slot) - 1] ?? slot),
  ])
  expect(told).toEqual([...Object.entries(defaultStructure.telling), ['Bare', []], ['Late', ['field4']]])
  const items = await sql<{ title: string }>`select title from items order by id`.execute(db)
  const titles = items.rows.map(({ title }) => title)
  expect(new Set(titles.slice(0, 1100))).toEqual(new Set(['Dry Sage HV-6102']))
  expect(titles.slice(1100)).toEqual(['Castellan K-77', 'Faucet', 'Bare', 'Oak'])
})

const shippedLabels = (subcategory: string): string[] =>
  Object.entries<string[]>(shipped.subcategories).find(([name]) => name === subcategory)?.[1] ?? []
