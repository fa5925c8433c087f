import type { FastifyRequest } from 'fastify'
import { MOST_REFUSALS, type Reminders, type Weekday } from '../../shared/reminders.ts'
import { KEEPS_PROJECTS } from '../../shared/roles.ts'
import { AppError } from '../app-error.ts'
import { countTry } from '../auth/throttle.repo.ts'
import { hashToken } from '../auth/tokens.ts'
import { DAY, isoTime, latestNoted, MINUTE, type Clock } from '../clock.ts'
import { mintOnlooker, type Actor, type Onlooker } from '../db/actor.ts'
import { transact, type Database } from '../db/database.ts'
import { forUpdate, jsonOf, rowsOfJSON, skipTaken } from '../db/engine.ts'
import { newLinkTokens, openTokens } from '../links/tokens.ts'
import { dayThere, daysLater, nextMorning, tomorrowMorning, type Wishes } from './when.ts'

/** People who are looked at in one go. */
export const AT_ONCE = 100

/** Who could not be looked at for so long, as no server sent mail, waits for the next weekday. */
const LATE = 2 * DAY

/** No mail is planned for later than this from now on: the week after next, at the most. */
const FURTHEST = 15 * DAY

const WEEK_DAYS = 7

const LONG_AGO = isoTime({ now: () => new Date(0) })

/** A day that lies further ahead was noted by a clock that was wrong, and counts for nothing. */
const PUT_BACK_DAYS = 31

/** A day that was noted, as far as it counts today; '' for none. */
const notedDay = (today: string, day: string | null): string =>
  day !== null && day <= daysLater(today, PUT_BACK_DAYS) ? day : ''

const withWishes = (db: Database) =>
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

type Row = Awaited<ReturnType<ReturnType<typeof withWishes>['executeTakeFirstOrThrow']>>

const isSetAside = ({ refusals }: Pick<Row, 'refusals'>): boolean => refusals >= MOST_REFUSALS

/** When it is looked next, by what is wished: never two mails within a week. */
const nextAtOf = (clock: Clock, row: Pick<Row, 'weekday' | 'zone' | 'toldDay'>): string => {
  const told = notedDay(dayThere(row.zone, clock.now()), row.toldDay)
  return nextMorning(row, clock.now(), told === '' ? '' : daysLater(told, WEEK_DAYS)).toISOString()
}

const told = (clock: Clock, row: Row, sendsMail: boolean): Reminders => {
  const { isOn, weekday, zone, email, nextAt, refusal } = row
  const isSent = sendsMail && nextAt !== null
  return {
    ...{ isOn: isOn === 1, weekday, zone, sendsMail, email, refusal: isSetAside(row) ? refusal : null },
    // Who has just registered has not been looked at.
    nextAt: !isSent ? null : nextAt > isoTime(clock) ? nextAt : nextAtOf(clock, row),
  }
}

export const findReminders = async (
  db: Database,
  clock: Clock,
  actor: Actor,
  sendsMail: boolean,
): Promise<Reminders> => {
  const row = await withWishes(db).where('users.id', '=', actor.userID).executeTakeFirst()
  if (!row) throw new AppError('session_ended')
  return told(clock, row, sendsMail)
}

interface Changes {
  isOn?: boolean | undefined
  weekday?: Weekday | undefined
  zone?: string | undefined
}

/** What is absent stays. Turned on they are tried again, whatever the mailbox said. */
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
    const row = await withWishes(trx).where('users.id', '=', actor.userID).executeTakeFirstOrThrow()
    const nextAt = row.isOn === 1 && !isSetAside(row) ? nextAtOf(clock, row) : null
    await setNext(trx, row.userID, nextAt)
    return told(clock, { ...row, nextAt }, sendsMail)
  })

/** The account first, as those who delete one take it. Undefined where it is gone. */
const lockPerson = (trx: Database, userID: number): Promise<{ email: string } | undefined> => {
  const query = trx.selectFrom('users').select('email').where('id', '=', userID)
  return forUpdate(trx, query, ['users']).executeTakeFirst()
}

const setNext = async (trx: Database, userID: number, nextAt: string | null): Promise<void> => {
  await trx.updateTable('users').set({ remind_at: nextAt }).where('id', '=', userID).execute()
}

export interface Planned {
  userID: number
  /** Theirs, on which it is planned. */
  day: string
}

/** Those of whom a clock that was wrong has noted a morning too far ahead are looked at now. */
export const planAnew = async (db: Database, clock: Clock): Promise<void> => {
  const wrong = db.selectFrom('users').select('id').where('remind_at', '>', latestNoted(clock, FURTHEST)).limit(1000)
  await db.updateTable('users').set({ remind_at: LONG_AGO }).where('id', 'in', wrong).execute()
}

