import { liveProjects, unscoped } from '../../platform/db/access/unscoped.ts'
import type { Database } from '../../platform/db/database.ts'
import { isoTime, latestNoted, type Clock } from '../../platform/lib/clock.ts'

/** Offers as their recipients find them, who own nothing of the project yet. */

/** Offers of existing projects whose owners are not locked. Callers have a token or send the mail. */
export const openOffers = (db: Database, clock: Clock, life: number) =>
  liveProjects(db)
    .innerJoin('offers', 'offers.project_id', 'projects.id')
    .innerJoin('users as owners', 'owners.id', 'projects.owner_id')
    .where('owners.locked_at', 'is', null)
    .where('offers.expires_at', '>', isoTime(clock))
    .where('offers.expires_at', '<=', latestNoted(clock, life))
export const updateOffer = (db: Database, offerID: number) =>
  unscoped(db).updateTable('offers').where('offers.id', '=', offerID)
export const deleteOffers = (db: Database) => unscoped(db).deleteFrom('offers')

/** Requires a lock on the offer. */
export const updateOfferedProject = (trx: Database, projectID: number) =>
  unscoped(trx).updateTable('projects').where('projects.id', '=', projectID)
