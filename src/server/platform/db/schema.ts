import type { LabelKind } from '../../../shared/structure/label-kinds.ts'
import type { ColumnType, Generated } from 'kysely'
import type { EventKind } from '../../../shared/events.ts'
import type { IncludedParts } from '../../../shared/sharing/handover.api.ts'
import type { SecurityEventKind } from '../../../shared/identity/security-events.ts'
import type { Topic } from '../../../shared/history/event-spec.ts'
import type { LinkScope } from '../../../shared/sharing/links.api.ts'
import type { Unit } from '../../../shared/lib/recurrence.ts'
import type { Weekday } from '../../../shared/upkeep/reminders.api.ts'
import type { Slot } from '../../../shared/structure/room-structure.api.ts'
import type { Rotation } from '../../../shared/attachments/rotation.ts'
import type { Emergency, Surface, Trade } from '../../../shared/structure/classification.ts'
import type { Wanted } from '../../../shared/structure/required-fields.ts'
import type { JSONText } from './engine.ts'

/**
 * The tables as both engines store them, in two parts: those that every repository may name, and user data. Ids and
 * counts are numbers, times are ISO 8601 text in UTC (timestamptz in PostgreSQL, parsed to the same text), flags are 0
 * or 1.
 */
export interface CommonTables {
  settings: { key: string; value: string }
  users: UsersTable
  user_roles: { user_id: number; role: number }
  sessions: SessionsTable
  session_tokens: SessionTokensTable
  attempts: { id: Generated<number>; kind: string; key: string; at: string }
  room_types: { id: Generated<number>; name: string; name_key: string }
  categories: { id: Generated<number>; name: string; name_key: string }
  subcategories: SubcategoriesTable
  labels: { id: Generated<number>; name: string; name_key: string; kind: Generated<LabelKind> }
  room_type_categories: { room_type_id: number; category_id: number }
  room_type_subcategories: { room_type_id: number; category_id: number; subcategory_id: number }
  subcategory_labels: { subcategory_id: number; slot: number; label_id: number }
  pending_writes: { storage_key: string; started_at: string }
  backup_locks: { id: string; until: string }
  idempotency_keys: IdempotencyKeysTable
  consultations: ConsultationsTable
  password_resets: PasswordResetsTable
  invitations: InvitationsTable
  structure_changes: StructureChangesTable
  jobs: JobsTable
  calendars: CalendarsTable
  reminders: RemindersTable
  /** Hashes of the email addresses that opted out of mailed invitations. */
  refused_mailboxes: { email_hash: string; refused_at: string }
  second_factors: SecondFactorsTable
  passkeys: PasskeysTable
  api_keys: ApiKeysTable
  /** The projects of a key that is for some. */
  api_key_projects: { key_id: number; project_id: number }
  /** Who an account is at an OpenID provider. */
  provider_accounts: ProviderAccountsTable
  /** What browsers sign; with a user to make a passkey, without one to log in. */
  challenges: { challenge_hash: string; user_id: number | null; expires_at: string }
  security_events: SecurityEventsTable
  recovery_codes: { user_id: number; code_hash: string }
  /** Browsers that log in without a code until then. */
  remembered_browsers: { user_id: number; browser_hash: string; expires_at: string; user_agent: Generated<string> }
}

/** User data. Statements on it start in access/ and *.access.ts, for all users in *.all-users.access.ts. */
interface UserDataTables {
  trash_entries: TrashEntriesTable
  projects: ProjectsTable
  project_members: ProjectMembersTable
  project_invitations: ProjectInvitationsTable
  offers: OffersTable
  rooms: RoomsTable
  items: ItemsTable
  blobs: BlobsTable
  uploads: UploadsTable
  item_files: ItemFilesTable
  inbox_photos: InboxPhotosTable
  revisions: RevisionsTable
  item_words: ItemWordsTable
  tasks: TasksTable
  answered_suggestions: { item_id: number; project_id: number; suggestion: string }
  item_ends: { project_id: number; day: string; item_id: number; slot: number }
  items_without_words: { id: Generated<number>; item_id: number }
  renditions: RenditionsTable
  file_texts: FileTextsTable
  file_words: { blob_id: number; word: string; pages: string }
  /** Page 0 in files without pages. */
  file_pages: { blob_id: number; page: number; text: string }
  events: EventsTable
  links: LinksTable
  webhooks: WebhooksTable
  webhook_deliveries: WebhookDeliveriesTable
  brandings: BrandingsTable
  activity_seen: ActivitySeenTable
}

