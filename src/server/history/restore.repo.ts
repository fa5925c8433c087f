import type { TrashEntry } from '../../shared/history/trash.api.ts'
import type { Config } from '../config.ts'
import type { Clock } from '../platform/lib/clock.ts'
import type { Actor } from '../platform/db/actor.ts'
import { transact, type Database } from '../platform/db/database.ts'
import { retryWhenOvertaken } from '../platform/db/retry.ts'
import { AppError } from '../platform/http/app-error.ts'
import type { RestoreKinds } from './history-hooks.ts'
import { writableTrash } from './trash.access.ts'
import { closeEntry, lockTrashEntry, visibleKind } from './trash.repo.ts'

type Restored = Pick<TrashEntry, 'kind' | 'name'>

/**
 * Restores exactly what one deletion took and returns the name it gets. Throws `not_found`, `restore_parent_first`, or
 * `plan_limit` if the settings enforce it.
 */
export const restore = (
  db: Database,
  clock: Clock,
  actor: Actor,
  trashID: number,
  { config, kinds }: { config: Config; kinds: RestoreKinds },
): Promise<Restored> =>
  retryWhenOvertaken(async () => {
    try {
      return await transact(db, async (trx) => {
        const entry = { trashID, ...(await lockTrashEntry(trx, clock, actor, trashID)) }
        const { kind, outermost } = entry
        // An entry of photos has no room or item, so only its project can be a deleted parent.
        await requireNoParent(trx, actor, trashID, kind === 'photos' ? (outermost ?? trashID) : outermost)
        const name = await kinds[kind](trx, clock, actor, entry, config)
        await closeEntry(trx, actor, trashID)
        return { kind: visibleKind(entry), name }
      })
    } catch (error) {
      // A concurrent change took the name that was free; the retry sees it.
      if (error instanceof AppError && error.code === 'project_name_taken') return undefined
      throw error
    }
  })

/** Throws `restore_parent_first`. */
export const requireNoParent = async (
  trx: Database,
  actor: Actor,
  trashID: number,
  outermost: number | null,
): Promise<void> => {
  if (outermost === trashID) return
  const parent = await writableTrash(trx, actor)
    .where('trash_entries.id', '=', outermost)
    .select(['trash_entries.kind', 'trash_entries.name', 'projects.template'])
    .executeTakeFirstOrThrow()
  throw new AppError('restore_parent_first', { values: { kind: visibleKind(parent), name: parent.name } })
}
