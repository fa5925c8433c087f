import { randomBytes } from 'node:crypto'
import type { ResponseOf } from '../../../shared/contract/endpoint.ts'
import {
  DELIVERIES_SHOWN,
  MOST_WEBHOOKS,
  type listWebhooks as listWebhooksEndpoint,
  type Webhook,
} from '../../../shared/sharing/webhooks.api.ts'
import { EVENTS } from '../../../shared/events.ts'
import type { Topic } from '../../../shared/history/event-spec.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { lockLinkableProject } from '../links/links.access.ts'
import * as access from './webhooks.access.ts'
import * as allUsers from './webhooks.all-users.access.ts'
import { ownedProjects } from '../../platform/db/access/core.ts'
import { transact, type Database } from '../../platform/db/database.ts'
import { forUpdate, jsonOf, parseJSON } from '../../platform/db/engine.ts'
import { dropMessages, pauseMessages, resumeMessages } from '../../platform/jobs/jobs.repo.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { groupBy } from '../../platform/lib/group-by.ts'
import { recordEvent } from '../../identity/security-events/security-events.service.ts'
import type { From } from '../../platform/http/security/security-log.ts'
import { isoTime, type Clock } from '../../platform/lib/clock.ts'

/** Throws `not_found` for the project. */
export const listWebhooks = async (
  db: Database,
  actor: Actor,
  projectID: number,
): Promise<ResponseOf<typeof listWebhooksEndpoint>> => {
  const project = await ownedProjects(db, actor).where('projects.id', '=', projectID).select('name').executeTakeFirst()
  if (!project) throw new AppError('not_found')
  const rows = await ownedProjects(db, actor)
    .innerJoin('webhooks', 'webhooks.project_id', 'projects.id')
    .where('webhooks.project_id', '=', projectID)
    .select(['webhooks.id', 'webhooks.address', 'webhooks.topics', 'webhooks.created_at', 'webhooks.ended'])
    .orderBy('webhooks.id')
    .execute()
  const deliveries = await ownedProjects(db, actor)
    .innerJoin('webhooks', 'webhooks.project_id', 'projects.id')
    .innerJoin('webhook_deliveries', 'webhook_deliveries.webhook_id', 'webhooks.id')
    .where('webhooks.project_id', '=', projectID)
    .select(['webhook_deliveries.id as deliveryID', 'webhook_deliveries.webhook_id as webhookID'])
    .select(['webhook_deliveries.type', 'webhook_deliveries.at'])
    .select(['webhook_deliveries.tries', 'webhook_deliveries.status', 'webhook_deliveries.failure'])
    .orderBy('webhook_deliveries.id', 'desc')
    .execute()
  const deliveriesOf = groupBy(deliveries, ({ webhookID }) => webhookID)
  const webhooks = rows.map((row): Webhook => ({
    ...{ webhookID: row.id, address: row.address, topics: parseJSON(row.topics) },
    ...{ createdAt: row.created_at, ended: row.ended },
    deliveries: deliveriesOf(row.id).map(({ webhookID: _, ...delivery }) => delivery),
  }))
  return { projectName: project.name, webhooks }
}

const hostOf = (address: string): string => new URL(address).host

interface NewWebhook {
  projectID: number
  address: string
  topics: readonly Topic[]
}

/** Throws `not_found` and `too_many_webhooks`. */
export const createWebhook = (
  db: Database,
  clock: Clock,
  actor: Actor,
  { projectID, address, topics }: NewWebhook,
  from: From,
): Promise<Webhook & { secret: string }> =>
  transact(db, async (trx) => {
    const place = await lockLinkableProject(trx, actor, projectID)
    if (!place) throw new AppError('not_found')
    const { webhooks } = await listWebhooks(trx, actor, projectID)
    if (webhooks.length >= MOST_WEBHOOKS)
      throw new AppError('too_many_webhooks', { values: { limit: String(MOST_WEBHOOKS) } })
    const secret = `whsec_${randomBytes(32).toString('base64')}`
    const chosen = [...new Set(topics)]
    const createdAt = isoTime(clock)
    const { id } = await access
      .insertWebhook(trx, place, { address, secret, topics: jsonOf(chosen), created_at: createdAt })
      .returning('webhooks.id')
      .executeTakeFirstOrThrow()
    await recordEvent({ clock }, trx, {
      kind: 'webhook_created',
      user: actor,
      by: actor,
      detail: hostOf(address),
      from,
    })
    return { webhookID: id, address, topics: chosen, createdAt, ended: null, deliveries: [], secret }
  })

