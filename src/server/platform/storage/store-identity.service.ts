import { Readable } from 'node:stream'
import { OperatorError } from '../lib/operator-error.ts'
import type { Services } from '../../services.ts'
import { discardBytes } from './remove-bytes.service.ts'
import {
  addStoreMark,
  findStoreMark,
  listForeignKeys,
  listLatestFiles,
  replaceStoreMark,
} from './store-identity.repo.ts'
import { readFacts } from './read-facts.ts'
import { storeBytes } from './store-bytes.service.ts'
import type { FileStore } from './store.ts'

type Dependencies = Pick<Services, 'db' | 'store' | 'clock'>

/** The content of the marker object, for people who find it; the server uses only its key. */
export const STORE_MARKER = Buffer.from('These are the files of Roomfolio. Please keep this one with them.\n')

/** A store without a marker must have one of this many latest files. */
const TRIED_FILES = 10

/** The configured store does not have the files of this database. */
export class ForeignStore extends OperatorError {}

const filesElsewhere = (place: string) =>
  new ForeignStore(
    `The files of this database are not in ${place}. Is the disk mounted, and are DATA_DIR, FILE_STORE and the ` +
      'settings of S3 right?\nIf the files are lost, restore a backup, or go on without them: npm run files -- adopt',
  )

const databaseElsewhere = (place: string) =>
  new ForeignStore(
    `There are files in ${place}, but this database knows none of them. Are DATABASE_URL and DATA_DIR ` +
      'right?\nIf the database is lost, restore the newest backup into an empty installation: npm run restore -- FILE. ' +
      'To start over and keep these files: npm run files -- adopt',
  )

const isThere = async (store: FileStore, key: string): Promise<boolean> => (await readFacts(store, key)) !== undefined

const LISTED_AT_ONCE = 1000

/** The key of an object that an installation without files did not write itself. */
export const findForeignKey = async ({
  db,
  store,
}: Pick<Dependencies, 'db' | 'store'>): Promise<string | undefined> => {
  let keys: string[] = []
  for await (const { key } of store.list()) {
    if (keys.push(key) < LISTED_AT_ONCE) continue
    const [foreign] = await listForeignKeys(db, keys)
    if (foreign !== undefined) return foreign
    keys = []
  }
  return keys.length > 0 ? (await listForeignKeys(db, keys))[0] : undefined
}

/** Accepts a store without a marker if it has one of the latest files, or if store and database are empty. Throws ForeignStore. */
const requireFamiliar = async (needed: Dependencies, place: string): Promise<void> => {
  const latest = await listLatestFiles(needed.db, TRIED_FILES)
  for (const key of latest) if (await isThere(needed.store, key)) return
  if (latest.length > 0) throw filesElsewhere(place)
  if ((await findForeignKey(needed)) !== undefined) throw databaseElsewhere(place)
}

const putMark = async (needed: Dependencies): Promise<string> =>
  (await storeBytes(needed, Readable.from([STORE_MARKER]))).storageKey

/**
 * Verifies that the store belongs to this database, by a marker object whose key the database knows; the first start writes
 * it. This prevents running without files after a failed mount or a wrong setting, and with an empty database beside the files
 * of a lost one. Throws ForeignStore, or `unavailable` if the store does not answer.
 */
export const requireOwnStore = async (needed: Dependencies, place: string): Promise<void> => {
  const { db, store } = needed
  if ((await findStoreMark(db)) === undefined) {
    await requireFamiliar(needed, place)
    const made = await putMark(needed)
    if (!(await addStoreMark(db, made))) await discardBytes(store, [made])
  }
  const mark = await findStoreMark(db)
  if (mark === undefined || !(await isThere(store, mark))) throw filesElsewhere(place)
}

/** Adopts the store for this database, no matter what is in it. */
export const adoptStore = async (needed: Dependencies, place: string): Promise<void> => {
  try {
    await requireOwnStore(needed, place)
  } catch (error) {
    if (!(error instanceof ForeignStore)) throw error
    await replaceStoreMark(needed.db, await putMark(needed))
  }
}
