import type { Actor } from '../platform/db/actor.ts'
import type { Database } from '../platform/db/database.ts'
import { writableItems } from '../platform/db/access/core.ts'
import { AppError } from '../platform/http/app-error.ts'

/** An item's name for the trash, and its location. Throws `not_found`. */
export const nameItem = async (
  db: Database,
  actor: Actor,
  itemID: number,
): Promise<{ name: string; project: string; room: string; projectID: number; roomID: number }> => {
  const item = await writableItems(db, actor)
    .where('items.id', '=', itemID)
    .select(['items.title as name', 'projects.name as project', 'rooms.name as room'])
    .select(['projects.id as projectID', 'rooms.id as roomID'])
    .executeTakeFirst()
  if (!item) throw new AppError('not_found')
  return item
}
