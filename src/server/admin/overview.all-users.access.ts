import { liveItems, liveProjects, liveRooms, unscoped } from '../platform/db/access/unscoped.ts'
import type { Database } from '../platform/db/database.ts'
import { count } from '../platform/db/engine.ts'

/** Totals over all users, for operators. Returns numbers only, never rows. */
export const liveCounts = (db: Database) =>
  unscoped(db).selectNoFrom([
    count(liveProjects(db)).as('projects'),
    count(liveRooms(db)).as('rooms'),
    count(liveItems(db)).as('items'),
  ])
