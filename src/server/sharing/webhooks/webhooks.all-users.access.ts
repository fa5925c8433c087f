import { ownerIsOpen, tablesOf, unscoped } from '../../platform/db/access/unscoped.ts'
import type { Database } from '../../platform/db/database.ts'

/** Webhooks for their job, which acts for nobody. */

/** Those of projects in the trash too, whose deletion is an event; none while the owner's account is locked. */
export const workingWebhook = (db: Database, webhookID: number) =>
  unscoped(db)
    .selectFrom('webhooks')
    .innerJoin('projects', 'projects.id', 'webhooks.project_id')
    .where('webhooks.id', '=', webhookID)
    .where('webhooks.ended', 'is', null)
    .where(ownerIsOpen)

/** All webhooks of the owner of a working one. */
export const webhooksOfItsOwner = (db: Database, webhookID: number) =>
  unscoped(db)
    .selectFrom('webhooks')
    .innerJoin('projects', 'projects.id', 'webhooks.project_id')
    .where('projects.owner_id', '=', workingWebhook(db, webhookID).select('projects.owner_id'))

/** An event of the webhook's own project. */
export const eventOfWebhook = (db: Database, webhookID: number, eventID: number) =>
  workingWebhook(db, webhookID)
    .innerJoin('events', 'events.project_id', 'webhooks.project_id')
    .leftJoin('rooms', (join) =>
      join.onRef('rooms.id', '=', 'events.room_id').onRef('rooms.project_id', '=', 'events.project_id'),
    )
    .leftJoin('items', (join) =>
      join.onRef('items.id', '=', 'events.item_id').onRef('items.project_id', '=', 'events.project_id'),
    )
    .where('events.id', '=', eventID)

export const webhookTables = (db: Database) => tablesOf<'webhooks' | 'webhook_deliveries'>(db)