/**
 * Takes some of those whose morning has come: they are due again by their next weekday, and who may be mailed today is
 * answered. Three statements, of which the first looks into an index.
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
  const rows = await withWishes(trx).where('users.id', 'in', ids).execute()
  const next = rows.map((row) => ({ id: row.userID, at: nextMorning(row, now).toISOString() }))
  const listed = rowsOfJSON(trx, jsonOf(next), { id: 'bigint', at: 'time' }).as('listed')
  await trx
    .updateTable('users')
    .from(listed)
    .set((eb) => ({ remind_at: eb.ref('listed.at') }))
    .whereRef('users.id', '=', 'listed.id')
    .execute()
  const planned = rows.flatMap((row): Planned[] => {
    const day = dayThere(row.zone, now)
    const isInTime = row.nextAt !== null && row.nextAt > isoTime(clock, -LATE) && row.nextAt <= isoTime(clock)
    return isInTime && notedDay(day, row.lastDay) < day ? [{ userID: row.userID, day }] : []
  })
  return { taken: ids.length, planned }
}

/** What the token follows from, and its hash. */
interface Kept {
  seed: string | null
  token_hash: string | null
}

export interface Recipient extends Wishes, Kept {
  onlooker: Onlooker
  username: string
  email: string
  /** On which the last mail was written; '' for none. */
  toldDay: string
}

/** Whom a planned mail is for; undefined where they are to get none any more. */
export const findRecipient = async (
  db: Database,
  { userID, day }: Planned,
  now: Date,
): Promise<Recipient | undefined> => {
  const row = await withWishes(db)
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
    .select(['users.username', 'reminders.seed', 'reminders.token_hash'])
    .executeTakeFirst()
  if (!row || row.isOn === 0 || isSetAside(row)) return undefined
  const today = dayThere(row.zone, now)
  if (notedDay(today, row.lastDay) >= day) return undefined
  const { username, email, weekday, zone, seed, token_hash } = row
  const toldDay = notedDay(today, row.toldDay)
  return { onlooker: mintOnlooker(userID), username, email, weekday, zone, toldDay, seed, token_hash }
}

/**
 * What ends somebody's mails: one a person, made for the first mail, and anew after a restore, which knows no tokens; what was
 * mailed before that goes on ending them.
 */
export const tokenOf = async (db: Database, { onlooker, seed, token_hash }: Recipient): Promise<string> => {
  const known = seed !== null && token_hash !== null ? (await openTokens(db))({ seed, token_hash }) : null
  if (known !== null) return known
  const made = await newLinkTokens(db)
  const kept = { seed: made.seed, token_hash: made.token_hash }
  const insert = db.insertInto('reminders').values({ user_id: onlooker.userID, ...kept })
  await insert
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet((eb) => ({ ...kept, former_hash: eb.ref('reminders.token_hash') })),
    )
    .execute()
  return made.token
}

/** The mail server took it. */
export const noteSent = async (db: Database, { userID, day }: Planned, writtenAt: Date): Promise<void> => {
  const row = await db.selectFrom('reminders').select('zone').where('user_id', '=', userID).executeTakeFirst()
  if (!row) return
  const noted = { last_day: day, told_day: dayThere(row.zone, writtenAt), refusals: 0, refusal: null }
  await db.updateTable('reminders').set(noted).where('user_id', '=', userID).execute()
}

/** Its mailbox is tried again the next morning, until it has refused too many. */
export const noteRefused = (
  db: Database,
  clock: Clock,
  { userID, day }: Planned,
  { to, why }: { to: string; why: string },
): Promise<void> =>
  transact(db, async (trx) => {
    // Another mailbox has refused nothing.
    if ((await lockPerson(trx, userID))?.email !== to) return
    const noted = trx
      .updateTable('reminders')
      .set((eb) => ({ last_day: day, refusal: why, refusals: eb('refusals', '+', 1) }))
      .where('user_id', '=', userID)
      // It may be told twice, where a server dies in between.
      .where((eb) => eb.or([eb('last_day', 'is', null), eb('last_day', '!=', day)]))
      .returning(['refusals', 'weekday', 'zone', 'is_on'])
    const row = await noted.executeTakeFirst()
    if (!row || row.is_on === 0) return
    await setNext(trx, userID, isSetAside(row) ? null : tomorrowMorning(row, clock.now()).toISOString())
  })

/** Within the transaction that gives somebody another mailbox, which has refused nothing and which no former one may end. */
export const forgetMailbox = async (trx: Database, clock: Clock, userID: number): Promise<void> => {
  const row = await withWishes(trx).where('users.id', '=', userID).executeTakeFirst()
  if (!row) return
  const forgotten = { refusals: 0, refusal: null, seed: null, token_hash: null, former_hash: null }
  await trx.updateTable('reminders').set(forgotten).where('user_id', '=', userID).execute()
  if (isSetAside(row) && row.isOn === 1) await setNext(trx, userID, tomorrowMorning(row, clock.now()).toISOString())
}

/** Tokens that end nothing, from one network. */
const MISSES = { kind: 'link-address', limit: 60, windowMs: 15 * MINUTE } as const

/** Throws `too_many_tries` after many tokens that are none; it tells nothing else. */
export const endReminders = async (
  db: Database,
  clock: Clock,
  request: FastifyRequest,
  token: string,
): Promise<void> => {
  const hash = hashToken(token)
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
