CREATE TRIGGER attached_files_are_to_be_read after insert on item_files begin
            insert into file_texts (blob_id, turn_of)
              select blob_id, owner_id from uploads where id = new.upload_id on conflict do nothing;
          end;
CREATE TRIGGER events_for_webhooks after insert on events when new.part_of is null begin
      
    update webhooks set ended = 'More than 1,000 messages were waiting to be sent.'
      where webhooks.project_id = new.project_id and webhooks.ended is null and (select count(*) from jobs where jobs.webhook_id = webhooks.id) >= 1000;
    insert into jobs (kind, payload, created_at, due_at, noted_at, webhook_id)
      select 'webhook', json_object('webhookID', webhooks.id, 'eventID', new.id), new.at, max(new.at, coalesce(webhooks.paused_until, new.at)), new.at, webhooks.id
      from webhooks where webhooks.project_id = new.project_id and webhooks.ended is null;
    end;
CREATE TRIGGER item_ends_of_changed after update of ends, project_id on items
        when old.ends <> new.ends or (old.project_id <> new.project_id and new.ends <> '') begin
          delete from item_ends where item_id = new.id;
          insert into item_ends (project_id, day, item_id, slot)
          select new.project_id, json_extract(value, '$.day'), new.id, json_extract(value, '$.slot')
          from json_each(case new.ends when '' then '[]' else new.ends end);
        end;
CREATE TRIGGER item_ends_of_new after insert on items when new.ends <> '' begin
          insert into item_ends (project_id, day, item_id, slot)
          select new.project_id, json_extract(value, '$.day'), new.id, json_extract(value, '$.slot')
          from json_each(new.ends);
        end;
CREATE TRIGGER item_words_go after delete on items begin
            delete from item_words where room_id = old.room_id and item_id = old.id;
          end;
CREATE TRIGGER item_words_move after update of room_id on items begin
            update item_words set room_id = new.room_id where room_id = old.room_id and item_id = new.id;
          end;
CREATE TRIGGER items_take_tasks_along after update of project_id on items
            when old.project_id <> new.project_id begin update tasks set project_id = new.project_id where item_id = new.id; update answered_suggestions set project_id = new.project_id where item_id = new.id; end;
CREATE TRIGGER rooms_take_along after update of project_id on rooms begin update items set project_id = new.project_id where room_id = new.id; update links set project_id = new.project_id where room_id = new.id; end;
CREATE TRIGGER rooms_take_tasks_along after update of project_id on rooms begin update tasks set project_id = new.project_id where room_id = new.id; end;
CREATE TABLE activity_seen (
      project_id integer not null references projects (id) on delete cascade,
      user_id integer not null references users (id) on delete cascade,
      event_id integer not null, at text not null, primary key (project_id, user_id)) strict;
CREATE TABLE answered_suggestions (
      item_id integer not null references items (id) on delete cascade,
      project_id integer not null references projects (id) on delete cascade, suggestion text not null,
      primary key (item_id, suggestion)) strict;
CREATE TABLE api_key_projects (
      key_id integer not null references api_keys (id) on delete cascade,
      project_id integer not null references projects (id) on delete cascade,
      primary key (key_id, project_id)) strict;
CREATE TABLE api_keys (
      id integer primary key autoincrement, user_id integer not null references users (id) on delete cascade, name text not null,
      key_hash text not null unique, writes integer not null, all_projects integer not null,
      created_at text not null, ends_at text, last_used_at text) strict;
CREATE TABLE attempts (id integer primary key autoincrement, kind text not null, key text not null, at text not null) strict;
CREATE TABLE "backup_locks" (id text primary key, until text not null) strict;
CREATE TABLE blobs (
      id integer primary key autoincrement, storage_key text not null unique, sha256 text not null, size integer not null, type text not null,
      created_at text not null, owner_id integer references users (id) on delete set null) strict;
CREATE TABLE brandings (
      id integer primary key autoincrement, user_id integer unique references users (id) on delete cascade,
      project_id integer unique references projects (id) on delete cascade,
      firm text not null, phone text not null, number text not null, drawn_by text not null,
      logo_upload_id integer references uploads (id), check ((user_id is null) <> (project_id is null))) strict;
CREATE TABLE calendars (
        user_id integer primary key references users (id) on delete cascade,
        seed text not null, token_hash text not null unique, created_at text not null) strict;
CREATE TABLE categories (id integer primary key autoincrement, name text not null, name_key text not null unique) strict;
CREATE TABLE challenges (
      challenge_hash text primary key, user_id integer references users (id) on delete cascade, expires_at text not null) strict;