export interface Schema extends CommonTables, UserDataTables {}

/**
 * `labels_version` counts changes of the labels, so creating an item detects a concurrent change. `telling` lists the
 * slots that tell items apart, in order; at least one if there are labels. `surface`, `trade` and `emergency` classify
 * the subcategory; `wanted` is what the next owner needs to know about its items, by label id.
 */
interface SubcategoriesTable {
  id: Generated<number>
  name: string
  name_key: string
  labels_version: Generated<number>
  telling: Generated<JSONText<Slot[]>>
  surface: Generated<Surface | null>
  trade: Generated<Trade | null>
  emergency: Generated<Emergency | null>
  wanted: Generated<JSONText<Wanted>>
  aliases: Generated<JSONText<string[]>>
}

interface UsersTable {
  id: Generated<number>
  username: string
  username_key: string
  email: string
  email_key: string
  phone: string
  first_name: string
  last_name: string
  /** First and last name together, for searching. */
  name_key: string
  company: string
  address: string
  address2: string
  city: string
  state: string
  zip: string
  password_hash: string
  /** 1 if someone else set the password: the user must change it before doing anything else. */
  must_change_password: Generated<number>
  locked_at: string | null
  version: Generated<number>
  created_at: string
  updated_at: string
  /** When to check for due reminders next; null for never. */
  remind_at: Generated<string | null>
  /** When the user proved that the email address is theirs; null if never. */
  email_confirmed_at: Generated<string | null>
  /** Browsers that logged in earlier count as unknown; null for none. */
  browsers_since: Generated<string | null>
}

/** Who users are at the OpenID provider. */
interface ProviderAccountsTable {
  issuer: string
  subject: string
  user_id: number
  created_at: string
  /** 1 once a command moved the account: the first user there with its verified address gets it. */
  finds_by_email: Generated<number>
  /** The verified address that the provider sent last. */
  email: Generated<string | null>
}

interface ApiKeysTable {
  id: Generated<number>
  user_id: number
  name: string
  key_hash: string
  writes: number
  all_projects: number
  created_at: string
  /** Null for no end. */
  ends_at: string | null
  last_used_at: string | null
}

/** The key is Base64 for addresses, `transports` a JSON list. A passkey works only at its `host`. */
interface PasskeysTable {
  id: Generated<number>
  user_id: number
  credential_id: string
  public_key: string
  counter: number
  transports: string
  host: string
  name: string
  created_at: string
  last_used_at: string | null
}

/** `secret` is Base32; codes of `last_step` (of 30 seconds) and earlier are used up. */
interface SecondFactorsTable {
  user_id: number
  secret: string
  last_step: number
  created_at: string
}

/** `account` is the username of the user concerned, `author` of who did it; both outlive their accounts. */
interface SecurityEventsTable {
  id: Generated<number>
  at: string
  kind: SecurityEventKind
  user_id: number | null
  account: string | null
  author: string | null
  detail: string
  address: string | null
  device: string
  /** How often it happened in the minute from `at`. */
  times: Generated<number>
}

/** A session lasts from login to logout; each rotation adds a row of tokens. */
interface SessionsTable {
  id: Generated<number>
  user_id: number
  remember: number
  user_agent: string
  address: string
  created_at: string
  last_used_at: string
  expires_at: string
  opened_by: Generated<'password' | 'passkey' | 'provider'>
  /** What ends the session at its OpenID provider. */
  id_token: Generated<string | null>
}

/** Tokens are stored as hex SHA-256. `used_at` is when the refresh token was first exchanged. */
interface SessionTokensTable {
  id: Generated<number>
  session_id: number
  parent_id: number | null
  access_hash: string
  refresh_hash: string
  download_hash: string
  access_expires_at: string
  created_at: string
  used_at: string | null
}

