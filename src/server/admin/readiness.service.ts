import { troubleOf, TROUBLES } from '../platform/db/connection-errors.ts'
import { refusalOf } from '../platform/storage/stores/s3-errors.ts'
import { shareInFlight } from '../platform/lib/share-in-flight.ts'
import type { Services } from '../services.ts'
import { askDatabase, trySaving } from './site.repo.ts'

/** For so long after a save was tried it is not tried again: anybody may ask, as often as they like. */
const SAVES_LATELY_MS = 1000

/** Something that keeps this server from its work: for programs, a sentence that anybody may read, and the cause for the log. */
interface Hindrance {
  code: `database_${string}` | 'files_full' | 'files_refused' | 'files_away'
  reason: string
  cause: unknown
}

/** Whether the trouble of a file store is that of its disk. */
const isFull = ({ cause }: { cause?: unknown }): boolean =>
  cause instanceof Error && 'code' in cause && (cause.code === 'ENOSPC' || cause.code === 'EDQUOT')

const reasonOfStore = (error: Error): Pick<Hindrance, 'code' | 'reason'> => {
  if (isFull(error)) return { code: 'files_full', reason: 'The disk of the file store is full.' }
  const isRefused = refusalOf(error) !== undefined
  return isRefused
    ? { code: 'files_refused', reason: 'The file store’s bucket refuses this server.' }
    : { code: 'files_away', reason: 'The file store does not answer.' }
}

/** Finds out what keeps this server from its work. It tries, because a full disk is known by writing alone. */
export const makeReadiness = ({ db, store }: Pick<Services, 'db' | 'store'>): (() => Promise<Hindrance[]>) => {
  let savedAt = -Infinity

  const ofDatabase = async (): Promise<Hindrance[]> => {
    try {
      await askDatabase(db)
      if (performance.now() - savedAt > SAVES_LATELY_MS) await trySaving(db)
      savedAt = performance.now()
      return []
    } catch (cause) {
      savedAt = -Infinity
      const trouble = troubleOf(cause) ?? 'away'
      return [{ code: `database_${trouble.replace('-', '_')}`, reason: TROUBLES[trouble], cause }]
    }
  }

  const ofStore = (): Promise<Hindrance[]> =>
    store.check().then(
      () => [],
      (cause: Error) => [{ ...reasonOfStore(cause), cause }],
    )

  return shareInFlight(async () => (await Promise.all([ofDatabase(), ofStore()])).flat())
}
