import type { InsertObject } from 'kysely'
import { ownedProjects } from '../../platform/db/access/core.ts'
import { unscoped } from '../../platform/db/access/unscoped.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Schema } from '../../platform/db/schema.ts'
import type { LinkablePlace } from '../links/links.access.ts'

/** Webhooks of projects, which only their owners see and change. */

export const insertWebhook = (
  trx: Database,
  { projectID }: LinkablePlace,
  webhook: Omit<InsertObject<Schema, 'webhooks'>, 'project_id'>,
) =>
  unscoped(trx)
    .insertInto('webhooks')
    .values({ ...webhook, project_id: projectID })

export const deleteOneWebhook = (db: Database, actor: Actor, webhookID: number) =>
  unscoped(db)
    .deleteFrom('webhooks')
    .where('webhooks.id', '=', webhookID)
    .where('webhooks.project_id', 'in', ownedProjects(db, actor).select('projects.id'))

export const updateOneWebhook = (db: Database, actor: Actor, webhookID: number) =>
  unscoped(db)
    .updateTable('webhooks')
    .where('webhooks.id', '=', webhookID)
    .where('webhooks.project_id', 'in', ownedProjects(db, actor).select('projects.id'))