CREATE TABLE consultations (
      id integer primary key autoincrement, name text not null, email text not null, phone text not null, project text not null,
      about text not null, preferred_times text not null, created_at text not null, mailed_at text,
      mail_tried_at text, done_at text) strict;
CREATE TABLE events (
      id integer primary key autoincrement, project_id integer not null references projects (id) on delete cascade, at text not null,
      user_id integer, who text not null, room_id integer, item_id integer, kind text not null,
      before text, after text, part_of integer, undoes integer) strict;
CREATE TABLE file_pages (
      blob_id integer not null references file_texts (blob_id) on delete cascade,
      page integer not null, text text not null, primary key (blob_id, page)) strict;
CREATE TABLE file_texts (
      blob_id integer primary key references blobs (id) on delete cascade, turn_of integer not null, form integer) strict;
CREATE TABLE file_words (
      blob_id integer not null references file_texts (blob_id) on delete cascade,
      word text  not null, pages text not null,
      primary key (blob_id, word)) strict, without rowid;
CREATE TABLE "idempotency_keys" (
      key_hash text primary key, user_id integer references users (id) on delete cascade, request_hash text not null,
      answer text not null, at text not null) strict;
CREATE TABLE inbox_photos (
      id integer primary key autoincrement, project_id integer not null references projects (id) on delete cascade,
      room_id integer references rooms (id) on delete set null,
      upload_id integer not null unique references uploads (id), created_at text not null,
      deleted_at text, trash_id integer references trash_entries (id) on delete cascade) strict;
CREATE TABLE invitations (
      id integer primary key autoincrement, email text not null, link_hash text not null unique, mail_hash text unique,
      invited_by integer references users (id) on delete set null,
      created_at text not null, expires_at text not null) strict;
CREATE TABLE item_ends (
        project_id integer not null, day text not null,
        item_id integer not null references items (id) on delete cascade, slot integer not null,
        primary key (project_id, day, item_id, slot)) strict, without rowid;
CREATE TABLE item_files (
      id integer primary key autoincrement, item_id integer not null references items (id) on delete cascade,
      upload_id integer not null references uploads (id), display_name text not null, position integer not null,
      deleted_at text, trash_id integer references trash_entries (id) on delete cascade, caption text not null default '', hides_position integer not null default 0) strict;
CREATE TABLE item_words (
            room_id integer not null, item_id integer not null, subcategory_id integer not null, category_id integer not null, filled integer not null,
    vals text not null, notes text not null, files text not null, primary key (room_id, item_id))
            strict, without rowid;
CREATE TABLE items (
      id integer primary key autoincrement, project_id integer not null, room_id integer not null,
      category_id integer not null references categories (id),
      subcategory_id integer not null references subcategories (id),
      field1 text not null, field2 text not null, field3 text not null, field4 text not null, field5 text not null,
      field6 text not null, notes text not null, sample text, version integer not null default 1, created_at text not null, updated_at text not null,
    deleted_at text, trash_id integer references trash_entries (id) on delete cascade, title text not null default '', origin integer, position integer, ends text not null default '', not_needed integer not null default 0,
      foreign key (room_id, project_id) references rooms (id, project_id) on delete cascade) strict;
CREATE TABLE items_without_words (id integer primary key autoincrement, item_id integer not null) strict;
CREATE TABLE jobs (
      id integer primary key autoincrement, kind text not null, key text unique, payload text not null, created_at text not null,
      due_at text, noted_at text not null, claimed_by text, tries integer not null default 0, reason text,
      given_up_at text, webhook_id integer) strict;
CREATE TABLE labels (id integer primary key autoincrement, name text not null, name_key text not null unique, kind text not null default 'text') strict;
CREATE TABLE links (
      id integer primary key autoincrement, project_id integer not null references projects (id) on delete cascade, room_id integer,
      name text not null, hides_notes integer not null default 0, hides_files integer not null default 0, hidden_labels text not null, for_qr integer not null default 0,
      seed text not null, token_hash text not null unique, files_hash text not null unique,
      ends_at text, opened_at text, created_at text not null, hides_positions integer not null default 1, scope text not null default '{}',
      foreign key (room_id, project_id) references rooms (id, project_id) on delete cascade) strict;
CREATE TABLE offers (
      id integer primary key autoincrement, project_id integer not null unique references projects (id) on delete cascade,
      email text not null, word text not null, goes text not null, stays integer not null,
      link_hash text not null unique, mail_hash text unique,
      registered_id integer references users (id) on delete set null,
      created_at text not null, expires_at text not null) strict;
