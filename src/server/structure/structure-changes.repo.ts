import type { StructureChange } from '../../shared/structure/structure-file.api.ts'
import { isoTime, type Clock } from '../platform/lib/clock.ts'
import type { Database } from '../platform/db/database.ts'
import { AppError } from '../platform/http/app-error.ts'
import { inverse } from './structure-model.ts'
import { oneAtATime, record, type ChangeData, type Editor } from './structure-record.repo.ts'
import { fullNameOrNull } from '../identity/account/full-name.ts'
import { carryOut, findInUse, lockRoomTypesForUpdate, loadStructure } from './structure-steps.repo.ts'

const AT_ONCE = 50

/** The latest changes, or those before one of them; `canUndo` reflects the structure as it is now. */
export const listStructureChanges = async (db: Database, before: number | undefined): Promise<StructureChange[]> => {
  const rows = await db
    .selectFrom('structure_changes')
    .leftJoin('users', 'users.id', 'structure_changes.user_id')
    .$if(before !== undefined, (query) => query.where('structure_changes.id', '<', before ?? 0))
    .orderBy('structure_changes.id', 'desc')
    .limit(AT_ONCE)
    .select(['structure_changes.id', 'structure_changes.by_command', 'structure_changes.at', 'structure_changes.what'])
    .select(['structure_changes.before', 'structure_changes.after', 'structure_changes.data'])
    .select(['structure_changes.undone_at', 'users.username', 'users.first_name', 'users.last_name'])
    .execute()
  const backOf = new Map(
    rows
      .filter(({ undone_at }) => undone_at === null)
      .map(({ id, data }) => [id, inverse((JSON.parse(data) as ChangeData).steps)]),
  )
  const structure = await loadStructure(db)
  const inUse = await findInUse(db, [...backOf.values()].flat())
  return rows.map(({ id, by_command, at, what, before: was, after, ...user }) => {
    const back = backOf.get(id)
    return {
      changeID: id,
      by: by_command ? 'Command line' : fullNameOrNull(user),
      at,
      what,
      before: was,
      after,
      canUndo: back !== undefined && structure.copy().take(back, inUse),
    }
  })
}

/** The original names of categories renamed since, by id. */
export const firstNamesOfCategories = async (db: Database): Promise<ReadonlyMap<number, string>> => {
  const rows = await db
    .selectFrom('structure_changes')
    .where('kind', '=', 'rename')
    .orderBy('id')
    .select('data')
    .execute()
  const steps = rows.flatMap(({ data }) => (JSON.parse(data) as ChangeData).steps)
  const names = new Map<number, string>()
  for (const step of steps)
    if (step.do === 'rename' && step.table === 'categories' && !names.has(step.id)) names.set(step.id, step.from)
  return names
}

/**
 * Undoes one change completely and records that as a change; returns what was done. Throws `not_found`, `cannot_undo`,
 * or `labels_hold_values` unless `confirmed`.
 */
export const undoStructureChange = (
  db: Database,
  clock: Clock,
  editor: Editor,
  { changeID, confirmed }: { changeID: number; confirmed: boolean },
): Promise<string> =>
  oneAtATime(db, async (trx) => {
    const change = await trx.selectFrom('structure_changes').where('id', '=', changeID).selectAll().executeTakeFirst()
    if (!change) throw new AppError('not_found')
    const { steps, origin } = JSON.parse(change.data) as ChangeData
    const back = inverse(steps)
    await lockRoomTypesForUpdate(
      trx,
      back.flatMap((step) => (step.do === 'delete' && step.table === 'room_types' ? [step.id] : [])),
    )
    const isPossible = (await loadStructure(trx)).take(back, await findInUse(trx, back))
    if (change.undone_at !== null || !isPossible) throw new AppError('cannot_undo')

    await carryOut(trx, back, confirmed)
    await trx
      .updateTable('structure_changes')
      .set({ undone_at: isoTime(clock) })
      .where('id', '=', changeID)
      .execute()
    const isRedo = change.kind === 'undo'
    const what = `${isRedo ? 'Done again' : 'Undone'}: ${origin}`
    await record(trx, clock, editor, {
      kind: isRedo ? 'redo' : 'undo',
      what,
      before: change.after,
      after: change.before,
      steps: back,
      origin,
    })
    return what
  })
