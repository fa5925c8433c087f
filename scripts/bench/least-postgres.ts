import pg from 'pg'
import { TRIES, type FoundFile, type HeldItem, type LeastDatabase, type SessionRow } from './least-database.ts'

const MAY_READ = `(p.owner_id = $1 or exists (select 1 from project_members m where m.project_id = p.id and m.user_id = $1))`
const MAY_WRITE = `(p.owner_id = $1 or exists (
  select 1 from project_members m where m.project_id = p.id and m.user_id = $1 and m.role = 'editor'))`
const LIVE_ITEMS = `from items i join rooms r on r.id = i.room_id join projects p on p.id = r.project_id
  join categories c on c.id = i.category_id join subcategories s on s.id = i.subcategory_id
  where i.deleted_at is null and r.deleted_at is null and p.deleted_at is null`

const FIND_SESSION = `
  select u.id as user_id, ur.role from session_tokens t join sessions s on s.id = t.session_id
  join users u on u.id = s.user_id left join user_roles ur on ur.user_id = u.id
  where t.access_hash = $1 and t.access_expires_at > $2 and s.expires_at > $2 and u.locked_at is null`

const ITEMS = `
  select '[' || string_agg(row_to_json(item)::text, ',' order by "itemID") || ']' as text from (
    select i.id as "itemID", i.project_id as "projectID", i.room_id as "roomID", i.category_id as "catID",
      i.subcategory_id as "subcatID", c.name as "catName", s.name as "subCatName", s.name as "subcatName",
      i.field1, i.field2, i.field3, i.field4, i.field5, i.field6, i.notes as note,
      (select coalesce('{' || string_agg(to_json(f.display_name)::text || ':' || to_json(u.remote)::text, ','
          order by f.position, f.id) || '}', '{}')
        from item_files f join uploads u on u.id = f.upload_id where f.item_id = i.id and f.deleted_at is null) as files,
      (select coalesce(json_agg(one), '[]') from (
        select l.id as "propID", l.name as label, 'field' || sl.slot as field
        from subcategory_labels sl join labels l on l.id = sl.label_id
        where sl.subcategory_id = i.subcategory_id order by sl.slot) one) as labels,
      (select coalesce(json_agg(one), '[]') from (
        select 'field' || sl.slot as field, l.kind
        from subcategory_labels sl join labels l on l.id = sl.label_id
        where sl.subcategory_id = i.subcategory_id and l.kind <> 'text' order by sl.slot) one) as kinds,
      s.telling::json as telling, i.title,
      (select coalesce(json_agg(one), '[]') from (
        select f.display_name as name, u.original_name as filename, u.remote, f.caption, b.type, b.size
        from item_files f join uploads u on u.id = f.upload_id join blobs b on b.id = u.blob_id
        where f.item_id = i.id and f.deleted_at is null order by f.position, f.id) one) as attachments,
      p.name as "projectName", r.name as "roomName", i.sample,
      to_char(i.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updatedAt", i.version,
      case when p.owner_id = $1 then 'own' when exists (select 1 from project_members m
        where m.project_id = p.id and m.user_id = $1 and m.role = 'editor') then 'write' else 'read' end as may
    ${LIVE_ITEMS} and ${MAY_READ} and i.room_id = $2) item`

const READABLE_ROOM = `
  select 1 from rooms r join projects p on p.id = r.project_id
  where r.id = $2 and r.deleted_at is null and p.deleted_at is null and ${MAY_READ}`

const HELD_ITEM = `
  select i.field1, i.field2, i.field3, i.field4, i.field5, i.field6, i.notes, c.name as category,
    s.name as subcategory, s.telling::text as telling, (select coalesce(json_agg(row_to_json(l)), '[]')::text from (
      select l.name, sl.slot from subcategory_labels sl join labels l on l.id = sl.label_id
      where sl.subcategory_id = i.subcategory_id order by sl.slot) l) as labels
  ${LIVE_ITEMS} and ${MAY_WRITE} and i.id = $2`

const SAVE_ITEM = `
  update items set field1 = $3, field2 = $4, field3 = $5, field4 = $6, field5 = $7, field6 = $8, notes = $9,
    sample = $10, title = $11, updated_at = $12, version = version + 1
  where id in (select i.id ${LIVE_ITEMS} and ${MAY_WRITE} and i.id = $2) returning version`

const ADD_UPLOAD = `
  with blob as (insert into blobs (storage_key, sha256, size, type, created_at) values ($1, $2, $3, $4, $5) returning id)
  insert into uploads (remote, owner_id, blob_id, original_name, created_at) select $6, $7, id, $8, $5 from blob`

