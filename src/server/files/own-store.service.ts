import { Readable } from 'node:stream'
import type { Services } from '../services.ts'
import { discardBytes } from './keep-uploads.service.ts'
import { addStoreMark, findStoreMark, listLatestFiles, replaceStoreMark } from './own-store.repo.ts'
import { readFacts } from './read-facts.ts'
import { storeBytes } from './store-bytes.service.ts'
import type { FileStore } from './store.ts'

type Needed = Pick<Services, 'db' | 'store' | 'clock'>

/** What the object says that marks a store; for whoever comes across it, for it is known by its key. */
export const MARK = Buffer.from('The files of Roomfolio lie here. Please leave this one among them.\n')

/** Of how many files one has to be there, for a store that nobody has marked yet. */
const TRIED_FILES = 10

/** The store that the settings lead to is not the one with the files of the database. */
export class ForeignStore extends Error {
  constructor(place: string) {
    super(
      `The files of this database are not in ${place}. Is the disk mounted, and do DATA_DIR, FILE_STORE and what begins ` +
        'with S3_ lead to them?\nIf they are lost, restore a backup, or go on without them: npm run files -- adopt',
    )
  }
}

const isThere = async (store: FileStore, key: string): Promise<boolean> => (await readFacts(store, key)) !== undefined

/** A store without a mark is taken for ours, unless there are files and none of the latest is in it. */
const mayBeOurs = async ({ db, store }: Needed): Promise<boolean> => {
  const latest = await listLatestFiles(db, TRIED_FILES)
  for (const key of latest) if (await isThere(store, key)) return true
  return latest.length === 0
}

const putMark = async (needed: Needed): Promise<string> => (await storeBytes(needed, Readable.from([MARK]))).storageKey

/**
 * Makes sure that the store is the one with the files of this database, by an object in the store whose key the database
 * knows; it is put there the first time. So nobody works on without their files because a disk is not mounted or a
 * setting leads elsewhere. Throws ForeignStore, or `unavailable` where the store does not answer.
 */
export const requireOwnStore = async (needed: Needed, place: string): Promise<void> => {
  const { db, store } = needed
  if ((await findStoreMark(db)) === undefined) {
    if (!(await mayBeOurs(needed))) throw new ForeignStore(place)
    const made = await putMark(needed)
    if (!(await addStoreMark(db, made))) await discardBytes(store, [made])
  }
  const mark = await findStoreMark(db)
  if (mark === undefined || !(await isThere(store, mark))) throw new ForeignStore(place)
}

/** Takes the store for that of the database, whatever is in it. */
export const adoptStore = async (needed: Needed, place: string): Promise<void> => {
  try {
    await requireOwnStore(needed, place)
  } catch (error) {
    if (!(error instanceof ForeignStore)) throw error
    await replaceStoreMark(needed.db, await putMark(needed))
  }
}