/** Throws `not_found`. */
export const removeWebhook = (db: Database, clock: Clock, actor: Actor, webhookID: number, from: From): Promise<void> =>
  transact(db, async (trx) => {
    const removed = await access
      .deleteOneWebhook(trx, actor, webhookID)
      .returning('webhooks.address')
      .executeTakeFirst()
    if (!removed) throw new AppError('not_found')
    const detail = hostOf(removed.address)
    await recordEvent({ clock }, trx, { kind: 'webhook_removed', user: actor, by: actor, detail, from })
  })

/** Throws `not_found`. */
export const turnOn = (db: Database, actor: Actor, webhookID: number): Promise<void> =>
  transact(db, async (trx) => {
    const own = access.updateOneWebhook(trx, actor, webhookID)
    const begun = own.set({ ended: null, tries: 0, paused_until: null }).where('webhooks.ended', 'is not', null)
    if ((await begun.executeTakeFirst()).numUpdatedRows > 0n) return dropMessages(trx, webhookID)
    const { numUpdatedRows } = await own.set({ ended: null }).executeTakeFirst()
    if (numUpdatedRows === 0n) throw new AppError('not_found')
  })

export interface Message {
  /** The event's id. */
  at: string
  address: string
  secret: string
  messageID: string
  type: string
  /** JSON. */
  body: string
}

/** What changed and where, without values: programs that need them use an API key. */
const messageOf = (messageID: string, type: string, timestamp: string, data: object) => ({
  ...{ messageID, type, at: timestamp },
  body: JSON.stringify({ type, timestamp, data }),
})

/** The message about an event; undefined if the webhook has another topic, has stopped or was removed. */
export const messageOfEvent = async (
  db: Database,
  webhookID: number,
  eventID: number,
): Promise<Message | undefined> => {
  const row = await allUsers
    .eventOfWebhook(db, webhookID, eventID)
    .select(['webhooks.address', 'webhooks.secret', 'webhooks.topics', 'events.kind', 'events.at', 'events.who'])
    .select(['projects.id as projectID', 'projects.name as projectName'])
    .select(['rooms.id as roomID', 'rooms.name as roomName', 'items.id as itemID', 'items.title'])
    .executeTakeFirst()
  if (!row) return undefined
  const { address, secret, kind, at, who } = row
  const { topic, type } = EVENTS[kind]
  if (!parseJSON(row.topics).includes(topic)) return undefined
  const data = {
    ...{ eventID, who },
    project: { projectID: row.projectID, name: row.projectName },
    room: row.roomID === null ? null : { roomID: row.roomID, name: row.roomName },
    item: row.itemID === null ? null : { itemID: row.itemID, title: row.title },
  }
  return { address, secret, ...messageOf(`msg_${webhookID}_${eventID}`, type, at, data) }
}

export const testMessage = async (
  db: Database,
  clock: Clock,
  webhookID: number,
  test: string,
): Promise<Message | undefined> => {
  const row = await allUsers
    .workingWebhook(db, webhookID)
    .select(['webhooks.address', 'webhooks.secret', 'projects.id as projectID', 'projects.name'])
    .executeTakeFirst()
  if (!row) return undefined
  const { address, secret, ...project } = row
  return { address, secret, ...messageOf(`msg_test_${test}`, 'test', isoTime(clock), { project }) }
}

