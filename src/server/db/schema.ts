import type { ColumnType, Generated } from 'kysely'
import type { EventKind } from '../../shared/events.ts'
import type { Goes } from '../../shared/handover.ts'
import type { Unit } from '../../shared/recurrence.ts'
import type { Weekday } from '../../shared/reminders.ts'
import type { LabelKind, Slot } from '../../shared/room-structure.ts'
import type { Rotation } from '../../shared/rotation.ts'
import type { Emergency } from '../../shared/emergency.ts'
import type { Surface, Trade } from '../../shared/stands-for.ts'
import type { Wanted } from '../../shared/wanted.ts'
import type { JSONText } from './engine.ts'

/**
 * The tables as both engines hold them, in two parts: what every repository may name, and what people keep. Identifiers and counts are numbers, times are ISO 8601 text in UTC (timestamptz
 * in PostgreSQL, parsed to the same text), flags are 0 or 1.
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
  file_holds: { id: string; until: string }
  first_answers: FirstAnswersTable
  consultations: ConsultationsTable
  password_resets: PasswordResetsTable
  invitations: InvitationsTable
  structure_changes: StructureChangesTable
  jobs: JobsTable
  calendars: CalendarsTable
  reminders: RemindersTable
  /** Who wants no more invitations by mail, by a hash of their address. */
  refused_mailboxes: { email_hash: string; refused_at: string }
}

/** What people keep. Statements on these begin in scope.ts or, for the whole installation, in installation.ts. */
export interface UserDataTables {
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
  events: EventsTable
  links: LinksTable
  activity_seen: ActivitySeenTable
}

export interface Schema extends CommonTables, UserDataTables {}

/**
 * `labels_version` counts the changes of its labels, so that whoever creates an item notices one in between. `telling` has
 * the slots of those that tell its items apart, in order: at least one where there are labels. `surface`, `trade`
 * and `emergency` are what it stands for; `wanted` is what whoever gets a home needs to know of its items, by ids of labels.
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
  /** Of first and last name together, to be searched in. */
  name_key: string
  company: string
  address: string
  address2: string
  city: string
  state: string
  zip: string
  password_hash: string
  /** 1 where somebody else chose the password: nothing else can be done before another one is set. */
  must_change_password: Generated<number>
  locked_at: string | null
  version: Generated<number>
  created_at: string
  updated_at: string
  /** When it is looked whether there is something to remind them of; null for never. */
  remind_at: Generated<string | null>
  /** When they proved that the e-mail address is theirs; null before that. */
  email_confirmed_at: Generated<string | null>
}

/** A session lives from login to logout; each rotation adds a row of tokens to it. */
interface SessionsTable {
  id: Generated<number>
  user_id: number
  remember: number
  user_agent: string
  address: string
  created_at: string
  last_used_at: string
  expires_at: string
}

/** Tokens are stored as SHA-256 in hex. `used_at` is when the refresh token was first exchanged. */
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

/**
 * A read-only link to a project or one room. Of its token and of the key for its files the hashes; the token follows from
 * `seed` and a secret that no backup has (src/server/links/tokens.ts). `hidden_labels` are ids of labels.
 */
interface LinksTable {
  id: Generated<number>
  project_id: number
  room_id: number | null
  name: string
  hides_notes: number
  hides_files: number
  hides_positions: Generated<number>
  hidden_labels: JSONText<number[]>
  for_qr: number
  seed: string
  token_hash: string
  files_hash: string
  ends_at: string | null
  opened_at: string | null
  created_at: string
}

/**
 * What one deletion took; rows point to it through `trash_id`. It lies in the trash of its project. Entries of a project
 * that is gone are nobody's. `deleted_by` is a username, which outlives its account.
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
 * What users make carries a version, times and the mark of the trash. Only the thing that was deleted is marked, not
 * what is inside it: the scope hides that through its parents, so that restoring brings back just what went.
 */
interface Kept {
  id: Generated<number>
  version: Generated<number>
  created_at: string
  updated_at: string
  deleted_at: string | null
  trash_id: number | null
}

/** The upload of the cover; it counts for as long as it is a picture on an item in the thing (src/server/covers/). */
interface Covered {
  cover_upload_id: Generated<number | null>
}

/** `template` is 1 for one that others are made of, which has no address: it is so from the beginning, or never. */
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

/** `joined_at` and `invited_as`, the address that the invitation was for, are null where nobody noted them. */
interface ProjectMembersTable {
  project_id: number
  user_id: number
  role: 'editor' | 'viewer'
  joined_at: ColumnType<string | null, string | null | undefined>
  invited_as: ColumnType<string | null, string | null | undefined>
}

/**
 * Each is good once, until it expires: who joins takes it away. A token of the link that was shown, or of the one that was
 * mailed, opens it. `registered_id` is the account that was created by it: from then on it is that one's alone.
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
 * A project that its owner offers to somebody, one at most: `goes` is what goes along, with `stays` 1 the owner is a Viewer
 * afterwards. Who accepts takes it away. Its tokens and `registered_id` are as those of invitations; where that account is
 * gone it is for whoever has a token again.
 */
interface OffersTable {
  id: Generated<number>
  project_id: number
  email: string
  word: string
  goes: JSONText<Goes>
  stays: number
  link_hash: string
  mail_hash: string | null
  registered_id: number | null
  created_at: string
  expires_at: string
}

/**
 * The place in an order of one's own: of a room among those of its project, of an item among those of its room and
 * subcategory. Null comes after all of these: rooms by their names, items as created.
 */
interface Placed {
  position: Generated<number | null>
}

/** What is missing and was set aside as not needed: a bit for each kind (src/server/db/gaps.ts). */
interface Wantable {
  not_needed: Generated<number>
}