CREATE TABLE passkeys (
      id integer primary key autoincrement, user_id integer not null references users (id) on delete cascade, credential_id text not null unique, public_key text not null,
      counter integer not null, transports text not null, host text not null, name text not null,
      created_at text not null, last_used_at text) strict;
CREATE TABLE password_resets (
      id integer primary key autoincrement, user_id integer not null references users (id) on delete cascade, token_hash text not null unique,
      created_at text not null, expires_at text not null) strict;
CREATE TABLE pending_writes (storage_key text primary key, started_at text not null) strict;
CREATE TABLE project_invitations (
      id integer primary key autoincrement, project_id integer not null references projects (id) on delete cascade,
      email text not null, email_key text not null, role text not null check (role in ('editor', 'viewer')),
      link_hash text not null unique, mail_hash text unique,
      registered_id integer references users (id) on delete cascade,
      created_at text not null, expires_at text not null, unique (project_id, email_key)) strict;
CREATE TABLE project_members (
      project_id integer not null references projects (id) on delete cascade,
      user_id integer not null references users (id) on delete cascade,
      role text not null check (role in ('editor', 'viewer')), joined_at text, invited_as text, primary key (project_id, user_id)) strict;
CREATE TABLE projects (
      id integer primary key autoincrement, owner_id integer not null references users (id) on delete cascade, name text not null,
      name_key text not null, client text not null, address text not null, address2 text not null, city text not null,
      state text not null, zip text not null, version integer not null default 1, created_at text not null, updated_at text not null,
    deleted_at text, trash_id integer references trash_entries (id) on delete cascade, cover_upload_id integer, template integer not null default 0 check (template = 0 or (template = 1 and client = '' and address = '' and address2 = '' and city = '' and state = '' and zip = ''))) strict;
CREATE TABLE provider_accounts (
      issuer text not null, subject text not null, user_id integer not null references users (id) on delete cascade,
      created_at text not null, finds_by_email integer not null default 0, email text, primary key (issuer, subject)) strict;
CREATE TABLE recovery_codes (user_id integer not null references second_factors (user_id) on delete cascade, code_hash text not null, primary key (user_id, code_hash)) strict;
CREATE TABLE refused_mailboxes (email_hash text primary key, refused_at text not null) strict;
CREATE TABLE remembered_browsers (
      user_id integer not null references second_factors (user_id) on delete cascade, browser_hash text not null, expires_at text not null, user_agent text not null default '',
      primary key (user_id, browser_hash)) strict;
CREATE TABLE reminders (
      user_id integer primary key references users (id) on delete cascade,
      is_on integer not null default 1, weekday text not null default 'sunday', zone text,
      last_day text, refusals integer not null default 0, refusal text, seed text, token_hash text unique, told_day text, former_hash text) strict;
CREATE TABLE "renditions" (
            blob_id integer not null references blobs (id), kind text not null,
            storage_key text unique, sha256 text, size integer, created_at text not null,
            primary key (blob_id, kind)) strict;
CREATE TABLE revisions (
      id integer primary key autoincrement, project_id integer not null references projects (id) on delete cascade, number integer not null,
      note text not null, issued_by text not null, created_at text not null,
      upload_id integer unique references uploads (id), picture text not null, imported integer not null default 0, unique (project_id, number)) strict;
CREATE TABLE room_type_categories (
      room_type_id integer not null references room_types (id) on delete cascade,
      category_id integer not null references categories (id), primary key (room_type_id, category_id)) strict;
CREATE TABLE room_type_subcategories (
      room_type_id integer not null, category_id integer not null,
      subcategory_id integer not null references subcategories (id),
      primary key (room_type_id, category_id, subcategory_id),
      foreign key (room_type_id, category_id) references room_type_categories (room_type_id, category_id)
        on delete cascade) strict;
CREATE TABLE room_types (id integer primary key autoincrement, name text not null, name_key text not null unique) strict;
CREATE TABLE rooms (
      id integer primary key autoincrement, project_id integer not null references projects (id) on delete cascade,
      room_type_id integer not null references room_types (id), name text not null, version integer not null default 1, created_at text not null, updated_at text not null,
    deleted_at text, trash_id integer references trash_entries (id) on delete cascade, cover_upload_id integer, position integer, not_needed integer not null default 0,
      unique (id, project_id)) strict;
CREATE TABLE second_factors (
      user_id integer primary key references users (id) on delete cascade, secret text not null,
      last_step integer not null, created_at text not null) strict;
CREATE TABLE security_events (
      id integer primary key autoincrement, at text not null, kind text not null, user_id integer references users (id) on delete set null,
      account text, author text, detail text not null, address text, device text not null, times integer not null default 1) strict;
