import type { FastifyRequest } from 'fastify'
import { MOST_REFUSALS, type Reminders, type Weekday } from '../../shared/upkeep/reminders.api.ts'
import { KEEPS_PROJECTS } from '../../shared/contract/roles.ts'
import { tokenIn } from '../../shared/contract/token-in.ts'
import { AppError } from '../platform/http/app-error.ts'
import { countTry } from '../platform/http/throttle.repo.ts'
import { hashToken } from '../platform/lib/tokens.ts'
import { DAY, isoTime, latestNoted, MINUTE, type Clock } from '../platform/lib/clock.ts'
import { mintOnlooker, type Actor, type Onlooker } from '../platform/db/actor.ts'
import { transact, type Database } from '../platform/db/database.ts'
import { forUpdate, jsonOf, rowsOfJSON, skipTaken } from '../platform/db/engine.ts'
import { newSeededToken, openSeededTokens } from '../platform/lib/secret.ts'
import { GREETED, greetingOf } from '../identity/account/full-name.ts'
import { dayIn, daysLater, nextMorning, tomorrowMorning, type ReminderSettings } from './reminder-times.ts'

/** Users planned per batch. */
export const AT_ONCE = 100

/** If no server could send mail for this long, a reminder waits for the next weekday. */
const LATE = 2 * DAY

/** No mail is planned later than this: at most the week after next. */
const FURTHEST = 15 * DAY

const WEEK_DAYS = 7

const LONG_AGO = isoTime({ now: () => new Date(0) })

/** A noted day further ahead comes from a wrong clock and is ignored. */
const PUT_BACK_DAYS = 31

/** A noted day if it is plausible today; '' for none. */
const notedDay = (today: string, day: string | null): string =>
  day !== null && day <= daysLater(today, PUT_BACK_DAYS) ? day : ''

const withSettings = (db: Database) =>
  db
    .selectFrom('users')
    .leftJoin('reminders', 'reminders.user_id', 'users.id')
    .select((eb) => [
      'users.id as userID',
      'users.email',
      'users.remind_at as nextAt',
      eb.fn.coalesce('reminders.is_on', eb.lit(1)).as('isOn'),
      eb.fn.coalesce('reminders.weekday', eb.val<Weekday>('sunday')).as('weekday'),
      'reminders.zone',
      'reminders.last_day as lastDay',
      'reminders.told_day as toldDay',
      eb.fn.coalesce('reminders.refusals', eb.lit(0)).as('refusals'),
      'reminders.refusal',
    ])

type Row = Awaited<ReturnType<ReturnType<typeof withSettings>['executeTakeFirstOrThrow']>>

const isSetAside = ({ refusals }: Pick<Row, 'refusals'>): boolean => refusals >= MOST_REFUSALS

/** The next planned time by the user's settings; two mails are at least a week apart. */
const nextAtOf = (clock: Clock, row: Pick<Row, 'weekday' | 'zone' | 'toldDay'>): string => {
  const toReminders = notedDay(dayIn(row.zone, clock.now()), row.toldDay)
  return nextMorning(row, clock.now(), toReminders === '' ? '' : daysLater(toReminders, WEEK_DAYS)).toISOString()
}

const told = (clock: Clock, row: Row, sendsMail: boolean): Reminders => {
  const { isOn, weekday, zone, email, nextAt, refusal } = row
  const isSent = sendsMail && nextAt !== null
  return {
    ...{ isOn: isOn === 1, weekday, zone, sendsMail, email, refusal: isSetAside(row) ? refusal : null },
    // New users have not been planned yet.
    nextAt: !isSent ? null : nextAt > isoTime(clock) ? nextAt : nextAtOf(clock, row),
  }
}

export const findReminders = async (
  db: Database,
  clock: Clock,
  actor: Actor,
  sendsMail: boolean,
): Promise<Reminders> => {
  const row = await withSettings(db).where('users.id', '=', actor.userID).executeTakeFirst()
  if (!row) throw new AppError('session_ended')
  return told(clock, row, sendsMail)
}

interface Changes {
  isOn?: boolean | undefined
  weekday?: Weekday | undefined
  zone?: string | undefined
}

