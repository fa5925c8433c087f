import { sql, type RawBuilder } from 'kysely'
import { isoTime, DAY } from '../../src/server/platform/lib/clock.ts'
import type { Database } from '../../src/server/platform/db/database.ts'
import { rowsOfJSON, setNextID, type JSONText } from '../../src/server/platform/db/engine.ts'
import { deriveFacts } from '../../src/server/structure/derived-facts.ts'
import { kindByName } from '../../src/shared/structure/label-kinds.ts'
import { itemWords, storedWords } from '../../src/server/items/item-words.ts'
import { TOKENIZER_VERSION } from '../../src/server/platform/lib/words/tokens.ts'
import type { KindedLabel, Slot } from '../../src/shared/structure/room-structure.api.ts'
import { fieldsOf, notesOf } from './plausible-items.ts'

/**
 * Fills an installation as people would have over years, with statements that each make all rows of a table: a million
 * items take about a minute. Rooms of one home are not made one after the other, so that its rows lie apart in the tables,
 * as they do in life. Files have rows and words, but no bytes.
 */

/** People alike: `people` of them, who are called name-0, name-1 …, with so many homes each, rooms a home, items a room. */
export interface Group {
  name: string
  people: number
  homes: number
  rooms: number
  items: number
  /** Of so many items one has a file; 10 unless given. */
  itemsAFile?: number
  /** Of so many homes one is shared, offered and issued as a revision; 10 unless given. */
  homesAShare?: number
}

export const itemsOf = ({ people, homes, rooms, items }: Group): number => people * homes * rooms * items

const FILE_WORDS = 'warranty installation safety cleaning filter torque valve voltage gasket sealant'.split(' ')

/** Items of each type of room, of which there are many copies. */
const KINDS = 400

interface Kind extends Record<Slot, string> {
  room_type_id: number
  n: number
  category_id: number
  subcategory_id: number
  notes: string
  sample: string
  title: string
  ends: string
  filled: number
  vals: string
  noted: string
}

const KIND_COLUMNS = {
  room_type_id: 'bigint',
  n: 'bigint',
  category_id: 'bigint',
  subcategory_id: 'bigint',
  field1: 'text',
  field2: 'text',
  field3: 'text',
  field4: 'text',
  field5: 'text',
  field6: 'text',
  notes: 'text',
  sample: 'text',
  title: 'text',
  ends: 'text',
  filled: 'bigint',
  vals: 'text',
  noted: 'text',
} as const

const groupedBy = <Row, Key>(rows: readonly Row[], keyOf: (row: Row) => Key): Map<Key, Row[]> => {
  const groups = new Map<Key, Row[]>()
  for (const row of rows) {
    const group = groups.get(keyOf(row))
    if (group) group.push(row)
    else groups.set(keyOf(row), [row])
  }
  return groups
}

/** Of the structure that the installation has, with all that follows from their texts. */
const makeKinds = async (db: Database): Promise<Kind[]> => {
  const { rows } = await sql<{
    roomType: number
    catID: number
    subcatID: number
    subcategory: string
    telling: string
    slot: number | null
    propID: number
    label: string
  }>`
    select s.room_type_id as "roomType", s.category_id as "catID", s.subcategory_id as "subcatID", c.name as subcategory,
      c.telling, l.slot, l.label_id as "propID", n.name as label
    from room_type_subcategories s join subcategories c on c.id = s.subcategory_id
    join subcategory_labels l on l.subcategory_id = c.id join labels n on n.id = l.label_id
    order by s.room_type_id, s.category_id, s.subcategory_id, l.slot`.execute(db)
  return [...groupedBy(rows, ({ roomType }) => roomType)].flatMap(([roomType, ofType]) => {
    const places = [...groupedBy(ofType, ({ catID, subcatID }) => `${catID} ${subcatID}`).values()]
    return Array.from({ length: KINDS }, (_, n): Kind[] => {
      const place = places[n % places.length]
      const [first] = place ?? []
      if (!place || !first) return []
      const labels = place.map(({ propID, label, slot }): KindedLabel => ({
        propID,
        label,
        field: `field${slot}` as Slot,
        kind: kindByName(label),
      }))
      const all = fieldsOf(roomType * KINDS + n)
      const ends = new Date(Date.UTC(2025, 0, 1) + ((n * 37) % 3650) * DAY).toISOString().slice(0, 10)
      const fields = Object.fromEntries(
        Object.entries(all).map(([slot, value]) => {
          const kind = labels.find(({ field }) => field === slot)?.kind
          return [slot, kind === undefined ? '' : kind === 'end' ? ends : value]
        }),
      ) as Record<Slot, string>
      const notes = notesOf(roomType * KINDS + n)
      const { subcategory, catID, subcatID } = first
      const telling = JSON.parse(first.telling) as Slot[]
      const { sample, title, ends: days } = deriveFacts({ subcategory, labels, telling, fields })
      const words = itemWords(labels, fields, notes)
      return [
        {
          ...{
            room_type_id: roomType,
            n,
            category_id: catID,
            subcategory_id: subcatID,
            ...fields,
            notes,
            title,
            ends: days,
          },
          ...{ sample: sample ?? '', filled: words.filled, vals: words.vals, noted: words.notes },
        },
      ]
    }).flat()
  })
}

