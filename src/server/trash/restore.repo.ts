import type { TrashEntry } from '../../shared/trash.ts'
import type { Clock } from '../clock.ts'
import type { Actor } from '../db/actor.ts'
import { transact, type Database } from '../db/database.ts'
import { updateTaken, writableTrash } from '../db/scope.ts'
import { writeEvents } from '../events/events.repo.ts'
import { AppError } from '../app-error.ts'
import { bringBackItemFile } from '../items/item-files.repo.ts'
import { bringBackProject, type PlanSettings } from '../projects/projects.repo.ts'
import { closeEntry, lockTrashEntry } from './trash.repo.ts'

type Restored = Pick<TrashEntry, 'kind' | 'name'>

/**
 * Brings back just what one deletion took and answers the name it comes back under. Throws `not_found`,
 * `restore_parent_first`, or `plan_limit` where the settings say so.
 */
export const restore = async (
  db: Database,
  clock: Clock,
  actor: Actor,
  trashID: number,
  settings: PlanSettings,
): Promise<Restored> => {
  for (;;) {
    try {
      return await transact(db, (trx) => bringBack(trx, clock, actor, trashID, settings))
    } catch (error) {
      // Somebody gave another project the name that was free a moment ago: the next try sees it.
      if (!(error instanceof AppError && error.code === 'project_name_taken')) throw error
    }
  }
}

const bringBack = async (
  trx: Database,
  clock: Clock,
  actor: Actor,
  trashID: number,
  settings: PlanSettings,
): Promise<Restored> => {
  const entry = await lockTrashEntry(trx, clock, actor, trashID)
  const { kind, name, projectID, roomID, itemID, position, remote, outermost } = entry
  if (outermost !== trashID) {
    const parent = await writableTrash(trx, actor)
      .where('trash_entries.id', '=', outermost)
      .select(['trash_entries.kind', 'trash_entries.name'])
      .executeTakeFirstOrThrow()
    throw new AppError('restore_parent_first', { values: parent })
  }
  let shown = name
  if (kind === 'project') shown = await bringBackProject(trx, clock, actor, trashID, entry, settings)
  else if (itemID !== null && position !== null && remote !== null) {
    shown = await bringBackItemFile(trx, clock, actor, trashID, { itemID, name, position, remote })
  } else if (roomID !== null) {
    const table = itemID === null ? 'rooms' : 'items'
    await updateTaken(trx, actor, table, trashID).set({ deleted_at: null, trash_id: null }).execute()
    const back = { before: null, after: { name } }
    await writeEvents(trx, clock, actor, projectID, [
      itemID === null ? { kind: 'room restored', roomID, ...back } : { kind: 'item restored', roomID, itemID, ...back },
    ])
  }
  await closeEntry(trx, actor, trashID)
  return { kind, name: shown }
}
