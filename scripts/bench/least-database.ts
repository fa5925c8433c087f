/** What the least server asks of a database: one statement each where that is possible, written for one engine. */
export interface LeastDatabase {
  /** One row a role. */
  findSession(accessHash: string, now: string): MaybePromise<SessionRow[]>
  /** The room's items as the very text of the answer; undefined for a room without items. */
  itemsText(userID: number, roomID: number): MaybePromise<string | undefined>
  isReadableRoom(userID: number, roomID: number): MaybePromise<boolean>
  heldItem(userID: number, itemID: number): MaybePromise<HeldItem | undefined>
  /** The new version; undefined if the item is not there to be written. */
  saveItem(userID: number, item: SavedItem, now: string): MaybePromise<number | undefined>
  addUpload(userID: number, file: StoredFile, now: string): MaybePromise<void>
  findDownload(userID: number, remote: string): MaybePromise<FoundFile | undefined>
  findUser(key: string): MaybePromise<{ id: number; password_hash: string } | undefined>
  /** Counts a try by account and one by address and answers their ids; none where either has had its share. */
  countTry(account: string, address: string, since: string, now: string): MaybePromise<number[]>
  /** Forgets the tries of a right password and opens a session. */
  openSession(session: NewSession): MaybePromise<{ username: string; roles: number[] }>
  close(): MaybePromise<void>
}

type MaybePromise<T> = T | Promise<T>

export const TRIES = { account: 10, address: 100 }

export interface SessionRow {
  user_id: number
  role: number | null
}

export interface HeldItem {
  field1: string
  field2: string
  field3: string
  field4: string
  field5: string
  field6: string
  notes: string
  category: string
  subcategory: string
  /** JSON text of [{name, slot}]. */
  labels: string
  /** JSON text of ['field1', …]. */
  telling: string
}

export interface SavedItem extends Pick<
  HeldItem,
  'field1' | 'field2' | 'field3' | 'field4' | 'field5' | 'field6' | 'notes'
> {
  itemID: number
  sample: string | null
  title: string
}

export interface StoredFile {
  storageKey: string
  sha256: string
  size: number
  type: string
  remote: string
  name: string
}

export interface FoundFile {
  original_name: string
  storage_key: string
  sha256: string
  type: string
}

export interface NewSession {
  userID: number
  account: string
  counted: number[]
  address: string
  userAgent: string
  accessHash: string
  refreshHash: string
  downloadHash: string
  now: string
  accessExpires: string
  expires: string
}