const lastID = async (db: Database, table: string): Promise<number> => {
  const { rows } = await sql<{ last: number | null }>`select max(id) as last from ${sql.table(table)}`.execute(db)
  return rows[0]?.last ?? 0
}

/** Whose rows get their numbers here. */
const FILLED = [
  ...['users', 'sessions', 'session_tokens', 'projects', 'rooms', 'items', 'blobs', 'uploads', 'trash_entries'],
] as const
type Bases = Record<(typeof FILLED)[number], number>

/** Whole numbers below `upTo`, from another one on, as rows. */
const numbers = (upTo: number, from = 0): RawBuilder<unknown> =>
  sql`(select n from numbers where n >= ${sql.lit(from)} and n < ${sql.lit(upTo)}) as numbers`

/** So many rows are made at once: a statement has a minute. */
const AT_ONCE = 50_000

/** Tasks come up within so many days, and some of them are over. */
const TASK_DAYS = 400
const OVERDUE_DAYS = 20

/**
 * Fills with these groups, in a transaction of its own. Their people have the password of `like`, who is there already.
 * Each home has an item in the trash, a picture of its first room in its inbox, a link and tasks for each room; of those that
 * are shared the next of its people writes in the first one of each.
 */
export const fill = (db: Database, like: string, groups: readonly Group[]): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const run = (statement: RawBuilder<unknown>) => statement.execute(trx)
    const most = Math.max(...groups.map((group) => Math.max(itemsOf(group), group.people * group.homes * group.rooms)))
    await run(sql`create temporary table numbers (n integer primary key)`)
    await run(sql`insert into numbers
      with recursive counted (n) as (select 0 union all select n + 1 from counted where n < ${sql.lit(most - 1)})
      select n from counted`)
    const columns = Object.entries(KIND_COLUMNS)
    await run(
      sql`create temporary table kinds (${sql.join(
        columns.map(([name, type]) => sql`${sql.id(name)} ${sql.raw(type)}`),
      )}, primary key (room_type_id, n))`,
    )
    const kinds = JSON.stringify(await makeKinds(trx)) as JSONText<Kind[]>
    await run(sql`insert into kinds (${sql.join(columns.map(([name]) => sql.id(name)))})
      select ${sql.join(columns.map(([name]) => sql.id(name)))} from ${rowsOfJSON(trx, kinds, KIND_COLUMNS)} as made`)
    await run(sql`create temporary table types (n integer primary key, id bigint, name text)`)
    await run(sql`insert into types (n, id, name)
      select row_number() over (order by id) - 1, id, name from room_types
      where id in (select room_type_id from kinds)`)
    for (const group of groups) await fillGroup(trx, run, like, group)
    for (const table of ['numbers', 'kinds', 'types']) await run(sql`drop table ${sql.table(table)}`)
    for (const table of FILLED) await setNextID(trx, table, (await lastID(trx, table)) + 1)
  })