/** Absent members stay unchanged. Turning reminders on retries a mailbox that rejected them. */
export const changeReminders = (
  db: Database,
  clock: Clock,
  actor: Actor,
  { isOn, weekday, zone }: Changes,
  sendsMail: boolean,
): Promise<Reminders> =>
  transact(db, async (trx) => {
    if (!(await lockPerson(trx, actor.userID))) throw new AppError('session_ended')
    const changes = {
      ...(isOn !== undefined && { is_on: Number(isOn) }),
      ...(isOn === true && { refusals: 0, refusal: null }),
      ...(weekday !== undefined && { weekday }),
      ...(zone !== undefined && { zone }),
    }
    const insert = trx.insertInto('reminders').values({ user_id: actor.userID, ...changes })
    await insert
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ user_id: actor.userID, ...changes }))
      .execute()
    const row = await withSettings(trx).where('users.id', '=', actor.userID).executeTakeFirstOrThrow()
    const nextAt = row.isOn === 1 && !isSetAside(row) ? nextAtOf(clock, row) : null
    await setNext(trx, row.userID, nextAt)
    return told(clock, { ...row, nextAt }, sendsMail)
  })

/** Locks the account first, as deleting it does. Undefined if it is gone. */
const lockPerson = (trx: Database, userID: number): Promise<{ email: string } | undefined> => {
  const query = trx.selectFrom('users').select('email').where('id', '=', userID)
  return forUpdate(trx, query, ['users']).executeTakeFirst()
}

const setNext = async (trx: Database, userID: number, nextAt: string | null): Promise<void> => {
  await trx.updateTable('users').set({ remind_at: nextAt }).where('id', '=', userID).execute()
}

interface Planned {
  userID: number
  /** The user's day for which it is planned. */
  day: string
}

/** Users whose next morning a wrong clock has set too far ahead are planned again now. */
export const replanReminders = async (db: Database, clock: Clock): Promise<void> => {
  const wrong = db.selectFrom('users').select('id').where('remind_at', '>', latestNoted(clock, FURTHEST)).limit(1000)
  await db.updateTable('users').set({ remind_at: LONG_AGO }).where('id', 'in', wrong).execute()
}

/**
 * Takes a batch of users whose reminder is due, sets their next weekday, and returns those to be mailed today. Three
 * statements, of which the first uses an index.
 */
export const planReminders = async (trx: Database, clock: Clock): Promise<{ taken: number; planned: Planned[] }> => {
  const now = clock.now()
  const due = trx
    .selectFrom('users')
    .select('users.id')
    .where('remind_at', '<=', isoTime(clock))
    .orderBy('remind_at')
    .limit(AT_ONCE)
  const ids = (await skipTaken(trx, due).execute()).map(({ id }) => id)
  if (ids.length === 0) return { taken: 0, planned: [] }
  const rows = await withSettings(trx).where('users.id', 'in', ids).execute()
  const next = rows.map((row) => ({ id: row.userID, at: nextMorning(row, now).toISOString() }))
  const listed = rowsOfJSON(trx, jsonOf(next), { id: 'bigint', at: 'time' }).as('listed')
  await trx
    .updateTable('users')
    .from(listed)
    .set((eb) => ({ remind_at: eb.ref('listed.at') }))
    .whereRef('users.id', '=', 'listed.id')
    .execute()
  const planned = rows.flatMap((row): Planned[] => {
    const day = dayIn(row.zone, now)
    const isInTime = row.nextAt !== null && row.nextAt > isoTime(clock, -LATE) && row.nextAt <= isoTime(clock)
    return isInTime && notedDay(day, row.lastDay) < day ? [{ userID: row.userID, day }] : []
  })
  return { taken: ids.length, planned }
}

/** The seed of the token, and its hash. */
interface StoredToken {
  seed: string | null
  token_hash: string | null
}

interface Recipient extends ReminderSettings, StoredToken {
  onlooker: Onlooker
  /** What a mail calls them. */
  greeting: string
  email: string
  /** Whether they have proved that the mailbox is theirs. */
  isConfirmed: boolean
  /** The day on which the last mail was written; '' for none. */
  toldDay: string
}

/** The recipient of a planned mail; undefined if they should no longer get it. */
export const findRecipient = async (
  db: Database,
  { userID, day }: Planned,
  now: Date,
): Promise<Recipient | undefined> => {
  const row = await withSettings(db)
    .where('users.id', '=', userID)
    .where('users.locked_at', 'is', null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('user_roles')
          .select('user_roles.role')
          .whereRef('user_roles.user_id', '=', 'users.id')
          .where('user_roles.role', 'in', [...KEEPS_PROJECTS]),
      ),
    )
    .select(GREETED)
    .select(['reminders.seed', 'reminders.token_hash'])
    .executeTakeFirst()
  if (!row || row.isOn === 0 || isSetAside(row)) return undefined
  const today = dayIn(row.zone, now)
  if (notedDay(today, row.lastDay) >= day) return undefined
  const { email, weekday, zone, seed, token_hash } = row
  const greeting = greetingOf(row)
  const toldDay = notedDay(today, row.toldDay)
  const isConfirmed = row.email_confirmed_at !== null
  return { onlooker: mintOnlooker(userID), greeting, email, weekday, zone, isConfirmed, toldDay, seed, token_hash }
}

