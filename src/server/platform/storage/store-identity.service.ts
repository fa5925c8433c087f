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

/** The text of the object that marks a store, for people who find it; the server uses its key. */
export const STORE_MARKER = Buffer.from('These are the files of Roomfolio. Please keep this one with them.\n')

/** Of how many files one has to be there, for a store that nobody has marked yet. */
const TRIED_FILES = 10

/** The store that the settings lead to is not the one with the files of the database. */
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

/** The key of something in the store that an installation without files did not put there. */
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

/**
 * A store without a mark is taken for ours where one of the latest files is in it, or where neither store nor database
 * has any. Throws ForeignStore otherwise.
 */
const requireFamiliar = async (needed: Dependencies, place: string): Promise<void> => {
  const latest = await listLatestFiles(needed.db, TRIED_FILES)
  for (const key of latest) if (await isThere(needed.store, key)) return
  if (latest.length > 0) throw filesElsewhere(place)
  if ((await findForeignKey(needed)) !== undefined) throw databaseElsewhere(place)
}

const putMark = async (needed: Dependencies): Promise<string> =>
  (await storeBytes(needed, Readable.from([STORE_MARKER]))).storageKey

/**
 * Makes sure that the store is the one with the files of this database, by an object in the store whose key the database
 * knows; it is put there the first time. So nobody works on without their files because a disk is not mounted or a
 * setting leads elsewhere, nor with an empty database beside the files of one that was lost. Throws ForeignStore, or
 * `unavailable` where the store does not answer.
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
