import { randomBytes } from 'node:crypto'
import type { Database } from '../platform/db/database.ts'
import { askOne, engineOf, type Engine } from '../platform/db/engine.ts'

/** Rejects when the database does not answer; else names the engine in use. */
export const askDatabase = async (db: Database): Promise<Engine> => {
  await askOne(db)
  return engineOf(db)
}

const ROOM = 'room_for_saves'
/** More than any save takes. */
const ROOM_CHARACTERS = 16 * 1024

/** Rejects where nothing can be saved. It takes as much room as a large save, and gives it back. */
export const trySaving = async (db: Database): Promise<void> => {
  // Nothing that a database could store as less than it is.
  const value = randomBytes(ROOM_CHARACTERS / 2).toString('hex')
  const insert = db.insertInto('settings').values({ key: ROOM, value })
  await insert.onConflict((conflict) => conflict.column('key').doUpdateSet({ value })).execute()
  // A statement of its own: within one transaction SQLite would write none of it.
  await db.deleteFrom('settings').where('key', '=', ROOM).execute()
}