const FIND_DOWNLOAD = `
  select u.original_name, b.storage_key, b.sha256, b.type from uploads u join blobs b on b.id = u.blob_id
  where u.remote = $2 and (
    exists (select 1 from item_files f join items i on i.id = f.item_id join rooms r on r.id = i.room_id
      join projects p on p.id = r.project_id where f.upload_id = u.id and f.deleted_at is null
      and i.deleted_at is null and r.deleted_at is null and p.deleted_at is null and ${MAY_READ})
    or u.owner_id = $1 and not exists (select 1 from item_files f where f.upload_id = u.id))`

const FIND_USER =
  'select id, password_hash from users where (username_key = $1 or email_key = $1) and locked_at is null'

const LOCK_TRIES = `
  select pg_advisory_xact_lock(hashtextextended('login-account ' || $1, 0)),
    pg_advisory_xact_lock(hashtextextended('login-address ' || $2, 0))`
const COUNT_TRY = `
  insert into attempts (kind, key, at) select kind, key, $4::timestamptz
  from (values ('login-account', $1::text), ('login-address', $2::text)) try (kind, key)
  where (select count(*) from attempts where kind = 'login-account' and key = $1 and at > $3) < ${TRIES.account}
    and (select count(*) from attempts where kind = 'login-address' and key = $2 and at > $3) < ${TRIES.address}
  returning id`

const OPEN_SESSION = `
  with forgotten as (delete from attempts where kind = 'login-account' and key = $2),
    taken_back as (delete from attempts where id = any($11) and kind = 'login-address'),
    session as (insert into sessions (user_id, remember, user_agent, address, created_at, last_used_at, expires_at)
      values ($1, 0, $4, $3, $8, $8, $10) returning id),
    tokens as (insert into session_tokens
      (session_id, access_hash, refresh_hash, download_hash, access_expires_at, created_at)
      select id, $5, $6, $7, $9::timestamptz, $8::timestamptz from session)
  select u.username, ur.role from users u left join user_roles ur on ur.user_id = u.id where u.id = $1`

const { builtins } = pg.types

export const openLeastPostgres = (url: string): LeastDatabase => {
  pg.types.setTypeParser(builtins.INT8, Number)
  const pool = new pg.Pool({ connectionString: url, max: 10 })
  // Its database may go while the last connections end, those that are in use and those that are not.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const rows = async <Row>(name: string, text: string, values: unknown[]): Promise<Row[]> =>
    (await pool.query({ name, text, values })).rows as Row[]

  return {
    findSession: (accessHash, now) => rows<SessionRow>('session', FIND_SESSION, [accessHash, now]),
    itemsText: async (userID, roomID) =>
      (await rows<{ text: string | null }>('items', ITEMS, [userID, roomID]))[0]?.text ?? undefined,
    isReadableRoom: async (userID, roomID) => (await rows('room', READABLE_ROOM, [userID, roomID])).length > 0,
    heldItem: async (userID, itemID) => (await rows<HeldItem>('held', HELD_ITEM, [userID, itemID]))[0],
    saveItem: async (userID, { itemID, field1, field2, field3, field4, field5, field6, notes, sample, title }, now) => {
      const fields = [field1, field2, field3, field4, field5, field6]
      const values = [userID, itemID, ...fields, notes, sample, title, now]
      return (await rows<{ version: number }>('save', SAVE_ITEM, values))[0]?.version
    },
    addUpload: async (userID, { storageKey, sha256, size, type, remote, name }, now) => {
      await rows('upload', ADD_UPLOAD, [storageKey, sha256, size, type, now, remote, userID, name])
    },
    findDownload: async (userID, remote) => (await rows<FoundFile>('download', FIND_DOWNLOAD, [userID, remote]))[0],
    findUser: async (key) => (await rows<{ id: number; password_hash: string }>('user', FIND_USER, [key]))[0],
    countTry: async (account, address, since, now) => {
      const client = await pool.connect()
      try {
        await client.query('begin')
        await client.query({ name: 'lock tries', text: LOCK_TRIES, values: [account, address] })
        const counted = await client.query({ name: 'try', text: COUNT_TRY, values: [account, address, since, now] })
        await client.query('commit')
        return (counted.rows as { id: number }[]).map(({ id }) => id)
      } catch (error) {
        await client.query('rollback')
        throw error
      } finally {
        client.release()
      }
    },
    openSession: async (session) => {
      const found = await rows<{ username: string; role: number | null }>('open', OPEN_SESSION, [
        session.userID,
        session.account,
        session.address,
        session.userAgent,
        session.accessHash,
        session.refreshHash,
        session.downloadHash,
        session.now,
        session.accessExpires,
        session.expires,
        session.counted,
      ])
      return { username: found[0]?.username ?? '', roles: found.flatMap(({ role }) => role ?? []) }
    },
    close: () => pool.end(),
  }
}