/** What a firm puts on papers and links: of an account, or of one project, whose empty texts use those of its owner. */
interface BrandingsTable {
  id: Generated<number>
  user_id: ColumnType<number | null, number | undefined, never>
  project_id: ColumnType<number | null, number | undefined, never>
  firm: string
  phone: string
  /** The firm's number of the project. */
  number: string
  drawn_by: string
  logo_upload_id: number | null
}

/**
 * A read-only link to a project or a room. Stores hashes of its token and of its file key; the token derives from
 * `seed` and a secret that is not in backups (src/server/platform/lib/secret.ts). `hidden_labels` holds label ids;
 * `scope` narrows a link without a room.
 */
/** `ended`: why it stopped; null while it is on. */
interface WebhooksTable {
  id: Generated<number>
  project_id: number
  address: string
  topics: JSONText<Topic[]>
  secret: string
  created_at: string
  ended: string | null
  /** How often its address failed since a message arrived, and until when no message is sent. */
  tries: Generated<number>
  paused_until: Generated<string | null>
}

/** The latest messages of each webhook; `at` and `status` are of the latest try. */
interface WebhookDeliveriesTable {
  id: Generated<number>
  webhook_id: number
  message_id: string
  type: string
  at: string
  tries: number
  status: number | null
  failure: string | null
}

interface LinksTable {
  id: Generated<number>
  project_id: number
  room_id: number | null
  name: string
  hides_notes: number
  hides_files: number
  hides_positions: Generated<number>
  hidden_labels: JSONText<number[]>
  scope: Generated<JSONText<LinkScope>>
  for_qr: number
  seed: string
  token_hash: string
  files_hash: string
  ends_at: string | null
  opened_at: string | null
  created_at: string
}

/**
 * One deletion, in the trash of its project; the deleted rows refer to it by `trash_id`. Entries of permanently deleted
 * projects belong to nobody. `deleted_by` is a username and outlives its account.
 */
interface TrashEntriesTable {
  id: Generated<number>
  project_id: number
  deleted_by: string
  kind: 'project' | 'room' | 'rooms' | 'item' | 'items' | 'attachment' | 'photos'
  name: string
  place: string
  deleted_at: string
  expires_at: string
}

/**
 * Columns of user data: version, times and soft delete. Only the deleted thing itself is marked, not its contents,
 * which the scope hides through their parents. So restoring brings back exactly what was deleted.
 */
interface Kept {
  id: Generated<number>
  version: Generated<number>
  created_at: string
  updated_at: string
  deleted_at: string | null
  trash_id: number | null
}

/** The upload of the cover. It counts while it is a picture on an item inside (src/server/projects/covers.repo.ts). */
interface Covered {
  cover_upload_id: Generated<number | null>
}

/** `template` is 1 for a template, which has no address. It never changes. */
interface ProjectsTable extends Kept, Covered {
  template: ColumnType<number, number | undefined, never>
  owner_id: number
  name: string
  name_key: string
  client: string
  address: string
  address2: string
  city: string
  state: string
  zip: string
}

/** `joined_at` and `invited_as`, the invited email address, are null if they were not recorded. */
interface ProjectMembersTable {
  project_id: number
  user_id: number
  role: 'editor' | 'viewer'
  joined_at: ColumnType<string | null, string | null | undefined>
  invited_as: ColumnType<string | null, string | null | undefined>
}

/**
 * Valid once, until it expires: joining deletes it. Opens with the token of the displayed or of the mailed link.
 * `registered_id` is the account created through it; from then on only that account can use it.
 */
interface ProjectInvitationsTable {
  id: Generated<number>
  project_id: number
  email: string
  email_key: string
  role: 'editor' | 'viewer'
  link_hash: string
  mail_hash: string | null
  registered_id: ColumnType<number | null, number | null | undefined>
  created_at: string
  expires_at: string
}

/**
 * An owner's offer of a project to someone, at most one per project. `goes` is what is handed over; if `stays` is 1 the
 * owner becomes a Viewer. Accepting deletes it. Tokens and `registered_id` work as for invitations; if that account is
 * deleted, anyone with a token can use it again.
 */
interface OffersTable {
  id: Generated<number>
  project_id: number
  email: string
  word: string
  goes: JSONText<IncludedParts>
  stays: number
  link_hash: string
  mail_hash: string | null
  registered_id: number | null
  created_at: string
  expires_at: string
}

