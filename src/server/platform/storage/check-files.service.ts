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

/** Hears a line for people. */
export type Report = (line: string) => void

export type Condition = 'right' | 'missing' | 'damaged'

/** Reads all of it. Rejects where the store does not answer, and not because one file cannot be read. */
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

/** Tells of each place where something that is still needed is missing or damaged, and answers what that is. */
export const reportFaults = async (db: Services['db'], found: readonly Faulty[], say: Report): Promise<Faulty[]> => {
  // What went in the meantime is no fault.
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
  /** Smaller pictures that are missing or damaged. */
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
/** What is younger may be on its way to its row. */
const ORPHANED_AFTER = DAY

/** What lies in the store for nobody, in parts. The database is asked after the store has told, not before. */
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

/** The store holds what another installation needs. */
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
 * Reads every file and compares it with what the database knows of it, then looks for what lies in the store for nobody.
 * With `remove` it takes orphans away, and smaller pictures that are not as they should be; nothing else, ever. A server
 * may go on beside it.
 */
export const checkFiles = async (needed: Dependencies, remove: boolean, say: Report): Promise<CheckResult> => ({
  ...(await checkKnown(needed, remove, say)),
  orphans: await checkOrphans(needed, remove, say),
})
