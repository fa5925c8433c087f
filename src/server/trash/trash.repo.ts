import { DAY, isoTime, type Clock } from '../clock.ts'
import type { Actor } from '../db/actor.ts'
import type { Database } from '../db/database.ts'
import type { Schema } from '../db/schema.ts'

/** How long the trash keeps what was deleted. */
const TRASH_KEEPS = 30 * DAY

/** Opens the entry that groups what one deletion takes; `place` says where it was, for people. */
export const addTrashEntry = async (
  db: Database,
  clock: Clock,
  actor: Actor,
  entry: Pick<Schema['trash_entries'], 'kind' | 'name' | 'place'>,
): Promise<number> => {
  const { id } = await db
    .insertInto('trash_entries')
    .values({
      ...entry,
      owner_id: actor.userID,
      deleted_at: isoTime(clock),
      expires_at: isoTime(clock, TRASH_KEEPS),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