interface RoomsTable extends Kept, Covered, Placed, Wantable {
  project_id: number
  room_type_id: number
  name: string
}

/** What is worked out from the texts of an item and stored with it (src/server/items/derived-facts.ts): texts or null. */
export interface DerivedFacts {
  sample: string | null
  title: string
  ends: string
}

/** The six texts are columns, not rows by label, so that Room Items reads one row for each item. */
interface ItemsTable extends Kept, Placed, Wantable, DerivedFacts {
  project_id: number
  room_id: number
  category_id: number
  subcategory_id: number
  /** Of a copy: the item that it was made of, or that this had been made of, first. It may be gone. */
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
 * What is to be done: of an item, else of a room, else of the whole project. `day` is when, next; `every` is 0 for once,
 * otherwise its rule counts from `starts`, or with `from_done` 1 from when it was done last.
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
 * Bytes in the file store. `owner_id` is whose further uploads of equal bytes share them; nobody's take no more uploads,
 * and without an upload they are on their way out.
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
/** Of one that is shown turned with its rotation. */
export type RenditionKind = MadePicture | `${MadePicture} ${Exclude<Rotation, 0>}`

/** A picture made of a blob; one without a key cannot be made. It can be made anew at any time. */
interface RenditionsTable {
  blob_id: number
  kind: RenditionKind
  storage_key: string | null
  sha256: string | null
  size: number | null
  created_at: string
}

/**
 * Bytes that were attached to an item, by a trigger, and the form of the words that were read in them
 * (src/server/search/words.ts), null before. `turn_of` is who uploaded them, to be fair to all.
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
  /** Of a photo that a viewer has copied: where it was taken is not for whoever has the copy. */
  hides_position: Generated<number>
  deleted_at: string | null
  trash_id: number | null
}

/** A picture that waits for an item, and the room that it was taken in, which may be in another project meanwhile. */
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
 * A spec book as it was issued, `issued_by` a username. `picture` is what it was made of, for the next one
 * (src/server/revisions/picture.ts). One that was removed has no upload and keeps its number and its marks alone. One that is
 * `imported` came with a project file, which says who issued it and when: its picture is of nothing that is here, and has marks alone.
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
 * What an item's texts say, for the search (src/server/search/item-words.ts). `filled` has a bit for each slot with a
 * value under a label. The others are words, each with a blank before it and the last with one behind, or ''. It can be
 * made anew at any time; an item whose row is missing or may be wrong stands in items_without_words.
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
 * What calls that create have answered, by the hash of their caller and Idempotency-Key. `answer` is JSON, empty while
 * the transaction that creates is under way.
 */
interface FirstAnswersTable {
  key_hash: string
  user_id: number | null
  request_hash: string
  answer: string
  at: string
}

/** Can be read and inserted, never updated. */
type Written<T> = ColumnType<T, T, never>

/**
 * What happened in a project; see shared/events.ts. `user_id` is who did it, null where it was nobody but time, and may
 * be gone, while `who` keeps the username of then. `before` and `after` are JSON.
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
  /** The event that tells of all of which this is one. */
  part_of: ColumnType<number | null, number | null | undefined, never>
  /** The event that this one takes back: each at most once. */
  undoes: ColumnType<number | null, number | null | undefined, never>
}

/** The last event of a project that somebody has seen, and when they saw it. */
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
  /** When it was sent to the owner; null while it waits for that. */
  mailed_at: string | null
  /** When an administrator was done with it. */
  done_at: string | null
}

/** The address of a person's calendar: its token follows from `seed` as that of a read-only link does. */
interface CalendarsTable {
  user_id: number
  seed: string
  token_hash: string
  created_at: string
}

/**
 * How somebody is reminded by mail; nobody has a row who has chosen nothing and was sent nothing. `last_day` is the last day
 * of which a mail was taken or its mailbox refused, so that none is planned twice; `told_day` is that on which the last one
 * that was taken was written: days there, both. The token ends reminders, and so does that of before a restore; it follows from `seed` as those
 * of links do.
 */
interface RemindersTable {
  user_id: number
  is_on: Generated<number>
  weekday: Generated<Weekday>
  zone: string | null
  last_day: string | null
  told_day: string | null
  /** In a row, and what the last one said. */
  refusals: Generated<number>
  refusal: string | null
  seed: string | null
  token_hash: string | null
  former_hash: string | null
}

/** Tokens are stored as SHA-256 in hex; a row goes when its token is used. */
interface PasswordResetsTable {
  id: Generated<number>
  user_id: number
  token_hash: string
  created_at: string
  expires_at: string
}

/** One recorded change; `data` is JSON of what undoing it needs, `what`, `before` and `after` are for people. */
interface StructureChangesTable {
  id: Generated<number>
  user_id: number | null
  /** 1 for a change by a command, which nobody signed in made. */
  by_command: number
  at: string
  kind: string
  what: string
  before: string
  after: string
  data: string
  undone_at: string | null
}

/** Each is good once, until it expires. A token of the link that was shown, or of the one that was mailed, opens it. */
interface InvitationsTable {
  id: Generated<number>
  email: string
  link_hash: string
  mail_hash: string | null
  invited_by: number | null
  created_at: string
  expires_at: string
}

/** Work that nobody waits for. What is done from time to time has a `key`, and one row. */
interface JobsTable {
  id: Generated<number>
  kind: string
  key: string | null
  /** JSON. */
  payload: string
  created_at: string
  /** When it may be begun; while somebody does it, when their lease ends. Null for what nobody does any more. */
  due_at: string | null
  /** When `due_at` was decided. */
  noted_at: string
  claimed_by: string | null
  tries: Generated<number>
  /** Why it failed last. */
  reason: string | null
  given_up_at: string | null
}