const fillGroup = async (
  trx: Database,
  run: (statement: RawBuilder<unknown>) => Promise<unknown>,
  like: string,
  group: Group,
): Promise<void> => {
  const { name, people, homes, rooms, items, itemsAFile = 10, homesAShare = 10 } = group
  const bases = {} as Bases
  for (const table of FILLED) bases[table] = await lastID(trx, table)
  /** Inlined, so that PostgreSQL infers their type from the column. */
  const clock = { now: () => new Date() }
  const at = sql.lit(isoTime(clock, -DAY))
  const later = sql.lit(isoTime(clock, 29 * DAY))
  const base = (table: keyof Bases) => sql.lit(bases[table])
  const [allHomes, allRooms, allItems] = [people * homes, people * homes * rooms, itemsOf(group)]
  const [perPerson, perHome, perRoom] = [sql.lit(homes), sql.lit(allHomes), sql.lit(items)]
  const named = sql.lit(`${name}-`)

  await run(sql`insert into users
    (id, username, username_key, email, email_key, phone, first_name, last_name, name_key, company, address, address2, city,
      state, zip, password_hash, created_at, updated_at, remind_at)
    select ${base('users')} + n + 1, ${named} || n, ${named} || n, ${named} || n || '@example.com',
      ${named} || n || '@example.com', '(555) 010-0100', 'Robin', 'Sample', 'robin sample', '', '418 Maple Street', '',
      'Burlington', 'VT', '05401', (select password_hash from users where username_key = ${like}), ${at}, ${at}, ${later}
    from ${numbers(people)}`)
  await run(sql`insert into user_roles (user_id, role) select ${base('users')} + n + 1, 1001 from ${numbers(people)}`)
  await run(sql`insert into sessions (id, user_id, remember, user_agent, address, created_at, last_used_at, expires_at)
    select ${base('sessions')} + n + 1, ${base('users')} + n + 1, 1, 'Firefox', '192.0.2.1', ${at}, ${at}, ${later}
    from ${numbers(people)}`)
  const token = (kind: string) => sql`${sql.lit(`${kind} of ${name}-`)} || n`
  await run(sql`insert into session_tokens
    (id, session_id, parent_id, access_hash, refresh_hash, download_hash, access_expires_at, created_at)
    select ${base('session_tokens')} + n + 1, ${base('sessions')} + n + 1, null, ${token('access')}, ${token('refresh')},
      ${token('download')}, ${at}, ${at}
    from ${numbers(people)}`)
  await run(sql`insert into idempotency_keys (key_hash, user_id, request_hash, answer, at)
    select ${token('key')}, ${base('users')} + n + 1, 'a request', '{}', ${at} from ${numbers(people)}`)

  const owner = sql`${base('users')} + n / ${perPerson} + 1`
  await run(sql`insert into projects
    (id, owner_id, name, name_key, client, address, address2, city, state, zip, created_at, updated_at)
    select ${base('projects')} + n + 1, ${owner}, (n % ${perPerson} + 1) || ' Maple Street', (n % ${perPerson} + 1) || ' maple street',
      '', (n % ${perPerson} + 1) || ' Maple Street', '', 'Burlington', 'VT', '05401', ${at}, ${at}
    from ${numbers(allHomes)}`)
  await run(sql`insert into project_members (project_id, user_id, role)
    select ${base('projects')} + n * ${perPerson} + 1, ${base('users')} + n + 2, 'editor'
    from ${numbers(people - 1)} where n % ${sql.lit(homesAShare)} = 0`)
  // The first room of each home, then the second of each …
  const home = sql`${base('projects')} + n % ${perHome} + 1`
  await run(sql`insert into rooms (id, project_id, room_type_id, name, created_at, updated_at)
    select ${base('rooms')} + numbers.n + 1, ${base('projects')} + numbers.n % ${perHome} + 1, types.id, types.name, ${at}, ${at}
    from ${numbers(allRooms)} join types on types.n = (numbers.n / ${perHome}) % (select count(*) from types)
    order by numbers.n`)
  const itsRoom = sql`rooms.id = ${base('rooms')} + numbers.n / ${perRoom} + 1`
  const itsKind = sql`kinds.room_type_id = rooms.room_type_id and kinds.n = (numbers.n * 7) % ${sql.lit(KINDS)}`
  const itsHome = sql`projects.id = rooms.project_id`
  const hasFile = sql`numbers.n % ${sql.lit(itemsAFile)} = 0`
  for (let from = 0; from < allItems; from += AT_ONCE) {
    const some = numbers(Math.min(allItems, from + AT_ONCE), from)
    await run(sql`insert into items
      (id, project_id, room_id, category_id, subcategory_id, field1, field2, field3, field4, field5, field6, notes, sample,
        title, ends, created_at, updated_at)
      select ${base('items')} + numbers.n + 1, rooms.project_id, rooms.id, category_id, subcategory_id, field1, field2, field3,
        field4, field5, field6, notes, nullif(sample, ''), title, ends, ${at}, ${at}
      from ${some} join rooms on ${itsRoom} join kinds on ${itsKind} order by numbers.n`)
    await run(sql`insert into item_words (item_id, room_id, category_id, subcategory_id, filled, vals, notes, files)
      select ${base('items')} + numbers.n + 1, rooms.id, category_id, subcategory_id, filled, vals, noted,
        case when ${hasFile} then ${sql.lit(storedWords(['manual.pdf']))} else '' end
      from ${some} join rooms on ${itsRoom} join kinds on ${itsKind} order by numbers.n`)
    await run(sql`insert into events (project_id, at, user_id, who, room_id, item_id, kind, before, after)
      select rooms.project_id, ${at}, projects.owner_id, ${named}, rooms.id, ${base('items')} + numbers.n + 1, 'item created', null,
        '{"catID":1,"category":"Paint","subcatID":1,"subcategory":"Paint"}'
      from ${some} join rooms on ${itsRoom} join projects on ${itsHome} order by numbers.n`)
  }

  const files = Math.ceil(allItems / itemsAFile)
  const itsItem = sql`items.id = ${base('items')} + numbers.n * ${sql.lit(itemsAFile)} + 1`
  await run(sql`insert into blobs (id, storage_key, sha256, size, type, created_at, owner_id)
    select ${base('blobs')} + n + 1, ${token('blob')}, ${token('bytes')}, 100000, 'application/pdf', ${at}, null
    from ${numbers(files)}`)
  await run(sql`insert into uploads (id, remote, owner_id, blob_id, original_name, created_at)
    select ${base('uploads')} + numbers.n + 1, ${token('file')}, projects.owner_id, ${base('blobs')} + numbers.n + 1,
      'manual.pdf', ${at}
    from ${numbers(files)} join items on ${itsItem} join projects on projects.id = items.project_id order by numbers.n`)
  await run(sql`insert into item_files (item_id, upload_id, display_name, position)
    select items.id, ${base('uploads')} + numbers.n + 1, 'manual.pdf', 0
    from ${numbers(files)} join items on ${itsItem} order by numbers.n`)
  const words = FILE_WORDS.map((word) => sql`select ${sql.lit(word)} as word`)
  await run(sql`insert into file_words (blob_id, word, pages)
    select ${base('blobs')} + numbers.n + 1, words.word, '1'
    from ${numbers(files)} cross join (${sql.join(words, sql` union all `)}) as words`)
  await run(sql`insert into file_pages (blob_id, page, text)
    select ${base('blobs')} + numbers.n + 1, 1, ${sql.lit(FILE_WORDS.join(' '))} from ${numbers(files)}`)
  await run(sql`update file_texts set form = ${TOKENIZER_VERSION} where blob_id > ${base('blobs')}`)

  // The first item of the first room of each home.
  await run(sql`insert into trash_entries (id, project_id, deleted_by, kind, name, place, deleted_at, expires_at)
    select ${base('trash_entries')} + n + 1, ${home}, ${named}, 'item', 'Faucet', 'Maple Street', ${at}, ${later}
    from ${numbers(allHomes)}`)
  await run(sql`update items set deleted_at = ${at}, trash_id = ${base('trash_entries')} + (id - ${base('items')} - 1) / ${perRoom} + 1
    where id > ${base('items')} and id <= ${base('items')} + ${sql.lit(allHomes * items)}
      and (id - ${base('items')} - 1) % ${perRoom} = 0`)
  const itsOwner = sql`${base('users')} + numbers.n / ${perPerson} + 1`
  const isShared = sql`numbers.n % ${sql.lit(homesAShare)} = 0`
  const photo = sql`${sql.lit(files)} + numbers.n + 1`
  const book = sql`${sql.lit(files + allHomes)} + numbers.n + 1`
  await run(sql`insert into blobs (id, storage_key, sha256, size, type, created_at, owner_id)
    select ${base('blobs')} + ${photo}, ${token('photo')}, ${token('light')}, 3000000, 'image/jpeg', ${at}, null
    from ${numbers(allHomes)}`)
  await run(sql`insert into renditions (blob_id, kind, storage_key, sha256, size, created_at)
    select ${base('blobs')} + ${photo}, 'thumbnail', ${token('thumbnail')}, ${token('less light')}, 20000, ${at}
    from ${numbers(allHomes)}`)
  await run(sql`insert into blobs (id, storage_key, sha256, size, type, created_at, owner_id)
    select ${base('blobs')} + ${book}, ${token('book')}, ${token('pages')}, 500000, 'application/pdf', ${at}, null
    from ${numbers(allHomes)} where ${isShared}`)
  await run(sql`insert into uploads (id, remote, owner_id, blob_id, original_name, created_at)
    select ${base('uploads')} + ${photo}, ${token('picture')}, ${itsOwner}, ${base('blobs')} + ${photo}, 'sink.jpg', ${at}
    from ${numbers(allHomes)}`)
  await run(sql`insert into uploads (id, remote, owner_id, blob_id, original_name, created_at)
    select ${base('uploads')} + ${book}, ${token('issue')}, ${itsOwner}, ${base('blobs')} + ${book}, 'Revision 1.pdf', ${at}
    from ${numbers(allHomes)} where ${isShared}`)
  const thisHome = sql`${base('projects')} + numbers.n + 1`
  await run(sql`insert into inbox_photos (project_id, room_id, upload_id, created_at)
    select ${thisHome}, ${base('rooms')} + n + 1, ${base('uploads')} + ${photo}, ${at} from ${numbers(allHomes)}`)
  await run(sql`insert into revisions (project_id, number, note, issued_by, created_at, upload_id, picture)
    select ${thisHome}, 1, 'As built', ${named}, ${at}, ${base('uploads')} + ${book}, '{}'
    from ${numbers(allHomes)} where ${isShared}`)
  await run(sql`insert into links (project_id, room_id, name, hidden_labels, seed, token_hash, files_hash, created_at)
    select ${thisHome}, null, 'Painter', '[]', ${token('seed')}, ${token('link')}, ${token('files')}, ${at}
    from ${numbers(allHomes)}`)
  await run(sql`insert into project_invitations (project_id, email, email_key, role, link_hash, created_at, expires_at)
    select ${thisHome}, 'avery@example.com', 'avery@example.com', 'viewer', ${token('invitation')}, ${at}, ${later}
    from ${numbers(allHomes)} where ${isShared}`)
  await run(sql`insert into offers (project_id, email, word, goes, stays, link_hash, created_at, expires_at)
    select ${thisHome}, 'avery@example.com', '', '{"notes":true,"files":true,"history":true,"members":true,"links":true}', 1, ${token('offer')},
      ${at}, ${later}
    from ${numbers(allHomes)} where ${isShared}`)
  await run(sql`insert into activity_seen (project_id, user_id, event_id, at)
    select ${thisHome}, ${itsOwner}, 1, ${at} from ${numbers(allHomes)}`)

  const days = Array.from({ length: TASK_DAYS / 10 }, (_, at) => {
    const day = isoTime(clock, (at * 10 - OVERDUE_DAYS) * DAY).slice(0, 10)
    return sql`select ${sql.lit(at)} as nth, ${sql.lit(day)} as day`
  })
  const theDays = sql`(${sql.join(days, sql` union all `)}) as days`
  const isItsDay = sql`days.nth = (numbers.n * 7) % ${sql.lit(days.length)}`
  const TASK = sql.raw('name, note, day, starts, every, unit, from_done, created_at')
  const theTask = sql`'Change Water Filter BWF-20', '', days.day, days.day, 6, 'month', 1, ${at}`
  await run(sql`insert into tasks (project_id, room_id, item_id, ${TASK})
    select rooms.project_id, rooms.id, null, ${theTask}
    from ${numbers(allRooms)} join rooms on rooms.id = ${base('rooms')} + numbers.n + 1 join ${theDays} on ${isItsDay}`)
  // The last item of the last room of each home.
  const last = sql`${base('items')} + ${sql.lit(allRooms - allHomes)} * ${perRoom} + (numbers.n + 1) * ${perRoom}`
  await run(sql`insert into tasks (project_id, room_id, item_id, ${TASK})
    select ${thisHome}, null, ${last}, ${theTask} from ${numbers(allHomes)} join ${theDays} on ${isItsDay}`)
  await run(sql`insert into answered_suggestions (item_id, project_id, suggestion)
    select ${last}, ${thisHome}, 'change-water-filter' from ${numbers(allHomes)}`)

  const person = sql`${base('users')} + n + 1`
  await run(sql`insert into calendars (user_id, seed, token_hash, created_at)
    select ${person}, ${token('seed')}, ${token('calendar')}, ${at} from ${numbers(people)}`)
  await run(sql`insert into reminders (user_id, zone, seed, token_hash)
    select ${person}, 'Europe/Berlin', ${token('seed')}, ${token('reminder')} from ${numbers(people)}`)
  await run(sql`insert into password_resets (user_id, token_hash, created_at, expires_at)
    select ${person}, ${token('reset')}, ${at}, ${later} from ${numbers(people)}`)
  await run(
    sql`insert into attempts (kind, key, at) select 'login-account', ${token('try')}, ${at} from ${numbers(people)}`,
  )
}