/**
 * The token that ends a user's mails: one per user, created for the first mail. After a restore, which has no tokens, a
 * new one is created, and those mailed earlier keep working.
 */
export const tokenOf = async (db: Database, { onlooker, seed, token_hash }: Recipient): Promise<string> => {
  const known = seed !== null && token_hash !== null ? (await openSeededTokens(db))({ seed, token_hash }) : null
  if (known !== null) return known
  const made = await newSeededToken(db)
  const kept = { seed: made.seed, token_hash: made.token_hash }
  const insert = db.insertInto('reminders').values({ user_id: onlooker.userID, ...kept })
  await insert
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet((eb) => ({ ...kept, former_hash: eb.ref('reminders.token_hash') })),
    )
    .execute()
  return made.token
}

/** Call it once the mail server has accepted the mail. */
export const noteSent = async (db: Database, { userID, day }: Planned, writtenAt: Date): Promise<void> => {
  const row = await db.selectFrom('reminders').select('zone').where('user_id', '=', userID).executeTakeFirst()
  if (!row) return
  const noted = { last_day: day, told_day: dayIn(row.zone, writtenAt), refusals: 0, refusal: null }
  await db.updateTable('reminders').set(noted).where('user_id', '=', userID).execute()
}

/** The mailbox is retried the next morning, until it has rejected too many mails. */
export const noteRefused = (
  db: Database,
  clock: Clock,
  { userID, day }: Planned,
  { to, why }: { to: string; why: string },
): Promise<void> =>
  transact(db, async (trx) => {
    // A new address has rejected nothing.
    if ((await lockPerson(trx, userID))?.email !== to) return
    const noted = trx
      .updateTable('reminders')
      .set((eb) => ({ last_day: day, refusal: why, refusals: eb('refusals', '+', 1) }))
      .where('user_id', '=', userID)
      // Counts a rejection once, even if a server died in between and repeats it.
      .where((eb) => eb.or([eb('last_day', 'is', null), eb('last_day', '!=', day)]))
      .returning(['refusals', 'weekday', 'zone', 'is_on'])
    const row = await noted.executeTakeFirst()
    if (!row || row.is_on === 0) return
    await setNext(trx, userID, isSetAside(row) ? null : tomorrowMorning(row, clock.now()).toISOString())
  })

/**
 * Call it in the transaction that changes the user's address: the new mailbox has rejected nothing, and tokens mailed
 * to the old one must stop working.
 */
export const forgetMailbox = async (trx: Database, clock: Clock, userID: number): Promise<void> => {
  const row = await withSettings(trx).where('users.id', '=', userID).executeTakeFirst()
  if (!row) return
  const forgotten = { refusals: 0, refusal: null, seed: null, token_hash: null, former_hash: null }
  await trx.updateTable('reminders').set(forgotten).where('user_id', '=', userID).execute()
  if (isSetAside(row) && row.isOn === 1) await setNext(trx, userID, tomorrowMorning(row, clock.now()).toISOString())
}

/** Invalid tokens, per network. */
const MISSES = { kind: 'link-address', limit: 60, windowMs: 15 * MINUTE } as const

/** Throws `too_many_tries` after many invalid tokens; reveals nothing else. */
export const endReminders = async (
  db: Database,
  clock: Clock,
  request: FastifyRequest,
  token: string,
): Promise<void> => {
  const hash = hashToken(tokenIn(token))
  const find = db.selectFrom('reminders').select('user_id')
  const found = await find
    .where((eb) => eb.or([eb('token_hash', '=', hash), eb('former_hash', '=', hash)]))
    .executeTakeFirst()
  if (!found) return void (await countTry(db, clock, [{ ...MISSES, key: request.ip }]))
  await transact(db, async (trx) => {
    await setNext(trx, found.user_id, null)
    await trx.updateTable('reminders').set({ is_on: 0 }).where('user_id', '=', found.user_id).execute()
  })
}
