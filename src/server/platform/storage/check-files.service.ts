import { createHash } from 'node:crypto'
import { DAY } from '../lib/clock.ts'
import { OperatorError } from '../lib/operator-error.ts'
import type { Services } from '../../services.ts'
import { forgetPictures, knownBytes, listUnknown, placesOf, stillNeeded, type KnownBytes } from './check-files.repo.ts'
import { forEachFile } from './for-each-file.ts'
import { STORE_MARKER } from './store-identity.service.ts'
import { readFacts } from './read-facts.ts'
import type { FileStore } from './store.ts'

type Dependencies = Pick<Services, 'db' | 'store' | 'clock'>

/** Receives a line for the operator. */
export type Report = (line: string) => void

export type Condition = 'right' | 'missing' | 'damaged'

/** Reads all bytes. Throws if the store does not answer, not because a single file cannot be read. */
export const conditionOf = async (store: FileStore, { key, sha256, size }: KnownBytes): Promise<Condition> => {
  const facts = await readFacts(store, key).catch(async () => {
    await store.check()
    return 'unreadable' as const
  })
  if (facts === undefined) return 'missing'
  return facts !== 'unreadable' && facts.sha256 === sha256 && facts.size === size ? 'right' : 'damaged'
}

export interface Faulty extends KnownBytes {
  condition: Exclude<Condition, 'right'>
}

/** Reports each place of a missing or damaged file that is still needed, and returns those files. */
export const reportFaults = async (db: Services['db'], found: readonly Faulty[], say: Report): Promise<Faulty[]> => {
  // Files removed during the check are no fault.
  const faults = await stillNeeded(db, found)
  const places = await placesOf(
    db,
    faults.map(({ blobID }) => blobID),
  )
  for (const { blobID, kind, condition } of faults) {
    const what = kind === 'file' ? '' : `${kind} of `
    for (const place of places.get(blobID) ?? []) say(`${condition}: ${what}${place}`)
  }
  return faults
}

export interface CheckResult {
  files: number
  pictures: number
  missing: number
  damaged: number
  /** Missing or damaged renditions. */
  faultyPictures: number
  orphans: number
}

const checkKnown = async (
  { db, store }: Dependencies,
  remove: boolean,
  say: Report,
): Promise<Omit<CheckResult, 'orphans'>> => {
  const result = { files: 0, pictures: 0, missing: 0, damaged: 0, faultyPictures: 0 }
  for await (const known of knownBytes(db)) {
    const found: Faulty[] = []
    await forEachFile(known, async (one) => {
      const condition = await conditionOf(store, one)
      if (condition !== 'right') found.push({ ...one, condition })
    })
    for (const { kind } of known) result[kind === 'file' ? 'files' : 'pictures']++
    const faults = await reportFaults(db, found, say)
    for (const { kind, condition } of faults) result[kind === 'file' ? condition : 'faultyPictures']++
    if (!remove) continue
    const pictures = faults.filter(({ kind }) => kind !== 'file').map(({ key }) => key)
    await forgetPictures(db, pictures)
    for (const key of pictures) await store.remove(key)
  }
  return result
}

const KEYS_AT_ONCE = 500
/** Younger objects may not have their row yet. */
const ORPHANED_AFTER = DAY

/** Stored objects that the database does not know, in batches. The store is listed before the database is asked. */
async function* orphans({ db, store, clock }: Dependencies): AsyncGenerator<string[]> {
  const before = new Date(clock.now().getTime() - ORPHANED_AFTER)
  let keys: string[] = []
  for await (const { key, writtenAt } of store.list()) {
    if (writtenAt >= before || keys.push(key) < KEYS_AT_ONCE) continue
    yield await listUnknown(db, keys)
    keys = []
  }
  if (keys.length > 0) yield await listUnknown(db, keys)
}

const MARK_SHA256 = createHash('sha256').update(STORE_MARKER).digest('hex')

const isMark = async (store: FileStore, key: string): Promise<boolean> => {
  const facts = await readFacts(store, key).catch(async () => {
    await store.check()
    return undefined
  })
  return facts?.sha256 === MARK_SHA256
}

/** The store has files of another installation. */
export class SharedStore extends OperatorError {}

const checkOrphans = async (needed: Dependencies, remove: boolean, say: Report): Promise<number> => {
  let count = 0
  for await (const keys of orphans(needed)) {
    for (const key of keys) {
      count++
      say(`orphan: ${key}`)
      if (remove && (await isMark(needed.store, key))) {
        throw new SharedStore(
          `${key} says that another installation keeps its files here too, so no orphan was removed.\n` +
            'Give each installation a folder, bucket or S3_PREFIX of its own.',
        )
      }
    }
  }
  if (remove) for await (const keys of orphans(needed)) for (const key of keys) await needed.store.remove(key)
  return count
}

/**
 * Reads every file and compares it with the database, then looks for orphans in the store. With `remove`, it removes orphans
 * and faulty renditions, and never anything else. A server may run at the same time.
 */
export const checkFiles = async (needed: Dependencies, remove: boolean, say: Report): Promise<CheckResult> => ({
  ...(await checkKnown(needed, remove, say)),
  orphans: await checkOrphans(needed, remove, say),
})
