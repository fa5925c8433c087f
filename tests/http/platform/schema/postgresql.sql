column activity_seen.project_id bigint not null
column activity_seen.user_id bigint not null
column activity_seen.event_id bigint not null
column activity_seen.at timestamp with time zone not null
column answered_suggestions.item_id bigint not null
column answered_suggestions.project_id bigint not null
column answered_suggestions.suggestion text not null
column api_key_projects.key_id bigint not null
column api_key_projects.project_id bigint not null
column api_keys.id bigint not null identity
column api_keys.user_id bigint not null
column api_keys.name text not null
column api_keys.key_hash text not null
column api_keys.writes integer not null
column api_keys.all_projects integer not null
column api_keys.created_at timestamp with time zone not null
column api_keys.ends_at timestamp with time zone
column api_keys.last_used_at timestamp with time zone
column attempts.id bigint not null identity
column attempts.kind text not null
column attempts.key text not null
column attempts.at timestamp with time zone not null
column backup_locks.id text not null
column backup_locks.until timestamp with time zone not null
column blobs.id bigint not null identity
column blobs.storage_key text not null
column blobs.sha256 text not null
column blobs.size bigint not null
column blobs.type text not null
column blobs.created_at timestamp with time zone not null
column blobs.owner_id bigint
column brandings.id bigint not null identity
column brandings.user_id bigint
column brandings.project_id bigint
column brandings.firm text not null
column brandings.phone text not null
column brandings.number text not null
column brandings.drawn_by text not null
column brandings.logo_upload_id bigint
column calendars.user_id bigint not null
column calendars.seed text not null
column calendars.token_hash text not null
column calendars.created_at timestamp with time zone not null
column categories.id bigint not null identity
column categories.name text not null
column categories.name_key text not null
column challenges.challenge_hash text not null
column challenges.user_id bigint
column challenges.expires_at timestamp with time zone not null
column consultations.id bigint not null identity
column consultations.name text not null
column consultations.email text not null
column consultations.phone text not null
column consultations.project text not null
column consultations.about text not null
column consultations.preferred_times text not null
column consultations.created_at timestamp with time zone not null
column consultations.mailed_at timestamp with time zone
column consultations.mail_tried_at timestamp with time zone
column consultations.done_at timestamp with time zone
column events.id bigint not null identity
column events.project_id bigint not null
column events.at timestamp with time zone not null
column events.user_id bigint
column events.who text not null
column events.room_id bigint
column events.item_id bigint
column events.kind text not null
column events.before text
column events.after text
column events.part_of bigint
column events.undoes bigint
column file_holds.id text
column file_holds.until timestamp with time zone
column file_pages.blob_id bigint not null
column file_pages.page integer not null
column file_pages.text text not null
column file_texts.blob_id bigint not null
column file_texts.turn_of bigint not null
column file_texts.form bigint
column file_words.blob_id bigint not null
column file_words.word text not null
column file_words.pages text not null
column first_answers.key_hash text
column first_answers.user_id bigint
column first_answers.request_hash text
column first_answers.answer text
column first_answers.at timestamp with time zone
column idempotency_keys.key_hash text not null
column idempotency_keys.user_id bigint
column idempotency_keys.request_hash text not null
column idempotency_keys.answer text not null
column idempotency_keys.at timestamp with time zone not null
column inbox_photos.id bigint not null identity
column inbox_photos.project_id bigint not null
column inbox_photos.room_id bigint
column inbox_photos.upload_id bigint not null
column inbox_photos.created_at timestamp with time zone not null
column inbox_photos.deleted_at timestamp with time zone
column inbox_photos.trash_id bigint
column invitations.id bigint not null identity
column invitations.email text not null
column invitations.link_hash text not null
column invitations.mail_hash text
column invitations.invited_by bigint
column invitations.created_at timestamp with time zone not null
column invitations.expires_at timestamp with time zone not null
column item_ends.project_id bigint not null
column item_ends.day text not null
column item_ends.item_id bigint not null
column item_ends.slot bigint not null
column item_files.id bigint not null identity
column item_files.item_id bigint not null
column item_files.upload_id bigint not null
column item_files.display_name text not null
column item_files.position bigint not null
column item_files.deleted_at timestamp with time zone
column item_files.trash_id bigint
column item_files.caption text not null default ''::text
column item_files.hides_position integer not null default 0
column item_words.room_id bigint not null
column item_words.item_id bigint not null
column item_words.subcategory_id bigint not null
column item_words.category_id bigint not null
column item_words.filled bigint not null
column item_words.vals text not null
column item_words.notes text not null
column item_words.files text not null
column items.id bigint not null identity
column items.project_id bigint not null
column items.room_id bigint not null
column items.category_id bigint not null
column items.subcategory_id bigint not null
column items.field1 text not null
column items.field2 text not null
column items.field3 text not null
column items.field4 text not null
column items.field5 text not null
column items.field6 text not null
column items.notes text not null
column items.sample text
column items.version bigint not null default 1
column items.created_at timestamp with time zone not null
column items.updated_at timestamp with time zone not null
column items.deleted_at timestamp with time zone
column items.trash_id bigint
column items.title text not null default ''::text
column items.origin bigint
column items.position bigint
column items.ends text not null default ''::text
column items.not_needed integer not null default 0
column items_without_words.id bigint not null identity
column items_without_words.item_id bigint not null
column jobs.id bigint not null identity
column jobs.kind text not null
column jobs.key text
column jobs.payload text not null
column jobs.created_at timestamp with time zone not null
column jobs.due_at timestamp with time zone
column jobs.noted_at timestamp with time zone not null
column jobs.claimed_by text
column jobs.tries bigint not null default 0
column jobs.reason text
column jobs.given_up_at timestamp with time zone
column jobs.webhook_id bigint
column labels.id bigint not null identity
column labels.name text not null
column labels.name_key text not null
column labels.kind text not null default 'text'::text
column links.id bigint not null identity
column links.project_id bigint not null
column links.room_id bigint
column links.name text not null
column links.hides_notes integer not null default 0
column links.hides_files integer not null default 0
column links.hidden_labels text not null
column links.for_qr integer not null default 0
column links.seed text not null
column links.token_hash text not null
column links.files_hash text not null
column links.ends_at timestamp with time zone
column links.opened_at timestamp with time zone
column links.created_at timestamp with time zone not null
column links.hides_positions integer not null default 1
column links.scope text not null default '{}'::text
column offers.id bigint not null identity
column offers.project_id bigint not null
column offers.email text not null
column offers.word text not null
column offers.goes text not null
column offers.stays integer not null
column offers.link_hash text not null
column offers.mail_hash text
column offers.registered_id bigint
column offers.created_at timestamp with time zone not null
column offers.expires_at timestamp with time zone not null
column passkeys.id bigint not null identity
column passkeys.user_id bigint not null
column passkeys.credential_id text not null
column passkeys.public_key text not null
column passkeys.counter bigint not null
column passkeys.transports text not null
column passkeys.host text not null
column passkeys.name text not null
column passkeys.created_at timestamp with time zone not null
column passkeys.last_used_at timestamp with time zone
column password_resets.id bigint not null identity
column password_resets.user_id bigint not null
column password_resets.token_hash text not null
column password_resets.created_at timestamp with time zone not null
column password_resets.expires_at timestamp with time zone not null
column pending_writes.storage_key text not null
column pending_writes.started_at timestamp with time zone not null
column project_invitations.id bigint not null identity
column project_invitations.project_id bigint not null
column project_invitations.email text not null
column project_invitations.email_key text not null
column project_invitations.role text not null
column project_invitations.link_hash text not null
column project_invitations.mail_hash text
column project_invitations.registered_id bigint
column project_invitations.created_at timestamp with time zone not null
column project_invitations.expires_at timestamp with time zone not null
column project_members.project_id bigint not null
column project_members.user_id bigint not null
column project_members.role text not null
column project_members.joined_at timestamp with time zone
column project_members.invited_as text
column projects.id bigint not null identity
column projects.owner_id bigint not null
column projects.name text not null
column projects.name_key text not null
column projects.client text not null
column projects.address text not null
column projects.address2 text not null
column projects.city text not null
column projects.state text not null
column projects.zip text not null
column projects.version bigint not null default 1
column projects.created_at timestamp with time zone not null
column projects.updated_at timestamp with time zone not null
column projects.deleted_at timestamp with time zone
column projects.trash_id bigint
column projects.cover_upload_id bigint
column projects.template integer not null default 0
column provider_accounts.issuer text not null
column provider_accounts.subject text not null
column provider_accounts.user_id bigint not null
column provider_accounts.created_at timestamp with time zone not null
column provider_accounts.finds_by_email bigint not null default 0
column provider_accounts.email text
column recovery_codes.user_id bigint not null
column recovery_codes.code_hash text not null
column refused_mailboxes.email_hash text not null
column refused_mailboxes.refused_at timestamp with time zone not null
column remembered_browsers.user_id bigint not null
column remembered_browsers.browser_hash text not null
column remembered_browsers.expires_at timestamp with time zone not null
column remembered_browsers.user_agent text not null default ''::text
column reminders.user_id bigint not null
column reminders.is_on integer not null default 1
column reminders.weekday text not null default 'sunday'::text
column reminders.zone text
column reminders.last_day text
column reminders.refusals integer not null default 0
column reminders.refusal text
column reminders.seed text
column reminders.token_hash text
column reminders.told_day text
column reminders.former_hash text
column renditions.blob_id bigint not null
column renditions.kind text not null
column renditions.storage_key text
column renditions.sha256 text
column renditions.size bigint
column renditions.created_at timestamp with time zone not null
column revisions.id bigint not null identity
column revisions.project_id bigint not null
column revisions.number bigint not null
column revisions.note text not null
column revisions.issued_by text not null
column revisions.created_at timestamp with time zone not null
column revisions.upload_id bigint
column revisions.picture text not null
column revisions.imported integer not null default 0
column room_type_categories.room_type_id bigint not null
column room_type_categories.category_id bigint not null
column room_type_subcategories.room_type_id bigint not null
column room_type_subcategories.category_id bigint not null
column room_type_subcategories.subcategory_id bigint not null
column room_types.id bigint not null identity
column room_types.name text not null
column room_types.name_key text not null
column rooms.id bigint not null identity
column rooms.project_id bigint not null
column rooms.room_type_id bigint not null
column rooms.name text not null
column rooms.version bigint not null default 1
column rooms.created_at timestamp with time zone not null
column rooms.updated_at timestamp with time zone not null
column rooms.deleted_at timestamp with time zone
column rooms.trash_id bigint
column rooms.cover_upload_id bigint
column rooms.position bigint
column rooms.not_needed integer not null default 0
column second_factors.user_id bigint not null
column second_factors.secret text not null
column second_factors.last_step bigint not null
column second_factors.created_at timestamp with time zone not null
column security_events.id bigint not null identity
column security_events.at timestamp with time zone not null
column security_events.kind text not null
column security_events.user_id bigint
column security_events.account text
column security_events.author text
column security_events.detail text not null
column security_events.address text
column security_events.device text not null
column security_events.times bigint not null default 1
column session_tokens.id bigint not null identity
column session_tokens.session_id bigint not null
column session_tokens.parent_id bigint
column session_tokens.access_hash text not null
column session_tokens.refresh_hash text not null
column session_tokens.download_hash text not null
column session_tokens.access_expires_at timestamp with time zone not null
column session_tokens.created_at timestamp with time zone not null
column session_tokens.used_at timestamp with time zone
column sessions.id bigint not null identity
column sessions.user_id bigint not null
column sessions.remember bigint not null
column sessions.user_agent text not null
column sessions.address text not null
column sessions.created_at timestamp with time zone not null
column sessions.last_used_at timestamp with time zone not null
column sessions.expires_at timestamp with time zone not null
column sessions.opened_by text not null default 'password'::text
column sessions.id_token text
column settings.key text not null
column settings.value text not null
column structure_changes.id bigint not null identity
column structure_changes.user_id bigint
column structure_changes.by_command bigint not null
column structure_changes.at timestamp with time zone not null
column structure_changes.kind text not null
column structure_changes.what text not null
column structure_changes.before text not null
column structure_changes.after text not null
column structure_changes.data text not null
column structure_changes.undone_at timestamp with time zone
column subcategories.id bigint not null identity
column subcategories.name text not null
column subcategories.name_key text not null
column subcategories.labels_version bigint not null default 1
column subcategories.telling text not null default '[]'::text
column subcategories.surface text
column subcategories.trade text
column subcategories.emergency text
column subcategories.wanted text not null default '{"labels":[],"manual":false,"receipt":false}'::text
column subcategories.aliases text not null default '[]'::text
column subcategory_labels.subcategory_id bigint not null
column subcategory_labels.slot bigint not null
column subcategory_labels.label_id bigint not null
column tasks.id bigint not null identity
column tasks.version integer not null default 1
column tasks.project_id bigint not null
column tasks.room_id bigint
column tasks.item_id bigint
column tasks.name text not null
column tasks.note text not null
column tasks.day text not null
column tasks.starts text not null
column tasks.every integer not null
column tasks.unit text not null
column tasks.from_done integer not null
column tasks.done_on text
column tasks.created_at timestamp with time zone not null
column tasks.updated_at timestamp with time zone
column trash_entries.id bigint not null identity
column trash_entries.kind text not null
column trash_entries.name text not null
column trash_entries.place text not null
column trash_entries.deleted_at timestamp with time zone not null
column trash_entries.expires_at timestamp with time zone not null
column trash_entries.project_id bigint not null default 0
column trash_entries.deleted_by text not null default ''::text
column uploads.id bigint not null identity
column uploads.remote text not null
column uploads.owner_id bigint not null
column uploads.blob_id bigint not null
column uploads.original_name text not null
column uploads.created_at timestamp with time zone not null
column uploads.rotation bigint not null default 0
column user_roles.user_id bigint not null
column user_roles.role bigint not null
column users.id bigint not null identity
column users.username text not null
column users.username_key text not null
column users.email text not null
column users.email_key text not null
column users.phone text not null
column users.first_name text not null
column users.last_name text not null
column users.company text not null
column users.address text not null
column users.address2 text not null
column users.city text not null
column users.state text not null
column users.zip text not null
column users.password_hash text not null
column users.locked_at timestamp with time zone
column users.version bigint not null default 1
column users.created_at timestamp with time zone not null
column users.updated_at timestamp with time zone not null
column users.name_key text not null default ''::text
column users.must_change_password bigint not null default 0
column users.remind_at timestamp with time zone default '1970-01-01 00:00:00+00'::timestamp with time zone
column users.email_confirmed_at timestamp with time zone
column users.browsers_since timestamp with time zone
column webhook_deliveries.id bigint not null identity
column webhook_deliveries.webhook_id bigint not null
column webhook_deliveries.message_id text not null
column webhook_deliveries.type text not null
column webhook_deliveries.at timestamp with time zone not null
column webhook_deliveries.tries integer not null
column webhook_deliveries.status integer
column webhook_deliveries.failure text
column webhooks.id bigint not null identity
column webhooks.project_id bigint not null
column webhooks.address text not null
column webhooks.topics text not null
column webhooks.secret text not null
column webhooks.created_at timestamp with time zone not null
column webhooks.ended text
column webhooks.tries integer not null default 0
column webhooks.paused_until timestamp with time zone
constraint activity_seen.activity_seen_pkey PRIMARY KEY (project_id, user_id)
constraint activity_seen.activity_seen_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
constraint activity_seen.activity_seen_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
constraint answered_suggestions.answered_suggestions_item_id_fkey FOREIGN KEY (item_id) REFERENCES items(id) ON DELETE CASCADE
constraint answered_suggestions.answered_suggestions_pkey PRIMARY KEY (item_id, suggestion)
constraint answered_suggestions.answered_suggestions_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
constraint api_key_projects.api_key_projects_key_id_fkey FOREIGN KEY (key_id) REFERENCES api_keys(id) ON DELETE CASCADE
constraint api_key_projects.api_key_projects_pkey PRIMARY KEY (key_id, project_id)
constraint api_key_projects.api_key_projects_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
constraint api_keys.api_keys_key_hash_key UNIQUE (key_hash)
constraint api_keys.api_keys_pkey PRIMARY KEY (id)
constraint api_keys.api_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
constraint attempts.attempts_pkey PRIMARY KEY (id)
constraint backup_locks.file_holds_pkey PRIMARY KEY (id)
constraint blobs.blobs_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id) ON DELETE SET NULL
constraint blobs.blobs_pkey PRIMARY KEY (id)
constraint blobs.blobs_storage_key_key UNIQUE (storage_key)
constraint brandings.brandings_check CHECK (((user_id IS NULL) <> (project_id IS NULL)))
constraint brandings.brandings_logo_upload_id_fkey FOREIGN KEY (logo_upload_id) REFERENCES uploads(id)
constraint brandings.brandings_pkey PRIMARY KEY (id)
constraint brandings.brandings_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
constraint brandings.brandings_project_id_key UNIQUE (project_id)
constraint brandings.brandings_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
constraint brandings.brandings_user_id_key UNIQUE (user_id)
constraint calendars.calendars_pkey PRIMARY KEY (user_id)
constraint calendars.calendars_token_hash_key UNIQUE (token_hash)
constraint calendars.calendars_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
constraint categories.categories_name_key_key UNIQUE (name_key)
constraint categories.categories_pkey PRIMARY KEY (id)
constraint challenges.challenges_pkey PRIMARY KEY (challenge_hash)
constraint challenges.challenges_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
constraint consultations.consultations_pkey PRIMARY KEY (id)
constraint events.events_pkey PRIMARY KEY (id)
constraint file_pages.file_pages_blob_id_fkey FOREIGN KEY (blob_id) REFERENCES file_texts(blob_id) ON DELETE CASCADE
constraint file_pages.file_pages_pkey PRIMARY KEY (blob_id, page)
constraint file_texts.file_texts_blob_id_fkey FOREIGN KEY (blob_id) REFERENCES blobs(id) ON DELETE CASCADE
constraint file_texts.file_texts_pkey PRIMARY KEY (blob_id)
constraint file_words.file_words_blob_id_fkey FOREIGN KEY (blob_id) REFERENCES file_texts(blob_id) ON DELETE CASCADE
constraint file_words.file_words_pkey PRIMARY KEY (blob_id, word)
constraint idempotency_keys.first_answers_pkey PRIMARY KEY (key_hash)
constraint idempotency_keys.first_answers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
constraint inbox_photos.inbox_photos_pkey PRIMARY KEY (id)
constraint inbox_photos.inbox_photos_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
constraint inbox_photos.inbox_photos_room_id_fkey FOREIGN KEY (room_id) REFERENCES rooms(id) ON DELETE SET NULL
constraint inbox_photos.inbox_photos_trash_id_fkey FOREIGN KEY (trash_id) REFERENCES trash_entries(id) ON DELETE CASCADE
constraint inbox_photos.inbox_photos_upload_id_fkey FOREIGN KEY (upload_id) REFERENCES uploads(id)
constraint inbox_photos.inbox_photos_upload_id_key UNIQUE (upload_id)
constraint invitations.invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES users(id) ON DELETE SET NULL
constraint invitations.invitations_link_hash_key UNIQUE (link_hash)
constraint invitations.invitations_mail_hash_key UNIQUE (mail_hash)
constraint invitations.invitations_pkey PRIMARY KEY (id)
constraint item_ends.item_ends_item_id_fkey FOREIGN KEY (item_id) REFERENCES items(id) ON DELETE CASCADE
constraint item_ends.item_ends_pkey PRIMARY KEY (project_id, day, item_id, slot)
constraint item_files.item_files_item_id_fkey FOREIGN KEY (item_id) REFERENCES items(id) ON DELETE CASCADE
constraint item_files.item_files_pkey PRIMARY KEY (id)
constraint item_files.item_files_trash_id_fkey FOREIGN KEY (trash_id) REFERENCES trash_entries(id) ON DELETE CASCADE
constraint item_files.item_files_upload_id_fkey FOREIGN KEY (upload_id) REFERENCES uploads(id)
constraint item_words.item_words_item_id_fkey FOREIGN KEY (item_id) REFERENCES items(id) ON DELETE CASCADE
constraint item_words.item_words_pkey PRIMARY KEY (item_id)
constraint items.items_category_id_fkey FOREIGN KEY (category_id) REFERENCES categories(id)
constraint items.items_pkey PRIMARY KEY (id)
constraint items.items_room_id_project_id_fkey FOREIGN KEY (room_id, project_id) REFERENCES rooms(id, project_id) ON DELETE CASCADE
constraint items.items_subcategory_id_fkey FOREIGN KEY (subcategory_id) REFERENCES subcategories(id)
constraint items.items_trash_id_fkey FOREIGN KEY (trash_id) REFERENCES trash_entries(id) ON DELETE CASCADE
constraint items_without_words.items_without_words_pkey PRIMARY KEY (id)
constraint jobs.jobs_key_key UNIQUE (key)
constraint jobs.jobs_pkey PRIMARY KEY (id)
constraint labels.labels_name_key_key UNIQUE (name_key)
constraint labels.labels_pkey PRIMARY KEY (id)
constraint links.links_files_hash_key UNIQUE (files_hash)
constraint links.links_pkey PRIMARY KEY (id)
constraint links.links_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
constraint links.links_room_id_project_id_fkey FOREIGN KEY (room_id, project_id) REFERENCES rooms(id, project_id) ON DELETE CASCADE
constraint links.links_token_hash_key UNIQUE (token_hash)
constraint offers.offers_link_hash_key UNIQUE (link_hash)
constraint offers.offers_mail_hash_key UNIQUE (mail_hash)
constraint offers.offers_pkey PRIMARY KEY (id)
constraint offers.offers_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
constraint offers.offers_project_id_key UNIQUE (project_id)
constraint offers.offers_registered_id_fkey FOREIGN KEY (registered_id) REFERENCES users(id) ON DELETE SET NULL
constraint passkeys.passkeys_credential_id_key UNIQUE (credential_id)
constraint passkeys.passkeys_pkey PRIMARY KEY (id)
constraint passkeys.passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
constraint password_resets.password_resets_pkey PRIMARY KEY (id)
constraint password_resets.password_resets_token_hash_key UNIQUE (token_hash)
constraint password_resets.password_resets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
constraint pending_writes.pending_writes_pkey PRIMARY KEY (storage_key)
constraint project_invitations.project_invitations_link_hash_key UNIQUE (link_hash)
constraint project_invitations.project_invitations_mail_hash_key UNIQUE (mail_hash)
constraint project_invitations.project_invitations_pkey PRIMARY KEY (id)
constraint project_invitations.project_invitations_project_id_email_key_key UNIQUE (project_id, email_key)
constraint project_invitations.project_invitations_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
constraint project_invitations.project_invitations_registered_id_fkey FOREIGN KEY (registered_id) REFERENCES users(id) ON DELETE CASCADE
constraint project_invitations.project_invitations_role_check CHECK ((role = ANY (ARRAY['editor'::text, 'viewer'::text])))
constraint project_members.project_members_pkey PRIMARY KEY (project_id, user_id)
constraint project_members.project_members_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
constraint project_members.project_members_role_check CHECK ((role = ANY (ARRAY['editor'::text, 'viewer'::text])))
constraint project_members.project_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
constraint projects.projects_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id) ON DELETE CASCADE
constraint projects.projects_pkey PRIMARY KEY (id)
constraint projects.projects_template CHECK (((template = 0) OR ((template = 1) AND (client = ''::text) AND (address = ''::text) AND (address2 = ''::text) AND (city = ''::text) AND (state = ''::text) AND (zip = ''::text))))
constraint projects.projects_trash_id_fkey FOREIGN KEY (trash_id) REFERENCES trash_entries(id) ON DELETE CASCADE
constraint provider_accounts.provider_accounts_pkey PRIMARY KEY (issuer, subject)
constraint provider_accounts.provider_accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
constraint recovery_codes.recovery_codes_pkey PRIMARY KEY (user_id, code_hash)
constraint recovery_codes.recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES second_factors(user_id) ON DELETE CASCADE
constraint refused_mailboxes.refused_mailboxes_pkey PRIMARY KEY (email_hash)
constraint remembered_browsers.remembered_browsers_pkey PRIMARY KEY (user_id, browser_hash)
constraint remembered_browsers.remembered_browsers_user_id_fkey FOREIGN KEY (user_id) REFERENCES second_factors(user_id) ON DELETE CASCADE
constraint reminders.reminders_pkey PRIMARY KEY (user_id)
constraint reminders.reminders_token_hash_key UNIQUE (token_hash)
constraint reminders.reminders_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
constraint renditions.renditions_blob_id_fkey FOREIGN KEY (blob_id) REFERENCES blobs(id)
constraint renditions.renditions_pkey PRIMARY KEY (blob_id, kind)
constraint renditions.renditions_storage_key_key UNIQUE (storage_key)
constraint revisions.revisions_pkey PRIMARY KEY (id)
constraint revisions.revisions_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
constraint revisions.revisions_project_id_number_key UNIQUE (project_id, number)
constraint revisions.revisions_upload_id_fkey FOREIGN KEY (upload_id) REFERENCES uploads(id)
constraint revisions.revisions_upload_id_key UNIQUE (upload_id)
constraint room_type_categories.room_type_categories_category_id_fkey FOREIGN KEY (category_id) REFERENCES categories(id)
constraint room_type_categories.room_type_categories_pkey PRIMARY KEY (room_type_id, category_id)
constraint room_type_categories.room_type_categories_room_type_id_fkey FOREIGN KEY (room_type_id) REFERENCES room_types(id) ON DELETE CASCADE
constraint room_type_subcategories.room_type_subcategories_pkey PRIMARY KEY (room_type_id, category_id, subcategory_id)
constraint room_type_subcategories.room_type_subcategories_room_type_id_category_id_fkey FOREIGN KEY (room_type_id, category_id) REFERENCES room_type_categories(room_type_id, category_id) ON DELETE CASCADE
constraint room_type_subcategories.room_type_subcategories_subcategory_id_fkey FOREIGN KEY (subcategory_id) REFERENCES subcategories(id)
constraint room_types.room_types_name_key_key UNIQUE (name_key)
constraint room_types.room_types_pkey PRIMARY KEY (id)
constraint rooms.rooms_id_project_id_key UNIQUE (id, project_id)
constraint rooms.rooms_pkey PRIMARY KEY (id)
constraint rooms.rooms_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
constraint rooms.rooms_room_type_id_fkey FOREIGN KEY (room_type_id) REFERENCES room_types(id)
constraint rooms.rooms_trash_id_fkey FOREIGN KEY (trash_id) REFERENCES trash_entries(id) ON DELETE CASCADE
constraint second_factors.second_factors_pkey PRIMARY KEY (user_id)
constraint second_factors.second_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
constraint security_events.security_events_pkey PRIMARY KEY (id)
constraint security_events.security_events_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
constraint session_tokens.session_tokens_access_hash_key UNIQUE (access_hash)
constraint session_tokens.session_tokens_download_hash_key UNIQUE (download_hash)
constraint session_tokens.session_tokens_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES session_tokens(id) ON DELETE SET NULL
constraint session_tokens.session_tokens_pkey PRIMARY KEY (id)
constraint session_tokens.session_tokens_refresh_hash_key UNIQUE (refresh_hash)
constraint session_tokens.session_tokens_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE
constraint sessions.sessions_pkey PRIMARY KEY (id)
constraint sessions.sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
constraint settings.settings_pkey PRIMARY KEY (key)
constraint structure_changes.structure_changes_pkey PRIMARY KEY (id)
constraint structure_changes.structure_changes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
constraint subcategories.subcategories_name_key_key UNIQUE (name_key)
constraint subcategories.subcategories_pkey PRIMARY KEY (id)
constraint subcategory_labels.subcategory_labels_label_id_fkey FOREIGN KEY (label_id) REFERENCES labels(id)
constraint subcategory_labels.subcategory_labels_pkey PRIMARY KEY (subcategory_id, slot)
constraint subcategory_labels.subcategory_labels_slot_check CHECK (((slot >= 1) AND (slot <= 6)))
constraint subcategory_labels.subcategory_labels_subcategory_id_fkey FOREIGN KEY (subcategory_id) REFERENCES subcategories(id) ON DELETE CASCADE
constraint subcategory_labels.subcategory_labels_subcategory_id_label_id_key UNIQUE (subcategory_id, label_id)
constraint tasks.tasks_check CHECK (((room_id IS NULL) OR (item_id IS NULL)))
constraint tasks.tasks_item_id_fkey FOREIGN KEY (item_id) REFERENCES items(id) ON DELETE CASCADE
constraint tasks.tasks_pkey PRIMARY KEY (id)
constraint tasks.tasks_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
constraint tasks.tasks_room_id_project_id_fkey FOREIGN KEY (room_id, project_id) REFERENCES rooms(id, project_id) ON DELETE CASCADE
constraint trash_entries.trash_entries_pkey PRIMARY KEY (id)
constraint uploads.uploads_blob_id_fkey FOREIGN KEY (blob_id) REFERENCES blobs(id)
constraint uploads.uploads_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id) ON DELETE CASCADE
constraint uploads.uploads_pkey PRIMARY KEY (id)
constraint uploads.uploads_remote_key UNIQUE (remote)
constraint uploads.uploads_rotation_check CHECK ((rotation = ANY (ARRAY[(0)::bigint, (90)::bigint, (180)::bigint, (270)::bigint])))
constraint user_roles.user_roles_pkey PRIMARY KEY (user_id, role)
constraint user_roles.user_roles_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
constraint users.users_email_key UNIQUE (email_key)
constraint users.users_pkey PRIMARY KEY (id)
constraint users.users_username_key UNIQUE (username_key)
constraint webhook_deliveries.webhook_deliveries_pkey PRIMARY KEY (id)
constraint webhook_deliveries.webhook_deliveries_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhooks(id) ON DELETE CASCADE
constraint webhook_deliveries.webhook_deliveries_webhook_id_message_id_key UNIQUE (webhook_id, message_id)
constraint webhooks.webhooks_pkey PRIMARY KEY (id)
constraint webhooks.webhooks_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
CREATE INDEX activity_seen_user ON public.activity_seen USING btree (user_id)
CREATE UNIQUE INDEX activity_seen_pkey ON public.activity_seen USING btree (project_id, user_id)
CREATE INDEX answered_suggestions_project ON public.answered_suggestions USING btree (project_id)
CREATE UNIQUE INDEX answered_suggestions_pkey ON public.answered_suggestions USING btree (item_id, suggestion)
CREATE INDEX api_key_projects_project ON public.api_key_projects USING btree (project_id)
CREATE UNIQUE INDEX api_key_projects_pkey ON public.api_key_projects USING btree (key_id, project_id)
CREATE INDEX api_keys_user ON public.api_keys USING btree (user_id)
CREATE UNIQUE INDEX api_keys_key_hash_key ON public.api_keys USING btree (key_hash)
CREATE UNIQUE INDEX api_keys_pkey ON public.api_keys USING btree (id)
CREATE INDEX attempts_at ON public.attempts USING btree (at)
CREATE INDEX attempts_key ON public.attempts USING btree (kind, key, at)
CREATE UNIQUE INDEX attempts_pkey ON public.attempts USING btree (id)
CREATE UNIQUE INDEX file_holds_pkey ON public.backup_locks USING btree (id)
CREATE INDEX blobs_owner ON public.blobs USING btree (owner_id)
CREATE UNIQUE INDEX blobs_bytes ON public.blobs USING btree (sha256, owner_id)
CREATE UNIQUE INDEX blobs_pkey ON public.blobs USING btree (id)
CREATE UNIQUE INDEX blobs_storage_key_key ON public.blobs USING btree (storage_key)
CREATE INDEX brandings_by_logo ON public.brandings USING btree (logo_upload_id)
CREATE UNIQUE INDEX brandings_pkey ON public.brandings USING btree (id)
CREATE UNIQUE INDEX brandings_project_id_key ON public.brandings USING btree (project_id)
CREATE UNIQUE INDEX brandings_user_id_key ON public.brandings USING btree (user_id)
CREATE UNIQUE INDEX calendars_pkey ON public.calendars USING btree (user_id)
CREATE UNIQUE INDEX calendars_token_hash_key ON public.calendars USING btree (token_hash)
CREATE UNIQUE INDEX categories_name_key_key ON public.categories USING btree (name_key)
CREATE UNIQUE INDEX categories_pkey ON public.categories USING btree (id)
CREATE INDEX challenges_expires ON public.challenges USING btree (expires_at)
CREATE INDEX challenges_user ON public.challenges USING btree (user_id)
CREATE UNIQUE INDEX challenges_pkey ON public.challenges USING btree (challenge_hash)
CREATE INDEX consultations_not_mailed ON public.consultations USING btree (created_at) WHERE (mailed_at IS NULL)
CREATE UNIQUE INDEX consultations_pkey ON public.consultations USING btree (id)
CREATE INDEX events_item ON public.events USING btree (item_id, id) WHERE (item_id IS NOT NULL)
CREATE INDEX events_part_of ON public.events USING btree (part_of) WHERE (part_of IS NOT NULL)
CREATE INDEX events_project ON public.events USING btree (project_id, id, user_id)
CREATE UNIQUE INDEX events_pkey ON public.events USING btree (id)
CREATE UNIQUE INDEX events_undoes ON public.events USING btree (undoes) WHERE (undoes IS NOT NULL)
CREATE UNIQUE INDEX file_pages_pkey ON public.file_pages USING btree (blob_id, page)
CREATE INDEX file_texts_unread ON public.file_texts USING btree (turn_of, blob_id) WHERE (form IS NULL)
CREATE UNIQUE INDEX file_texts_pkey ON public.file_texts USING btree (blob_id)
CREATE UNIQUE INDEX file_words_pkey ON public.file_words USING btree (blob_id, word)
CREATE INDEX idempotency_keys_at ON public.idempotency_keys USING btree (at)
CREATE INDEX idempotency_keys_user ON public.idempotency_keys USING btree (user_id)
CREATE UNIQUE INDEX first_answers_pkey ON public.idempotency_keys USING btree (key_hash)
CREATE INDEX inbox_photos_project ON public.inbox_photos USING btree (project_id)
CREATE INDEX inbox_photos_room ON public.inbox_photos USING btree (room_id) WHERE (room_id IS NOT NULL)
CREATE INDEX inbox_photos_trash ON public.inbox_photos USING btree (trash_id) WHERE (trash_id IS NOT NULL)
CREATE UNIQUE INDEX inbox_photos_pkey ON public.inbox_photos USING btree (id)
CREATE UNIQUE INDEX inbox_photos_upload_id_key ON public.inbox_photos USING btree (upload_id)
CREATE INDEX invitations_expiry ON public.invitations USING btree (expires_at)
CREATE INDEX invitations_inviter ON public.invitations USING btree (invited_by)
CREATE UNIQUE INDEX invitations_link_hash_key ON public.invitations USING btree (link_hash)
CREATE UNIQUE INDEX invitations_mail_hash_key ON public.invitations USING btree (mail_hash)
CREATE UNIQUE INDEX invitations_pkey ON public.invitations USING btree (id)
CREATE INDEX item_ends_item ON public.item_ends USING btree (item_id)
CREATE UNIQUE INDEX item_ends_pkey ON public.item_ends USING btree (project_id, day, item_id, slot)
CREATE INDEX item_files_item ON public.item_files USING btree (item_id)
CREATE INDEX item_files_trash ON public.item_files USING btree (trash_id) WHERE (trash_id IS NOT NULL)
CREATE INDEX item_files_upload ON public.item_files USING btree (upload_id)
CREATE UNIQUE INDEX item_files_name ON public.item_files USING btree (item_id, display_name) WHERE (deleted_at IS NULL)
CREATE UNIQUE INDEX item_files_pkey ON public.item_files USING btree (id)
CREATE INDEX item_words_files ON public.item_words USING btree (room_id) WHERE (files <> ''::text)
CREATE INDEX item_words_room ON public.item_words USING btree (room_id)
CREATE UNIQUE INDEX item_words_pkey ON public.item_words USING btree (item_id)
CREATE INDEX items_category ON public.items USING btree (category_id)
CREATE INDEX items_origin ON public.items USING btree (origin) WHERE (origin IS NOT NULL)
CREATE INDEX items_room ON public.items USING btree (room_id, project_id)
CREATE INDEX items_subcategory ON public.items USING btree (subcategory_id)
CREATE INDEX items_trash ON public.items USING btree (trash_id) WHERE (trash_id IS NOT NULL)
CREATE UNIQUE INDEX items_pkey ON public.items USING btree (id)
CREATE INDEX items_without_words_item ON public.items_without_words USING btree (item_id)
CREATE UNIQUE INDEX items_without_words_pkey ON public.items_without_words USING btree (id)
CREATE INDEX jobs_due ON public.jobs USING btree (due_at) WHERE (due_at IS NOT NULL)
CREATE INDEX jobs_webhook ON public.jobs USING btree (webhook_id) WHERE (webhook_id IS NOT NULL)
CREATE UNIQUE INDEX jobs_key_key ON public.jobs USING btree (key)
CREATE UNIQUE INDEX jobs_pkey ON public.jobs USING btree (id)
CREATE UNIQUE INDEX labels_name_key_key ON public.labels USING btree (name_key)
CREATE UNIQUE INDEX labels_pkey ON public.labels USING btree (id)
CREATE INDEX links_project ON public.links USING btree (project_id)
CREATE INDEX links_room ON public.links USING btree (room_id, project_id)
CREATE UNIQUE INDEX links_files_hash_key ON public.links USING btree (files_hash)
CREATE UNIQUE INDEX links_for_qr ON public.links USING btree (room_id) WHERE (for_qr = 1)
CREATE UNIQUE INDEX links_pkey ON public.links USING btree (id)
CREATE UNIQUE INDEX links_token_hash_key ON public.links USING btree (token_hash)
CREATE INDEX offers_expiry ON public.offers USING btree (expires_at)
CREATE INDEX offers_registered ON public.offers USING btree (registered_id)
CREATE UNIQUE INDEX offers_link_hash_key ON public.offers USING btree (link_hash)
CREATE UNIQUE INDEX offers_mail_hash_key ON public.offers USING btree (mail_hash)
CREATE UNIQUE INDEX offers_pkey ON public.offers USING btree (id)
CREATE UNIQUE INDEX offers_project_id_key ON public.offers USING btree (project_id)
CREATE INDEX passkeys_user ON public.passkeys USING btree (user_id)
CREATE UNIQUE INDEX passkeys_credential_id_key ON public.passkeys USING btree (credential_id)
CREATE UNIQUE INDEX passkeys_pkey ON public.passkeys USING btree (id)
CREATE INDEX password_resets_expiry ON public.password_resets USING btree (expires_at)
CREATE INDEX password_resets_user ON public.password_resets USING btree (user_id)
CREATE UNIQUE INDEX password_resets_pkey ON public.password_resets USING btree (id)
CREATE UNIQUE INDEX password_resets_token_hash_key ON public.password_resets USING btree (token_hash)
CREATE UNIQUE INDEX pending_writes_pkey ON public.pending_writes USING btree (storage_key)
CREATE INDEX project_invitations_expiry ON public.project_invitations USING btree (expires_at)
CREATE INDEX project_invitations_registered ON public.project_invitations USING btree (registered_id)
CREATE UNIQUE INDEX project_invitations_link_hash_key ON public.project_invitations USING btree (link_hash)
CREATE UNIQUE INDEX project_invitations_mail_hash_key ON public.project_invitations USING btree (mail_hash)
CREATE UNIQUE INDEX project_invitations_pkey ON public.project_invitations USING btree (id)
CREATE UNIQUE INDEX project_invitations_project_id_email_key_key ON public.project_invitations USING btree (project_id, email_key)
CREATE INDEX project_members_user ON public.project_members USING btree (user_id)
CREATE UNIQUE INDEX project_members_pkey ON public.project_members USING btree (project_id, user_id)
CREATE INDEX projects_owner ON public.projects USING btree (owner_id)
CREATE INDEX projects_trash ON public.projects USING btree (trash_id) WHERE (trash_id IS NOT NULL)
CREATE UNIQUE INDEX projects_name ON public.projects USING btree (owner_id, template, name_key) WHERE (deleted_at IS NULL)
CREATE UNIQUE INDEX projects_pkey ON public.projects USING btree (id)
CREATE INDEX provider_accounts_user ON public.provider_accounts USING btree (user_id)
CREATE UNIQUE INDEX provider_accounts_pkey ON public.provider_accounts USING btree (issuer, subject)
CREATE UNIQUE INDEX recovery_codes_pkey ON public.recovery_codes USING btree (user_id, code_hash)
CREATE UNIQUE INDEX refused_mailboxes_pkey ON public.refused_mailboxes USING btree (email_hash)
CREATE UNIQUE INDEX remembered_browsers_pkey ON public.remembered_browsers USING btree (user_id, browser_hash)
CREATE UNIQUE INDEX reminders_former_hash ON public.reminders USING btree (former_hash)
CREATE UNIQUE INDEX reminders_pkey ON public.reminders USING btree (user_id)
CREATE UNIQUE INDEX reminders_token_hash_key ON public.reminders USING btree (token_hash)
CREATE UNIQUE INDEX renditions_pkey ON public.renditions USING btree (blob_id, kind)
CREATE UNIQUE INDEX renditions_storage_key_key ON public.renditions USING btree (storage_key)
CREATE UNIQUE INDEX revisions_pkey ON public.revisions USING btree (id)
CREATE UNIQUE INDEX revisions_project_id_number_key ON public.revisions USING btree (project_id, number)
CREATE UNIQUE INDEX revisions_upload_id_key ON public.revisions USING btree (upload_id)
CREATE UNIQUE INDEX room_type_categories_pkey ON public.room_type_categories USING btree (room_type_id, category_id)
CREATE UNIQUE INDEX room_type_subcategories_pkey ON public.room_type_subcategories USING btree (room_type_id, category_id, subcategory_id)
CREATE UNIQUE INDEX room_types_name_key_key ON public.room_types USING btree (name_key)
CREATE UNIQUE INDEX room_types_pkey ON public.room_types USING btree (id)
CREATE INDEX rooms_project ON public.rooms USING btree (project_id)
CREATE INDEX rooms_room_type ON public.rooms USING btree (room_type_id)
CREATE INDEX rooms_trash ON public.rooms USING btree (trash_id) WHERE (trash_id IS NOT NULL)
CREATE UNIQUE INDEX rooms_id_project_id_key ON public.rooms USING btree (id, project_id)
CREATE UNIQUE INDEX rooms_pkey ON public.rooms USING btree (id)
CREATE UNIQUE INDEX second_factors_pkey ON public.second_factors USING btree (user_id)
CREATE INDEX security_events_account ON public.security_events USING btree (account, id)
CREATE INDEX security_events_at ON public.security_events USING btree (at, id)
CREATE INDEX security_events_author ON public.security_events USING btree (author, id)
CREATE INDEX security_events_kind ON public.security_events USING btree (kind, id)
CREATE INDEX security_events_user_id ON public.security_events USING btree (user_id, id)
CREATE UNIQUE INDEX security_events_pkey ON public.security_events USING btree (id)
CREATE INDEX session_tokens_parent ON public.session_tokens USING btree (parent_id)
CREATE INDEX session_tokens_session ON public.session_tokens USING btree (session_id)
CREATE UNIQUE INDEX session_tokens_access_hash_key ON public.session_tokens USING btree (access_hash)
CREATE UNIQUE INDEX session_tokens_download_hash_key ON public.session_tokens USING btree (download_hash)
CREATE UNIQUE INDEX session_tokens_pkey ON public.session_tokens USING btree (id)
CREATE UNIQUE INDEX session_tokens_refresh_hash_key ON public.session_tokens USING btree (refresh_hash)
CREATE INDEX sessions_expiry ON public.sessions USING btree (expires_at)
CREATE INDEX sessions_user ON public.sessions USING btree (user_id)
CREATE UNIQUE INDEX sessions_pkey ON public.sessions USING btree (id)
CREATE UNIQUE INDEX settings_pkey ON public.settings USING btree (key)
CREATE UNIQUE INDEX structure_changes_pkey ON public.structure_changes USING btree (id)
CREATE UNIQUE INDEX subcategories_name_key_key ON public.subcategories USING btree (name_key)
CREATE UNIQUE INDEX subcategories_pkey ON public.subcategories USING btree (id)
CREATE UNIQUE INDEX subcategory_labels_pkey ON public.subcategory_labels USING btree (subcategory_id, slot)
CREATE UNIQUE INDEX subcategory_labels_subcategory_id_label_id_key ON public.subcategory_labels USING btree (subcategory_id, label_id)
CREATE INDEX tasks_item ON public.tasks USING btree (item_id)
CREATE INDEX tasks_project ON public.tasks USING btree (project_id, day, id)
CREATE INDEX tasks_room ON public.tasks USING btree (room_id, project_id)
CREATE UNIQUE INDEX tasks_pkey ON public.tasks USING btree (id)
CREATE INDEX trash_entries_expiry ON public.trash_entries USING btree (expires_at)
CREATE INDEX trash_entries_project ON public.trash_entries USING btree (project_id)
CREATE UNIQUE INDEX trash_entries_pkey ON public.trash_entries USING btree (id)
CREATE INDEX uploads_blob ON public.uploads USING btree (blob_id)
CREATE INDEX uploads_created ON public.uploads USING btree (created_at)
CREATE INDEX uploads_owner ON public.uploads USING btree (owner_id)
CREATE UNIQUE INDEX uploads_pkey ON public.uploads USING btree (id)
CREATE UNIQUE INDEX uploads_remote_key ON public.uploads USING btree (remote)
CREATE INDEX user_roles_role ON public.user_roles USING btree (role)
CREATE UNIQUE INDEX user_roles_pkey ON public.user_roles USING btree (user_id, role)
CREATE INDEX users_remind_at ON public.users USING btree (remind_at) WHERE (remind_at IS NOT NULL)
CREATE UNIQUE INDEX users_email_key ON public.users USING btree (email_key)
CREATE UNIQUE INDEX users_pkey ON public.users USING btree (id)
CREATE UNIQUE INDEX users_username_key ON public.users USING btree (username_key)
CREATE UNIQUE INDEX webhook_deliveries_pkey ON public.webhook_deliveries USING btree (id)
CREATE UNIQUE INDEX webhook_deliveries_webhook_id_message_id_key ON public.webhook_deliveries USING btree (webhook_id, message_id)
CREATE INDEX webhooks_project ON public.webhooks USING btree (project_id)
CREATE UNIQUE INDEX webhooks_pkey ON public.webhooks USING btree (id)