/**
 * The position in a custom order: of a room in its project, of an item in its room and subcategory. Rows with null come
 * last: rooms by name, items by creation.
 */
interface Placed {
  position: Generated<number | null>
}

/** Dismissed requirements: a bit for each kind (src/server/upkeep/handover-checklist.access.ts). */
interface Wantable {
  not_needed: Generated<number>
}

interface RoomsTable extends Kept, Covered, Placed, Wantable {
  project_id: number
  room_type_id: number
  name: string
}

/** Texts derived from those of an item and stored with it (src/server/structure/derived-facts.ts). */
export interface DerivedFacts {
  sample: string | null
  title: string
  ends: string
}

/** The six texts are columns, not rows by label, so that Room Items reads one row per item. */
interface ItemsTable extends Kept, Placed, Wantable, DerivedFacts {
  project_id: number
  room_id: number
  category_id: number
  subcategory_id: number
  /** For a copy: the first item of the chain of copies, which may be deleted. */
  origin: Generated<number | null>
  field1: string
  field2: string
  field3: string
  field4: string
  field5: string
  field6: string
  notes: string
}

/**
 * A task of an item, else of a room, else of the project. `day` is the next due date. `every` is 0 for a task without
 * repetition; otherwise the rule counts from `starts`, or from the last completion if `from_done` is 1.
 */
interface TasksTable {
  id: Generated<number>
  version: Generated<number>
  project_id: number
  room_id: number | null
  item_id: number | null
  name: string
  note: string
  day: string
  starts: string
  every: number
  unit: Unit
  from_done: number
  done_on: string | null
  created_at: string
  updated_at: Generated<string | null>
}

/**
 * Bytes in the file store. The owner's further uploads of equal bytes share them. Blobs without an owner are not
 * shared; those without an upload either are due for deletion.
 */
interface BlobsTable {
  id: Generated<number>
  owner_id: number | null
  storage_key: string
  sha256: string
  size: number
  type: string
  created_at: string
}

export type MadePicture = 'thumbnail' | 'screen' | 'whole' | 'print'
/** Rotated renditions have the rotation in their kind. */
export type RenditionKind = MadePicture | `${MadePicture} ${Exclude<Rotation, 0>}`

/** A rendition of a blob; `storage_key` is null if it cannot be made. Can be regenerated at any time. */
interface RenditionsTable {
  blob_id: number
  kind: RenditionKind
  storage_key: string | null
  sha256: string | null
  size: number | null
  created_at: string
}

/**
 * Bytes attached to an item, inserted by a trigger. `form` is the version of the extracted words
 * (src/server/platform/lib/words/tokens.ts), null before extraction. `turn_of` is the uploader, for fair scheduling.
 */
interface FileTextsTable {
  blob_id: number
  turn_of: number
  form: number | null
}

interface UploadsTable {
  id: Generated<number>
  remote: string
  owner_id: number
  blob_id: number
  original_name: string
  created_at: string
  rotation: Generated<Rotation>
}

interface ItemFilesTable {
  id: Generated<number>
  item_id: number
  upload_id: number
  display_name: string
  caption: Generated<string>
  position: number
  /** 1 if a viewer copied the photo: its GPS position stays hidden in the copy. */
  hides_position: Generated<number>
  deleted_at: string | null
  trash_id: number | null
}

/** A photo in the inbox, and the room where it was taken, which may have moved to another project. */
interface InboxPhotosTable {
  id: Generated<number>
  project_id: number
  room_id: number | null
  upload_id: number
  created_at: string
  deleted_at: string | null
  trash_id: number | null
}

/**
 * An issued spec book; `issued_by` is a username. `picture` is its content, for comparison with the next one
 * (src/server/papers/revisions/snapshot.ts). A removed revision has no upload and keeps only its number and marks. An
 * `imported` one came with a project file, which says who issued it and when; its picture has only marks.
 */
interface RevisionsTable {
  id: Generated<number>
  project_id: number
  number: number
  note: string
  issued_by: string
  created_at: string
  upload_id: number | null
  picture: string
  imported: Generated<number>
}

/**
 * The search words of an item (src/server/items/item-words.ts). `filled` has a bit for each slot with a value under a
 * label. The others are '' or words, each preceded by a space and the last followed by one. Can be regenerated at any
 * time; items whose row is missing or may be wrong are listed in items_without_words.
 */