/** The result of one delivery attempt. */
interface Try {
  status: number | null
  failure: string | null
}

/** Records a delivery attempt, and deletes all but the webhook's latest deliveries. */
export const noteTry = (
  db: Database,
  clock: Clock,
  webhookID: number,
  { messageID, type }: Message,
  result: Try,
): Promise<void> =>
  transact(db, async (trx) => {
    const at = isoTime(clock)
    // The webhook was removed during the attempt.
    if (!(await allUsers.workingWebhook(trx, webhookID).select('webhooks.id').executeTakeFirst())) return
    await allUsers
      .webhookTables(trx)
      .insertInto('webhook_deliveries')
      .values({ webhook_id: webhookID, message_id: messageID, type, at, tries: 1, ...result })
      .onConflict((conflict) =>
        conflict
          .columns(['webhook_id', 'message_id'])
          .doUpdateSet((eb) => ({ at, ...result, tries: eb('webhook_deliveries.tries', '+', 1) })),
      )
      .execute()
    await allUsers
      .webhookTables(trx)
      .deleteFrom('webhook_deliveries')
      .where('webhook_id', '=', webhookID)
      .where('id', 'not in', (eb) =>
        eb
          .selectFrom('webhook_deliveries as latest')
          .select('latest.id')
          .where('latest.webhook_id', '=', webhookID)
          .orderBy('latest.id', 'desc')
          .limit(DELIVERIES_SHOWN),
      )
      .execute()
  })

/** After a message arrived, the others no longer wait. */
export const noteArrival = (db: Database, clock: Clock, webhookID: number): Promise<void> =>
  transact(db, async (trx) => {
    const { numUpdatedRows } = await allUsers
      .webhookTables(trx)
      .updateTable('webhooks')
      .set({ tries: 0, paused_until: null })
      .where('id', '=', webhookID)
      .where('paused_until', 'is not', null)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) await resumeMessages(trx, clock, webhookID)
  })

/**
 * After the address failed, no message of the webhook is sent for the next of these pauses; undefined after the last one.
 * Tries that began before another one failed share its pause. Returns how long it takes.
 */
export const pauseWebhook = (
  db: Database,
  clock: Clock,
  webhookID: number,
  { began, pauses }: { began: Date; pauses: readonly number[] },
): Promise<number | undefined> =>
  transact(db, async (trx) => {
    const tables = allUsers.webhookTables(trx)
    const found = tables.selectFrom('webhooks').select(['tries', 'paused_until']).where('id', '=', webhookID)
    const webhook = await forUpdate(trx, found, ['webhooks']).executeTakeFirst()
    if (!webhook) return 0
    const left = webhook.paused_until === null ? 0 : Date.parse(webhook.paused_until) - clock.now().getTime()
    if (webhook.paused_until !== null && Date.parse(webhook.paused_until) > began.getTime()) return Math.max(0, left)
    const pause = pauses[webhook.tries]
    if (pause === undefined) return undefined
    const change = { tries: webhook.tries + 1, paused_until: isoTime(clock, pause) }
    await tables.updateTable('webhooks').set(change).where('id', '=', webhookID).execute()
    await pauseMessages(trx, clock, webhookID, pause)
    return pause
  })

export const webhooksOfItsOwner = async (db: Database, webhookID: number): Promise<number[]> =>
  (await allUsers.webhooksOfItsOwner(db, webhookID).select('webhooks.id').orderBy('webhooks.id').execute()).map(
    ({ id }) => id,
  )

/** Its waiting messages go, as those of a webhook that has too many (migration 0070) when it is turned on again. */
export const endWebhook = (db: Database, webhookID: number, why: string): Promise<void> =>
  transact(db, async (trx) => {
    await allUsers.webhookTables(trx).updateTable('webhooks').set({ ended: why }).where('id', '=', webhookID).execute()
    await dropMessages(trx, webhookID)
  })
