import { DatabaseSync } from '@photostructure/sqlite'
import { TRIES, type FoundFile, type HeldItem, type LeastDatabase, type SessionRow } from './least-database.ts'

const MAY_READ = `(p.owner_id = ?1 or exists (select 1 from project_members m where m.project_id = p.id and m.user_id = ?1))`
const MAY_WRITE = `(p.owner_id = ?1 or exists (
  select 1 from project_members m where m.project_id = p.id and m.user_id = ?1 and m.role = 'editor'))`
const LIVE_ITEMS = `from items i join rooms r on r.id = i.room_id join projects p on p.id = r.project_id
  join categories c on c.id = i.category_id join subcategories s on s.id = i.subcategory_id
  where i.deleted_at is null and r.deleted_at is null and p.deleted_at is null`

export const openLeastSqlite = (file: string): LeastDatabase => {
  const database = new DatabaseSync(file, { timeout: 5000, enableForeignKeyConstraints: true })
  database.exec('pragma journal_mode = wal; pragma synchronous = full')

  const session = database.prepare(`
    select u.id as user_id, ur.role from session_tokens t join sessions s on s.id = t.session_id
    join users u on u.id = s.user_id left join user_roles ur on ur.user_id = u.id
    where t.access_hash = ?1 and t.access_expires_at > ?2 and s.expires_at > ?2 and u.locked_at is null`)

  const items = database.prepare(`
    select '[' || group_concat(item, ',') || ']' as text from (
      select json_object(
        'itemID', i.id, 'projectID', i.project_id, 'roomID', i.room_id, 'catID', i.category_id,
        'subcatID', i.subcategory_id, 'catName', c.name, 'subCatName', s.name, 'subcatName', s.name,
        'field1', i.field1, 'field2', i.field2, 'field3', i.field3, 'field4', i.field4, 'field5', i.field5,
        'field6', i.field6, 'note', i.notes,
        'files', (select json_group_object(display_name, remote) || '' from (
          select f.display_name, u.remote from item_files f join uploads u on u.id = f.upload_id
          where f.item_id = i.id and f.deleted_at is null order by f.position, f.id)),
        'labels', json((select json_group_array(json_object('propID', id, 'label', name, 'field', 'field' || slot))
          from (select l.id, l.name, sl.slot from subcategory_labels sl join labels l on l.id = sl.label_id
          where sl.subcategory_id = i.subcategory_id order by sl.slot))),
        'kinds', json((select json_group_array(json_object('field', 'field' || slot, 'kind', kind))
          from (select sl.slot, l.kind from subcategory_labels sl join labels l on l.id = sl.label_id
          where sl.subcategory_id = i.subcategory_id and l.kind <> 'text' order by sl.slot))),
        'telling', json(s.telling), 'title', i.title,
        'attachments', json((select json_group_array(json_object('name', display_name, 'filename', original_name,
            'remote', remote, 'caption', caption, 'type', type, 'size', size))
          from (select f.display_name, u.original_name, u.remote, f.caption, b.type, b.size
          from item_files f join uploads u on u.id = f.upload_id join blobs b on b.id = u.blob_id
          where f.item_id = i.id and f.deleted_at is null order by f.position, f.id))),
        'projectName', p.name, 'roomName', r.name, 'sample', i.sample, 'updatedAt', i.updated_at,
        'version', i.version,
        'may', case when p.owner_id = ?1 then 'own' when exists (select 1 from project_members m
          where m.project_id = p.id and m.user_id = ?1 and m.role = 'editor') then 'write' else 'read' end) as item
      ${LIVE_ITEMS} and ${MAY_READ} and i.room_id = ?2 order by i.id)`)

  const readableRoom = database.prepare(`
    select 1 from rooms r join projects p on p.id = r.project_id
    where r.id = ?2 and r.deleted_at is null and p.deleted_at is null and ${MAY_READ}`)

  const held = database.prepare(`
    select i.field1, i.field2, i.field3, i.field4, i.field5, i.field6, i.notes, c.name as category,
      s.name as subcategory, s.telling, (select json_group_array(json_object('name', name, 'slot', slot)) from (
        select l.name, sl.slot from subcategory_labels sl join labels l on l.id = sl.label_id
        where sl.subcategory_id = i.subcategory_id order by sl.slot)) as labels
    ${LIVE_ITEMS} and ${MAY_WRITE} and i.id = ?2`)

  const save = database.prepare(`
    update items set field1 = ?3, field2 = ?4, field3 = ?5, field4 = ?6, field5 = ?7, field6 = ?8, notes = ?9,
      sample = ?10, title = ?11, updated_at = ?12, version = version + 1
    where id in (select i.id ${LIVE_ITEMS} and ${MAY_WRITE} and i.id = ?2) returning version`)

  const addBlob = database.prepare(
    'insert into blobs (storage_key, sha256, size, type, created_at) values (?, ?, ?, ?, ?)',
  )
  const addUpload = database.prepare(
    'insert into uploads (remote, owner_id, blob_id, original_name, created_at) values (?, ?, last_insert_rowid(), ?, ?)',
  )

  const download = database.prepare(`
    select u.original_name, b.storage_key, b.sha256, b.type from uploads u join blobs b on b.id = u.blob_id
    where u.remote = ?2 and (
      exists (select 1 from item_files f join items i on i.id = f.item_id join rooms r on r.id = i.room_id
        join projects p on p.id = r.project_id where f.upload_id = u.id and f.deleted_at is null
        and i.deleted_at is null and r.deleted_at is null and p.deleted_at is null and ${MAY_READ})
      or u.owner_id = ?1 and not exists (select 1 from item_files f where f.upload_id = u.id))`)

  const user = database.prepare(
    'select id, password_hash from users where (username_key = ?1 or email_key = ?1) and locked_at is null',
  )
  const countTries = database.prepare(
    'select count(*) as tries from (select 1 from attempts where kind = ? and key = ? and at > ? limit ?)',
  )
  const addTry = database.prepare('insert into attempts (kind, key, at) values (?, ?, ?)')
  const forgetTries = database.prepare('delete from attempts where kind = ? and key = ?')
  const takeBackTry = database.prepare('delete from attempts where id = ?')
  const addSession = database.prepare(`
    insert into sessions (user_id, remember, user_agent, address, created_at, last_used_at, expires_at)
    values (?1, 0, ?2, ?3, ?4, ?4, ?5)`)
  const addTokens = database.prepare(`
    insert into session_tokens (session_id, access_hash, refresh_hash, download_hash, access_expires_at, created_at)
    values (last_insert_rowid(), ?, ?, ?, ?, ?)`)
  const userAndRoles = database.prepare(
    'select u.username, ur.role from users u left join user_roles ur on ur.user_id = u.id where u.id = ?',
  )

  const inTransaction = <T>(work: () => T): T => {
    database.exec('begin immediate')
    try {
      const result = work()
      database.exec('commit')
      return result
    } catch (error) {
      database.exec('rollback')
      throw error
    }
  }

  return {
    findSession: (accessHash, now) => session.all(accessHash, now) as SessionRow[],
    itemsText: (userID, roomID) => (items.get(userID, roomID) as { text: string | null }).text ?? undefined,
    isReadableRoom: (userID, roomID) => readableRoom.get(userID, roomID) !== undefined,
    heldItem: (userID, itemID) => held.get(userID, itemID) as HeldItem | undefined,
    saveItem: (userID, { itemID, field1, field2, field3, field4, field5, field6, notes, sample, title }, now) => {
      const fields = [field1, field2, field3, field4, field5, field6]
      return (save.get(userID, itemID, ...fields, notes, sample, title, now) as { version: number } | undefined)
        ?.version
    },
    addUpload: (userID, { storageKey, sha256, size, type, remote, name }, now) =>
      inTransaction(() => {
        addBlob.run(storageKey, sha256, size, type, now)
        addUpload.run(remote, userID, name, now)
      }),
    findDownload: (userID, remote) => download.get(userID, remote) as FoundFile | undefined,
    findUser: (key) => user.get(key) as { id: number; password_hash: string } | undefined,
    countTry: (account, address, since, now) =>
      inTransaction(() => {
        const had = (kind: string, key: string, limit: number) =>
          (countTries.get(kind, key, since, limit) as { tries: number }).tries >= limit
        if (had('login-account', account, TRIES.account) || had('login-address', address, TRIES.address)) return []
        const tries = [addTry.run('login-account', account, now), addTry.run('login-address', address, now)]
        return tries.map(({ lastInsertRowid }) => Number(lastInsertRowid))
      }),
    openSession: (session) =>
      inTransaction(() => {
        forgetTries.run('login-account', session.account)
        for (const id of session.counted) takeBackTry.run(id)
        addSession.run(session.userID, session.userAgent, session.address, session.now, session.expires)
        addTokens.run(session.accessHash, session.refreshHash, session.downloadHash, session.accessExpires, session.now)
        const rows = userAndRoles.all(session.userID) as { username: string; role: number | null }[]
        return { username: rows[0]?.username ?? '', roles: rows.flatMap(({ role }) => role ?? []) }
      }),
    close: () => database.close(),
  }
}
