import { sql, type Kysely } from 'kysely'
import { columnTypes } from './frozen.ts'

/** The tables of the first version. Composite foreign keys keep a room, its items and their project consistent. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const { ID, REF, TIME, STRICT } = columnTypes(db)
  const kept = `version ${REF} not null default 1, created_at ${TIME} not null, updated_at ${TIME} not null,
    deleted_at ${TIME}, trash_id ${REF} references trash_entries (id) on delete cascade`
  const named = `id ${ID}, name text not null, name_key text not null unique`

  const statements = [
    `create table settings (key text primary key, value text not null) ${STRICT}`,

    `create table users (
      id ${ID}, username text not null, username_key text not null, email text not null, email_key text not null,
      phone text not null, first_name text not null, last_name text not null, company text not null,
      address text not null, address2 text not null, city text not null, state text not null, zip text not null,
      password_hash text not null, locked_at ${TIME}, version ${REF} not null default 1,
      created_at ${TIME} not null, updated_at ${TIME} not null,
      constraint users_username_key unique (username_key), constraint users_email_key unique (email_key)) ${STRICT}`,
    `create table user_roles (
      user_id ${REF} not null references users (id) on delete cascade, role ${REF} not null,
      primary key (user_id, role)) ${STRICT}`,
    `create index user_roles_role on user_roles (role)`,

    `create table sessions (
      id ${ID}, user_id ${REF} not null references users (id) on delete cascade, remember ${REF} not null,
      user_agent text not null, address text not null, created_at ${TIME} not null, last_used_at ${TIME} not null,
      expires_at ${TIME} not null) ${STRICT}`,
    `create index sessions_user on sessions (user_id)`,
    `create index sessions_expiry on sessions (expires_at)`,
    `create table session_tokens (
      id ${ID}, session_id ${REF} not null references sessions (id) on delete cascade,
      parent_id ${REF} references session_tokens (id) on delete set null, access_hash text not null unique,
      refresh_hash text not null unique, download_hash text not null unique, access_expires_at ${TIME} not null,
      created_at ${TIME} not null, used_at ${TIME}) ${STRICT}`,
    `create index session_tokens_session on session_tokens (session_id)`,
    `create index session_tokens_parent on session_tokens (parent_id)`,
    `create table attempts (id ${ID}, kind text not null, key text not null, at ${TIME} not null) ${STRICT}`,
    `create index attempts_key on attempts (kind, key, at)`,
    `create index attempts_at on attempts (at)`,

    `create table room_types (${named}) ${STRICT}`,
    `create table categories (${named}) ${STRICT}`,
    `create table subcategories (${named}) ${STRICT}`,
    `create table labels (${named}) ${STRICT}`,
    `create table room_type_categories (
      room_type_id ${REF} not null references room_types (id) on delete cascade,
      category_id ${REF} not null references categories (id), primary key (room_type_id, category_id)) ${STRICT}`,
    `create table room_type_subcategories (
      room_type_id ${REF} not null, category_id ${REF} not null,
      subcategory_id ${REF} not null references subcategories (id),
      primary key (room_type_id, category_id, subcategory_id),
      foreign key (room_type_id, category_id) references room_type_categories (room_type_id, category_id)
        on delete cascade) ${STRICT}`,
    `create table subcategory_labels (
      subcategory_id ${REF} not null references subcategories (id) on delete cascade,
      slot ${REF} not null check (slot between 1 and 6), label_id ${REF} not null references labels (id),
      primary key (subcategory_id, slot), unique (subcategory_id, label_id)) ${STRICT}`,

    `create table trash_entries (
      id ${ID}, owner_id ${REF} not null references users (id) on delete cascade, kind text not null,
      name text not null, place text not null, deleted_at ${TIME} not null, expires_at ${TIME} not null) ${STRICT}`,
    `create index trash_entries_owner on trash_entries (owner_id)`,

    `create table projects (
      id ${ID}, owner_id ${REF} not null references users (id) on delete cascade, name text not null,
      name_key text not null, client text not null, address text not null, address2 text not null, city text not null,
      state text not null, zip text not null, ${kept}) ${STRICT}`,
    `create unique index projects_name on projects (owner_id, name_key) where deleted_at is null`,
    `create table project_members (
      project_id ${REF} not null references projects (id) on delete cascade,
      user_id ${REF} not null references users (id) on delete cascade,
      role text not null check (role in ('editor', 'viewer')), primary key (project_id, user_id)) ${STRICT}`,
    `create index project_members_user on project_members (user_id)`,

    `create table rooms (
      id ${ID}, project_id ${REF} not null references projects (id) on delete cascade,
      room_type_id ${REF} not null references room_types (id), name text not null, ${kept},
      unique (id, project_id)) ${STRICT}`,
    `create index rooms_project on rooms (project_id)`,

    `create table items (
      id ${ID}, project_id ${REF} not null, room_id ${REF} not null,
      category_id ${REF} not null references categories (id),
      subcategory_id ${REF} not null references subcategories (id),
      field1 text not null, field2 text not null, field3 text not null, field4 text not null, field5 text not null,
      field6 text not null, notes text not null, sample text, ${kept},
      foreign key (room_id, project_id) references rooms (id, project_id) on delete cascade) ${STRICT}`,
    `create index items_room on items (room_id, project_id)`,
    `create index items_subcategory on items (subcategory_id)`,

    `create table blobs (
      id ${ID}, storage_key text not null unique, sha256 text not null, size ${REF} not null, type text not null,
      created_at ${TIME} not null) ${STRICT}`,
    `create table uploads (
      id ${ID}, remote text not null unique, owner_id ${REF} not null references users (id) on delete cascade,
      blob_id ${REF} not null references blobs (id), original_name text not null, created_at ${TIME} not null) ${STRICT}`,
    `create index uploads_owner on uploads (owner_id)`,
    `create index uploads_blob on uploads (blob_id)`,
    `create index uploads_created on uploads (created_at)`,
    `create table item_files (
      id ${ID}, item_id ${REF} not null references items (id) on delete cascade,
      upload_id ${REF} not null references uploads (id), display_name text not null, position ${REF} not null,
      deleted_at ${TIME}, trash_id ${REF} references trash_entries (id) on delete cascade) ${STRICT}`,
    `create unique index item_files_name on item_files (item_id, display_name) where deleted_at is null`,
    `create index item_files_upload on item_files (upload_id)`,
    `create index projects_trash on projects (trash_id) where trash_id is not null`,
    `create index rooms_trash on rooms (trash_id) where trash_id is not null`,
    `create index items_trash on items (trash_id) where trash_id is not null`,
    `create index item_files_trash on item_files (trash_id) where trash_id is not null`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
