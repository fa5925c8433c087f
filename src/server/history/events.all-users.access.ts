import { unscoped } from '../platform/db/access/unscoped.ts'
import type { Actor } from '../platform/db/actor.ts'
import type { Database } from '../platform/db/database.ts'
import { insertEventsAt, type EventRows } from './events.access.ts'

/** Events without a member as their author. */

/** Inserts events of a project that happened through the passing of time, without an author. */
export const insertEventsOfTime = (
  trx: Database,
  projectID: number,
  at: string,
  told: EventRows,
  partOf: number | null = null,
) =>
  insertEventsAt(
    trx,
    unscoped(trx).selectFrom('projects').where('projects.id', '=', projectID).select('projects.id as project_id'),
    { userID: null, who: '', at, partOf, undoes: null },
    told,
  )

/** Inserts events of the user who accepts or declines an offer. Requires a lock on the offer. */
export const insertEventsOfOffered = (
  trx: Database,
  { userID, username }: Actor,
  projectID: number,
  at: string,
  told: EventRows,
) =>
  insertEventsAt(
    trx,
    unscoped(trx).selectFrom('projects').where('projects.id', '=', projectID).select('projects.id as project_id'),
    { userID, who: username, at, partOf: null, undoes: null },
    told,
  )
