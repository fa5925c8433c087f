import { setTimeout } from 'node:timers/promises'
import { sql, type RawBuilder } from 'kysely'
import { openDatabase, type Database, type DatabaseLocation } from '../../src/server/platform/db/database.ts'
import { itemWords, storedWords } from '../../src/server/search/item-words.ts'
import { load } from './load.ts'
import { percentile } from './median.ts'
import { ADJECTIVES, fieldsOf, MAKERS, mixed, notesOf, pick } from './plausible-items.ts'
import type { Size } from './sizes.ts'

/**
 * Measures search as one types, by the time of each answer: somebody with 10,000 items in 25 homes and 1,000 files among
 * items of others. Then the list of projects of somebody with 200 homes. The data is put into the tables directly.
 */

const ROOMS = 12
const OTHERS_A_HOME = 250
/** What 95 of 100 answers may take, in milliseconds. */
export const SEARCH_TARGET_MS = 50
const PROJECTS_TARGET_A_SECOND = 65

/** Queries as they grow while somebody types them. */
const TYPED = [
  'dry sage',
  'hv-61',
  'walnut kitchen',
  'harow',
  'satin nickel bath',
  'sw 7008',
  'zebra',
  'lodz',
  'receipt blue',
]
const queries = TYPED.flatMap((text) => Array.from(text, (_, at) => text.slice(0, at + 1))).filter(
  (text) => !text.endsWith(' '),
)

const insertAll = async (
  db: Database,
  table: string,
  rows: Record<string, string | number | null>[],
): Promise<void> => {
  const columns = Object.keys(rows[0] ?? {})
  const atOnce = Math.floor(20_000 / Math.max(columns.length, 1))
  for (let from = 0; from < rows.length; from += atOnce) {
    const values: RawBuilder<unknown>[] = rows
      .slice(from, from + atOnce)
      .map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`)
    await sql`insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.id(column)))})
      values ${sql.join(values)}`.execute(db)
  }
}

interface Filled {
  ids: { projects: number; rooms: number; items: number }
}

/** Homes of one user, with their rooms, items and words. */
const fill = async (
  db: Database,
  filled: Filled,
  { userID, homes, items, files }: { userID: number; homes: number; items: number; files: number },
): Promise<void> => {
  const at = '2026-01-01T00:00:00.000Z'
  const kept = { created_at: at, updated_at: at }
  const { ids } = filled
  const subcategories = await sql<{ catID: number; subcatID: number; labels: number }>`
    select s.category_id as "catID", s.subcategory_id as "subcatID", l.label_id as labels
    from room_type_subcategories s join subcategory_labels l on l.subcategory_id = s.subcategory_id and l.slot = 1
    join room_types t on t.id = s.room_type_id where t.name = 'Kitchen' order by s.subcategory_id`.execute(db)
  const { rows: types } = await sql<{ id: number; name: string }>`select id, name from room_types order by id`.execute(
    db,
  )
  const labels = (['field1', 'field2', 'field3', 'field4', 'field6'] as const).map((field, n) => ({
    propID: n + 1,
    label: '',
    field,
  }))
  const address = { client: '', address: '1 Elm', address2: '', city: 'Burlington', state: 'VT', zip: '05401' }
  for (let home = 0; home < homes; home++) {
    const projectID = ++ids.projects
    const name = `Home ${projectID} on ${pick(ADJECTIVES, home)} Street`
    await insertAll(db, 'projects', [
      { id: projectID, owner_id: userID, name, name_key: name.toLowerCase(), ...address, ...kept },
    ])
    const rooms = Array.from({ length: ROOMS }, (_, n) => ({ id: ++ids.rooms, type: types[(home + n) % types.length] }))
    await insertAll(
      db,
      'rooms',
      rooms.map(({ id, type }) => ({
        id,
        project_id: projectID,
        room_type_id: type?.id ?? 1,
        name: type?.name ?? '',
        ...kept,
      })),
    )
    const made = Array.from({ length: Math.ceil(items / homes) }, (_, n) => {
      const id = ++ids.items
      const place = subcategories.rows[mixed(id) % subcategories.rows.length]
      const room = rooms[n % rooms.length]?.id ?? 0
      const notes = notesOf(id)
      const where = { room_id: room, category_id: place?.catID ?? 1, subcategory_id: place?.subcatID ?? 1 }
      const named = n < files / homes ? storedWords([`${pick(MAKERS, id)} manual ${id}.pdf`]) : ''
      return {
        item: { id, project_id: projectID, ...where, ...fieldsOf(id), notes, ...kept },
        words: { item_id: id, ...where, ...itemWords(labels, fieldsOf(id), notes), files: named },
      }
    })
    await insertAll(
      db,
      'items',
      made.map(({ item }) => item),
    )
    await insertAll(
      db,
      'item_words',
      made.map(({ words }) => words),
    )
  }
}

interface Searched {
  p50: number
  p95: number
  projects: number
  isFastEnough: boolean
}

/** On a server where these two, who are signed in, and a third one have no project yet. */
export const measureSearch = async (
  url: string,
  location: DatabaseLocation,
  { people, tokens }: { people: readonly string[]; tokens: readonly string[] },
  size: Size['search'],
): Promise<Searched> => {
  const db = openDatabase(location, () => {})
  try {
    const { rows: users } = await sql<{ id: number; username: string }>`select id, username from users`.execute(db)
    const [own, many, other] = people.map((name) => users.find(({ username }) => username === name)?.id)
    const filled: Filled = { ids: { projects: 1_000_000, rooms: 1_000_000, items: 10_000_000 } }
    const homes = Math.ceil(size.others / OTHERS_A_HOME)
    await fill(db, filled, { userID: other ?? 0, homes: homes >> 1, items: size.others >> 1, files: 0 })
    await fill(db, filled, {
      userID: own ?? 0,
      homes: size.homes,
      items: size.items,
      files: Math.min(1000, size.items),
    })
    await fill(db, filled, { userID: many ?? 0, homes: size.manyHomes, items: size.manyHomes * ROOMS, files: 0 })
    await fill(db, filled, { userID: other ?? 0, homes: homes >> 1, items: size.others >> 1, files: 0 })
    // So that PostgreSQL does not clean up what was filled while searches are measured.
    await sql.raw('postgresURL' in location ? 'vacuum analyze' : 'analyze').execute(db)
  } finally {
    await db.destroy()
  }
  const [own = '', many = ''] = tokens
  // So that this process notices which idle connections the server has closed while it filled the database.
  await setTimeout(100)
  const times: number[] = []
  for (let round = 0; round < size.rounds; round++) {
    for (const q of queries) {
      const begun = performance.now()
      const response = await fetch(`${url}/search?${new URLSearchParams({ q }).toString()}`, {
        headers: { authorization: `Bearer ${own}` },
      })
      const text = await response.text()
      if (response.status !== 200) throw new Error(`search ${q}: ${response.status} ${text}`)
      if (round > 0) times.push(performance.now() - begun)
    }
  }
  const end = performance.now() + size.listSeconds * 1000
  const listed = await load({
    url: `${url}/projects`,
    headers: { authorization: `Bearer ${many}` },
    connections: 10,
    next: () => (performance.now() > end ? null : undefined),
  })
  const [p50, p95] = [percentile(times, 0.5), percentile(times, 0.95)]
  const projects = listed.answers / listed.seconds
  return { p50, p95, projects, isFastEnough: p95 <= SEARCH_TARGET_MS && projects >= PROJECTS_TARGET_A_SECOND }
}
