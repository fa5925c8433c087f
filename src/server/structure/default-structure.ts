import type { StructureFile } from '../../shared/structure/structure-file.ts'
import type { Database } from '../platform/db/database.ts'
import { takeAdvisoryLock } from '../platform/db/engine.ts'
import shipped from './default-structure.json' with { type: 'json' }
import { applySteps } from './structure-file.service.ts'

const LOADED = 'default structure loaded'

/**
 * Loads the shipped structure into a new installation, once: an installation that has loaded it, or has any room type,
 * is never changed.
 */
export const loadDefaultStructure = async (
  db: Database,
  structure: StructureFile = shipped as StructureFile,
): Promise<void> => {
  const isLoaded = () => db.selectFrom('settings').select('key').where('key', '=', LOADED).executeTakeFirst()
  if (await isLoaded()) return
  await db.transaction().execute(async (trx) => {
    await takeAdvisoryLock(trx, LOADED)
    const claim = await trx
      .insertInto('settings')
      .values({ key: LOADED, value: 'yes' })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (!claim.numInsertedOrUpdatedRows) return
    if (await trx.selectFrom('room_types').select('id').executeTakeFirst()) return
    await applySteps(trx, structure, false)
  })
}
