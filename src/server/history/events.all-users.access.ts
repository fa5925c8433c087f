import type { DomainEvent } from '../../shared/events.ts'
import { unscoped } from '../platform/db/access/unscoped.ts'
import type { Database } from '../platform/db/database.ts'
import { insertEventsAt, type Author } from './events.access.ts'

/** Inserts events in any project: of nobody if only time passed, or of the recipient of a locked offer. */
export const insertEventsAnywhere = (
  trx: Database,
  author: Author,
  projectID: number,
  events: readonly DomainEvent[],
) =>
  insertEventsAt(
    trx,
    unscoped(trx).selectFrom('projects').where('projects.id', '=', projectID).select('projects.id as project_id'),
    author,
    events,
  )