CREATE TABLE session_tokens (
      id integer primary key autoincrement, session_id integer not null references sessions (id) on delete cascade,
      parent_id integer references session_tokens (id) on delete set null, access_hash text not null unique,
      refresh_hash text not null unique, download_hash text not null unique, access_expires_at text not null,
      created_at text not null, used_at text) strict;
CREATE TABLE sessions (
      id integer primary key autoincrement, user_id integer not null references users (id) on delete cascade, remember integer not null,
      user_agent text not null, address text not null, created_at text not null, last_used_at text not null,
      expires_at text not null, opened_by text not null default 'password', id_token text) strict;
CREATE TABLE settings (key text primary key, value text not null) strict;
CREATE TABLE structure_changes (
      id integer primary key autoincrement, user_id integer references users (id) on delete set null, by_command integer not null,
      at text not null, kind text not null, what text not null, before text not null, after text not null,
      data text not null, undone_at text) strict;
CREATE TABLE subcategories (id integer primary key autoincrement, name text not null, name_key text not null unique, labels_version integer not null default 1, telling text not null default '[]', surface text, trade text, emergency text, wanted text not null default '{"labels":[],"manual":false,"receipt":false}', aliases text not null default '[]') strict;
CREATE TABLE subcategory_labels (
      subcategory_id integer not null references subcategories (id) on delete cascade,
      slot integer not null check (slot between 1 and 6), label_id integer not null references labels (id),
      primary key (subcategory_id, slot), unique (subcategory_id, label_id)) strict;
CREATE TABLE tasks (
      id integer primary key autoincrement, version integer not null default 1, project_id integer not null references projects (id) on delete cascade,
      room_id integer, item_id integer references items (id) on delete cascade,
      name text not null, note text not null, day text not null, starts text not null,
      every integer not null, unit text not null, from_done integer not null, done_on text, created_at text not null, updated_at text,
      foreign key (room_id, project_id) references rooms (id, project_id) on delete cascade,
      check (room_id is null or item_id is null)) strict;
CREATE TABLE trash_entries (
      id integer primary key autoincrement, kind text not null,
      name text not null, place text not null, deleted_at text not null, expires_at text not null, project_id integer not null default 0, deleted_by text not null default '') strict;
CREATE TABLE uploads (
      id integer primary key autoincrement, remote text not null unique, owner_id integer not null references users (id) on delete cascade,
      blob_id integer not null references blobs (id), original_name text not null, created_at text not null, rotation integer not null default 0 check (rotation in (0, 90, 180, 270))) strict;
CREATE TABLE user_roles (
      user_id integer not null references users (id) on delete cascade, role integer not null,
      primary key (user_id, role)) strict;
CREATE TABLE users (
      id integer primary key autoincrement, username text not null, username_key text not null, email text not null, email_key text not null,
      phone text not null, first_name text not null, last_name text not null, company text not null,
      address text not null, address2 text not null, city text not null, state text not null, zip text not null,
      password_hash text not null, locked_at text, version integer not null default 1,
      created_at text not null, updated_at text not null, name_key text not null default '', must_change_password integer not null default 0, remind_at text default '1970-01-01T00:00:00.000Z', email_confirmed_at text, browsers_since text,
      constraint users_username_key unique (username_key), constraint users_email_key unique (email_key)) strict;
CREATE TABLE webhook_deliveries (
      id integer primary key autoincrement, webhook_id integer not null references webhooks (id) on delete cascade, message_id text not null,
      type text not null, at text not null, tries integer not null, status integer, failure text,
      unique (webhook_id, message_id)) strict;
CREATE TABLE webhooks (
      id integer primary key autoincrement, project_id integer not null references projects (id) on delete cascade, address text not null,
      topics text not null, secret text not null, created_at text not null, ended text, tries integer not null default 0, paused_until text) strict;
