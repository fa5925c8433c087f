import type { FastifyRequest } from 'fastify'
import { isDayOfRule, nextDay, seriesOfCalendar, type Series } from '../../shared/lib/recurrence.ts'
import { KEEPS_PROJECTS } from '../../shared/contract/roles.ts'
import { tokenIn } from '../../shared/contract/token-in.ts'
import { sentenceOf } from '../../shared/upkeep/upcoming.api.ts'
import { countTry } from '../platform/http/throttle.repo.ts'
import { hashToken } from '../platform/lib/tokens.ts'
import { isoTime, MINUTE, type Clock } from '../platform/lib/clock.ts'
import { mintOnlooker, type Actor, type Onlooker } from '../platform/db/actor.ts'
import type { Database } from '../platform/db/database.ts'
import { findTaskRows, type TaskRow } from './tasks.access.ts'
import { findEndDays } from './upcoming.access.ts'
import { AppError } from '../platform/http/app-error.ts'
import { newSeededToken, openSeededTokens } from '../platform/lib/secret.ts'
import { dayIn } from './reminder-times.ts'
import { pathOf } from './path-of.ts'
import { calendarOf, type DayInCalendar } from './ics.ts'

/** Nine in the morning: on a task's day, and two weeks before something ends. */
const ALARM_OF_TASK = 'PT9H'
const ALARM_OF_END = '-P13DT15H'

/** Of each kind, more than any calendar needs. */
const MOST_DAYS = 1000

export interface CalendarToken {
  token: string | null
  isOn: boolean
}

export const findToken = async (db: Database, actor: Actor): Promise<CalendarToken> => {
  const row = await db
    .selectFrom('calendars')
    .where('user_id', '=', actor.userID)
    .select(['seed', 'token_hash'])
    .executeTakeFirst()
  return row ? { token: (await openSeededTokens(db))(row), isOn: true } : { token: null, isOn: false }
}

export const renewToken = async (db: Database, clock: Clock, actor: Actor): Promise<CalendarToken> => {
  const { token, seed, token_hash } = await newSeededToken(db)
  const kept = { seed, token_hash, created_at: isoTime(clock) }
  await db
    .insertInto('calendars')
    .values({ user_id: actor.userID, ...kept })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(kept))
    .execute()
  return { token, isOn: true }
}

export const endToken = async (db: Database, actor: Actor): Promise<void> => {
  await db.deleteFrom('calendars').where('user_id', '=', actor.userID).execute()
}

/** Invalid addresses, per network. */
const MISSES = { kind: 'link-address', limit: 60, windowMs: 15 * MINUTE } as const

interface Subscriber {
  onlooker: Onlooker
  /** The user's time zone, if a browser has sent it. */
  zone: string | null
}

/** The calendar's owner, if they may still have projects. Throws `not_found`, and `too_many_tries` after many tries. */
export const findSubscriber = async (
  db: Database,
  clock: Clock,
  request: FastifyRequest,
  file: string,
): Promise<Subscriber> => {
  const row = await db
    .selectFrom('calendars')
    .innerJoin('users', 'users.id', 'calendars.user_id')
    .innerJoin('user_roles', 'user_roles.user_id', 'users.id')
    .where('calendars.token_hash', '=', hashToken(tokenIn(file)))
    .where('users.locked_at', 'is', null)
    .where('user_roles.role', 'in', [...KEEPS_PROJECTS])
    .leftJoin('reminders', 'reminders.user_id', 'users.id')
    .select(['users.id as userID', 'reminders.zone'])
    .executeTakeFirst()
  if (row) return { onlooker: mintOnlooker(row.userID), zone: row.zone }
  await countTry(db, clock, [{ ...MISSES, key: request.ip }])
  throw new AppError('not_found')
}

/**
 * The events of a task. If its rule counts from when it was done, later days are unknown; a task that was put off has
 * its own day, followed by the rule's.
 */
const partsOf = ({
  day,
  starts,
  every,
  unit,
  fromDone,
}: TaskRow): { day: string; rule: Series['rule'] | undefined }[] => {
  if (every === 0 || fromDone === 1) return [{ day, rule: undefined }]
  const rule = { every, unit }
  if (isDayOfRule(starts, rule, day)) return seriesOfCalendar(starts, rule, day)
  return [{ day, rule: undefined }, ...seriesOfCalendar(starts, rule, nextDay(starts, rule, day))]
}

interface Place {
  /** The base of links in events. */
  address: string
  /** The suffix of event UIDs, always the same. */
  host: string
}

/** Everything that comes up, in two statements. */
export const calendarFor = async (
  db: Database,
  clock: Clock,
  { onlooker, zone }: Subscriber,
  { address, host }: Place,
): Promise<string> => {
  const now = isoTime(clock)
  const tasks = await findTaskRows(db, onlooker, { after: undefined, limit: MOST_DAYS })
  const ends = await findEndDays(db, onlooker, {
    today: dayIn(zone, clock.now()),
    coming: { after: undefined, limit: MOST_DAYS },
  })
  const days = [
    ...tasks.flatMap((task) => {
      const { taskID, name, note, projectName, roomName, title } = task
      const place = [projectName, roomName, title].filter((part) => part !== null).join(', ')
      const entry = {
        name,
        note,
        place,
        url: `${address}${pathOf(task)}`,
        sequence: task.version,
        changedAt: task.changedAt,
        alarm: ALARM_OF_TASK,
      }
      return partsOf(task).map((part, at): DayInCalendar => ({
        uid: `task-${taskID}${at === 0 ? '' : `-${at}`}@${host}`,
        ...part,
        ...entry,
      }))
    }),
    ...ends.map(
      ({ itemID, slot, day, label, title, roomName, projectID, projectName, version, changedAt }): DayInCalendar => ({
        ...{ uid: `end-${itemID}-${slot}@${host}`, day, name: sentenceOf({ label, title }, false), note: '' },
        ...{ place: [projectName, roomName].join(', '), url: address + pathOf({ itemID, projectID }) },
        ...{ rule: undefined, sequence: version, changedAt, alarm: ALARM_OF_END },
      }),
    ),
  ]
  return calendarOf('Roomfolio', days, now)
}
