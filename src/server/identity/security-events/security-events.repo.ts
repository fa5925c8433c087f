import type { SecurityEvent } from '../../../shared/identity/security-events.api.ts'
import type { SecurityEventKind } from '../../../shared/identity/security-events.ts'
import { nameKey } from '../../../shared/contract/name-key.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Database } from '../../platform/db/database.ts'
import { withoutIndex } from '../../platform/db/engine.ts'
import { DAY, isoTime, MINUTE, type Clock } from '../../platform/lib/clock.ts'

const KEPT = 400 * DAY
const PAGE = 50
const LATEST_LOGINS = 100

interface SecurityEventRow {
  kind: SecurityEventKind
  userID: number | null
  account: string | null
  author: string | null
  detail: string
  address: string | null
  device: string
}

/** Counts a failure in the event of an equal one of the last minute. The device may differ: callers name it themselves. */
const countsAsEarlier = async (trx: Database, clock: Clock, { userID, ...event }: SecurityEventRow) => {
  const equal = trx
    .selectFrom('security_events')
    .select('id')
    // Found by their time alone, as there are few in a minute: no other index fits these.
    .where('at', '>', isoTime(clock, -MINUTE))
    .where((eb) => eb(eb.fn<string>('lower', ['kind']), '=', event.kind))
    .where((eb) => eb(withoutIndex<number | null>('user_id'), userID === null ? 'is' : '=', userID))
    .where('detail', '=', event.detail)
    .where('address', event.address === null ? 'is' : '=', event.address)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
  const { numUpdatedRows } = await trx
    .updateTable('security_events')
    .set((eb) => ({ times: eb('times', '+', 1) }))
    .where('id', '=', equal)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export const insertSecurityEvent = async (trx: Database, clock: Clock, row: SecurityEventRow): Promise<void> => {
  if (row.kind === 'login_failed' && (await countsAsEarlier(trx, clock, row))) return
  const { userID, ...event } = row
  await trx
    .insertInto('security_events')
    .values({ ...event, at: isoTime(clock), user_id: userID })
    .execute()
}

/** Where the user logged in from most recently; empty if they never did. */
export const latestLogins = (db: Database, userID: number) =>
  db
    .selectFrom('security_events')
    .select(['address', 'device'])
    .where('user_id', '=', userID)
    .where('kind', '=', 'logged_in')
    .orderBy('id', 'desc')
    .limit(LATEST_LOGINS)
    .execute()

export interface EventFilter {
  kind?: SecurityEventKind | undefined
  person?: string | undefined
  since?: string | undefined
  until?: string | undefined
}

interface EventPage {
  events: SecurityEvent[]
  older: number | null
}

const latestEvents = (db: Database, before: number | undefined, many: number) =>
  db
    .selectFrom('security_events')
    .select(['id as eventID', 'at', 'kind', 'account', 'author as by', 'detail', 'address', 'device', 'times'])
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
    .orderBy('id', 'desc')
    .limit(many)

const pageOf = (rows: SecurityEvent[]): EventPage => {
  const events = rows.slice(0, PAGE)
  return { events, older: rows.length > PAGE ? (events.at(-1)?.eventID ?? null) : null }
}

/** Also failed logins, and what an admin or a command did to the account. */
export const listMySecurityEvents = async (db: Database, actor: Actor, before?: number): Promise<EventPage> =>
  pageOf(
    await latestEvents(db, before, PAGE + 1)
      .where('user_id', '=', actor.userID)
      .execute(),
  )

/** For the user's export. */
export const allMySecurityEvents = (db: Database, actor: Actor) =>
  db
    .selectFrom('security_events')
    .select(['at', 'kind', 'author as by', 'detail', 'address', 'device', 'times'])
    .where('user_id', '=', actor.userID)
    .orderBy('id')
    .execute()

/** The username as its account has it; as typed if the account is deleted. */
const usernameOf = async (db: Database, typed: string): Promise<string> =>
  (await db.selectFrom('users').select('username').where('username_key', '=', nameKey(typed)).executeTakeFirst())
    ?.username ?? typed

/** At most `many` events before the one with that id, the latest first. */
export const findSecurityEvents = async (
  db: Database,
  { kind, person, since, until }: EventFilter,
  before: number | undefined,
  many: number,
): Promise<SecurityEvent[]> => {
  const username = person ? await usernameOf(db, person) : undefined
  return latestEvents(db, before, many)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind as SecurityEventKind))
    .$if(username !== undefined, (query) =>
      query.where((eb) => eb.or([eb('account', '=', username ?? ''), eb('author', '=', username ?? '')])),
    )
    .$if(since !== undefined, (query) => query.where('at', '>=', since ?? ''))
    .$if(until !== undefined, (query) => query.where('at', '<', until ?? ''))
    .execute()
}

export const listSecurityEvents = async (db: Database, filter: EventFilter, before?: number): Promise<EventPage> =>
  pageOf(await findSecurityEvents(db, filter, before, PAGE + 1))

export const sweepSecurityEvents = async (db: Database, clock: Clock): Promise<void> => {
  await db.deleteFrom('security_events').where('at', '<', isoTime(clock, -KEPT)).execute()
}