export interface ItemWords {
  filled: number
  vals: string
  notes: string
}

interface ItemWordsTable extends ItemWords {
  room_id: number
  item_id: number
  subcategory_id: number
  category_id: number
  files: string
}

/**
 * Stored responses of creating calls, keyed by a hash of the caller and the Idempotency-Key. `answer` is JSON, empty
 * while the creating transaction runs.
 */
interface IdempotencyKeysTable {
  key_hash: string
  user_id: number | null
  request_hash: string
  answer: string
  at: string
}

/** Can be selected and inserted, never updated. */
type Written<T> = ColumnType<T, T, never>

/**
 * What happened in a project; see src/shared/events.ts. `user_id` is the author: null if only time passed, and possibly a
 * deleted account. `who` keeps the username at that time. `before` and `after` are JSON.
 */
interface EventsTable {
  id: ColumnType<number, never, never>
  project_id: Written<number>
  at: Written<string>
  user_id: Written<number | null>
  who: Written<string>
  room_id: Written<number | null>
  item_id: Written<number | null>
  kind: Written<EventKind>
  before: Written<string | null>
  after: Written<string | null>
  /** The summary event that this one belongs to. */
  part_of: ColumnType<number | null, number | null | undefined, never>
  /** The event that this one undoes; each event can be undone once. */
  undoes: ColumnType<number | null, number | null | undefined, never>
}

/** The last event of a project that a user has seen, and when. */
interface ActivitySeenTable {
  project_id: number
  user_id: number
  event_id: number
  at: string
}

interface ConsultationsTable {
  id: Generated<number>
  name: string
  email: string
  phone: string
  project: string
  about: string
  preferred_times: string
  created_at: string
  /** When it was mailed to the owner; null until then. */
  mailed_at: string | null
  /** When an admin closed it. */
  done_at: string | null
}

/** The address of a user's calendar; its token derives from `seed` like that of a read-only link. */
interface CalendarsTable {
  user_id: number
  seed: string
  token_hash: string
  created_at: string
}

/**
 * A user's reminder settings; users who changed nothing and were sent nothing have no row. `last_day` is the last day
 * whose mail was accepted or whose mailbox refused it, so no mail is planned twice; `told_day` is the day on which the
 * last accepted mail was written. Both are days in the user's time zone. The token ends reminders, as does the one from
 * before a restore; it derives from `seed` like that of links.
 */
interface RemindersTable {
  user_id: number
  is_on: Generated<number>
  weekday: Generated<Weekday>
  zone: string | null
  last_day: string | null
  told_day: string | null
  /** Consecutive refusals, and the text of the last one. */
  refusals: Generated<number>
  refusal: string | null
  seed: string | null
  token_hash: string | null
  former_hash: string | null
}

/** Tokens are stored as hex SHA-256; using a token deletes its row. */
interface PasswordResetsTable {
  id: Generated<number>
  user_id: number
  token_hash: string
  created_at: string
  expires_at: string
}

/** A change of the structure. `data` is JSON for undoing it; `what`, `before` and `after` are for display. */
interface StructureChangesTable {
  id: Generated<number>
  user_id: number | null
  /** 1 for a change by a command, without a signed-in user. */
  by_command: number
  at: string
  kind: string
  what: string
  before: string
  after: string
  data: string
  undone_at: string | null
}

/** Valid once, until it expires. Opens with the token of the displayed or of the mailed link. */
interface InvitationsTable {
  id: Generated<number>
  email: string
  link_hash: string
  mail_hash: string | null
  invited_by: number | null
  created_at: string
  expires_at: string
}

/** Background jobs. A recurring job has a `key` and a single row. */
interface JobsTable {
  id: Generated<number>
  kind: string
  key: string | null
  payload: string
  created_at: string
  /** When the job is due; while it runs, when its lease ends. Null if it will not run again. */
  due_at: string | null
  /** When `due_at` was set. */
  noted_at: string
  claimed_by: string | null
  tries: Generated<number>
  /** The last error. */
  reason: string | null
  given_up_at: string | null
  /** Of a message about an event. */
  webhook_id: Generated<number | null>
}