CREATE INDEX activity_seen_user on activity_seen (user_id);
CREATE INDEX answered_suggestions_project on answered_suggestions (project_id);
CREATE INDEX api_key_projects_project on api_key_projects (project_id);
CREATE INDEX api_keys_user on api_keys (user_id);
CREATE INDEX attempts_at on attempts (at);
CREATE INDEX attempts_key on attempts (kind, key, at);
CREATE UNIQUE INDEX blobs_bytes on blobs (sha256, owner_id);
CREATE INDEX blobs_owner on blobs (owner_id);
CREATE INDEX brandings_by_logo on brandings (logo_upload_id);
CREATE INDEX challenges_expires on challenges (expires_at);
CREATE INDEX challenges_user on challenges (user_id);
CREATE INDEX consultations_not_mailed on consultations (created_at) where mailed_at is null;
CREATE INDEX events_item on events (item_id, id) where item_id is not null;
CREATE INDEX events_part_of on events (part_of) where part_of is not null;
CREATE INDEX events_project on events (project_id, id, user_id);
CREATE UNIQUE INDEX events_undoes on events (undoes) where undoes is not null;
CREATE INDEX file_texts_unread on file_texts (turn_of, blob_id) where form is null;
CREATE INDEX idempotency_keys_at on idempotency_keys (at);
CREATE INDEX idempotency_keys_user on idempotency_keys (user_id);
CREATE INDEX inbox_photos_project on inbox_photos (project_id);
CREATE INDEX inbox_photos_room on inbox_photos (room_id) where room_id is not null;
CREATE INDEX inbox_photos_trash on inbox_photos (trash_id) where trash_id is not null;
CREATE INDEX invitations_expiry on invitations (expires_at);
CREATE INDEX invitations_inviter on invitations (invited_by);
CREATE INDEX item_ends_item on item_ends (item_id);
CREATE INDEX item_files_item on item_files (item_id);
CREATE UNIQUE INDEX item_files_name on item_files (item_id, display_name) where deleted_at is null;
CREATE INDEX item_files_trash on item_files (trash_id) where trash_id is not null;
CREATE INDEX item_files_upload on item_files (upload_id);
CREATE INDEX item_words_files on item_words (room_id) where files <> '';
CREATE INDEX items_category on items (category_id);
CREATE INDEX items_origin on items (origin) where origin is not null;
CREATE INDEX items_room on items (room_id, project_id);
CREATE INDEX items_subcategory on items (subcategory_id);
CREATE INDEX items_trash on items (trash_id) where trash_id is not null;
CREATE INDEX items_without_words_item on items_without_words (item_id);
CREATE INDEX jobs_due on jobs (due_at) where due_at is not null;
CREATE INDEX jobs_webhook on jobs (webhook_id) where webhook_id is not null;
CREATE UNIQUE INDEX links_for_qr on links (room_id) where for_qr = 1;
CREATE INDEX links_project on links (project_id);
CREATE INDEX links_room on links (room_id, project_id);
CREATE INDEX offers_expiry on offers (expires_at);
CREATE INDEX offers_registered on offers (registered_id);
CREATE INDEX passkeys_user on passkeys (user_id);
CREATE INDEX password_resets_expiry on password_resets (expires_at);
CREATE INDEX password_resets_user on password_resets (user_id);
CREATE INDEX project_invitations_expiry on project_invitations (expires_at);
CREATE INDEX project_invitations_registered on project_invitations (registered_id);
CREATE INDEX project_members_user on project_members (user_id);
CREATE UNIQUE INDEX projects_name on projects (owner_id, template, name_key) where deleted_at is null;
CREATE INDEX projects_owner on projects (owner_id);
CREATE INDEX projects_trash on projects (trash_id) where trash_id is not null;
CREATE INDEX provider_accounts_user on provider_accounts (user_id);
CREATE UNIQUE INDEX reminders_former_hash on reminders (former_hash);
CREATE INDEX rooms_project on rooms (project_id);
CREATE INDEX rooms_room_type on rooms (room_type_id);
CREATE INDEX rooms_trash on rooms (trash_id) where trash_id is not null;
CREATE INDEX security_events_account on security_events (account, id);
CREATE INDEX security_events_at on security_events (at, id);
CREATE INDEX security_events_author on security_events (author, id);
CREATE INDEX security_events_kind on security_events (kind, id);
CREATE INDEX security_events_user_id on security_events (user_id, id);
CREATE INDEX session_tokens_parent on session_tokens (parent_id);
CREATE INDEX session_tokens_session on session_tokens (session_id);
CREATE INDEX sessions_expiry on sessions (expires_at);
CREATE INDEX sessions_user on sessions (user_id);
CREATE INDEX tasks_item on tasks (item_id);
CREATE INDEX tasks_project on tasks (project_id, day, id);
CREATE INDEX tasks_room on tasks (room_id, project_id);
CREATE INDEX trash_entries_expiry on trash_entries (expires_at);
CREATE INDEX trash_entries_project on trash_entries (project_id);
CREATE INDEX uploads_blob on uploads (blob_id);
CREATE INDEX uploads_created on uploads (created_at);
CREATE INDEX uploads_owner on uploads (owner_id);
CREATE INDEX user_roles_role on user_roles (role);
CREATE INDEX users_remind_at on users (remind_at) where remind_at is not null;
CREATE INDEX users_search on users (username_key, email_key, name_key);
CREATE INDEX webhooks_project on webhooks (project_id);
