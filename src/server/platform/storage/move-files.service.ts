import { Readable } from 'node:stream'
import type { Services } from '../../services.ts'
import { knownBytes, type KnownBytes } from './check-files.repo.ts'
import { conditionOf, reportFaults, type Condition, type Faulty, type Report } from './check-files.service.ts'
import { forEachFile } from './for-each-file.ts'
import { findStoreMark } from './store-identity.repo.ts'
import { STORE_MARKER } from './store-identity.service.ts'
import { measured } from './receive.ts'
import { MissingBytes, type FileStore } from './store.ts'

interface MoveResult {
  copied: number
  /** Already in the new store, intact. */
  there: number
  /** Files that are missing or damaged in the old store. */
  faults: number
}

/** Copies intact bytes and reads them back. Returns their condition in the old store. */
const copy = async (from: FileStore, to: FileStore, known: KnownBytes): Promise<Condition> => {
  const { key, sha256, size } = known
  try {
    const source = await from.read(key, size)
    const { bytes, facts } = measured(Buffer.isBuffer(source) ? Readable.from([source]) : source)
    await to.put(key, bytes)
    const found = await facts()
    if (found.sha256 !== sha256 || found.size !== size) {
      await to.remove(key)
      return 'damaged'
    }
  } catch (error) {
    if (error instanceof MissingBytes) return 'missing'
    const condition = await conditionOf(from, known)
    if (condition === 'right') throw error
    return condition
  }
  if ((await conditionOf(to, known)) !== 'right')
    throw new Error(`The new store does not return what was stored: ${key}`)
  return 'right'
}

/**
 * Copies all files from the current store to another one, under the same keys. Existing files stay, so an interrupted run can
 * be repeated; the old store does not change. The marker that identifies a server's store is copied last, and only if no file
 * is missing or damaged. Faulty renditions are left out, because they are made again.
 */
export const moveFiles = async (
  db: Services['db'],
  from: FileStore,
  to: FileStore,
  say: Report,
): Promise<MoveResult> => {
  const mark = await findStoreMark(db)
  if (mark === undefined) throw new Error('The old store has a mark before anything is moved.')
  await to.remove(mark)
  const result = { copied: 0, there: 0, faults: 0 }
  for await (const known of knownBytes(db)) {
    const found: Faulty[] = []
    await forEachFile(known, async (one) => {
      if ((await conditionOf(to, one)) === 'right') {
        result.there++
        return
      }
      const condition = await copy(from, to, one)
      if (condition === 'right') result.copied++
      else if (one.kind === 'file') found.push({ ...one, condition })
    })
    result.faults += (await reportFaults(db, found, say)).length
    say(`${result.copied + result.there} are there.`)
  }
  if (result.faults === 0) await to.put(mark, Readable.from([STORE_MARKER]))
  return result
}
