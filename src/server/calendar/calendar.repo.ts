import type { FastifyRequest } from 'fastify'
import { isDayOfRule, ruleOfCalendar } from '../../shared/recurrence.ts'
import { KEEPS_PROJECTS } from '../../shared/roles.ts'
import { sentenceOf } from '../../shared/upcoming.ts'
import { countTry } from '../auth/throttle.repo.ts'
import { hashToken } from '../auth/tokens.ts'
import { isoTime, MINUTE, type Clock } from '../clock.ts'
import { mintOnlooker, type Actor, type Onlooker } from '../db/actor.ts'
import type { Database } from '../db/database.ts'
import { findEndDays } from '../db/ends.ts'
import { findTaskRows } from '../db/tasks.ts'
import { AppError } from '../app-error.ts'
import { newLinkTokens, openTokens } from '../links/tokens.ts'
import { pathOf } from '../upcoming/path-of.ts'
import { calendarOf, type DayInCalendar } from './ics.ts'

/** Of each kind: more than a calendar is looked at for. */
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
  return row ? { token: (await openTokens(db))(row), isOn: true } : { token: null, isOn: false }
}

export const renewToken = async (db: Database, clock: Clock, actor: Actor): Promise<CalendarToken> => {
  const { token, seed, token_hash } = await newLinkTokens(db)
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

/** Addresses that open nothing, from one network. */
const MISSES = { kind: 'link-address', limit: 60, windowMs: 15 * MINUTE } as const

const FILE = /^([\w-]{43})\.ics$/

/** Whose calendar it is, as long as they may keep projects. Throws `not_found`, and `too_many_tries` after many. */
export const findOnlooker = async (
  db: Database,
  clock: Clock,
  request: FastifyRequest,
  file: string,
): Promise<Onlooker> => {
  const token = FILE.exec(file)?.[1]
  const row =
    token === undefined
      ? undefined
      : await db
          .selectFrom('calendars')
          .innerJoin('users', 'users.id', 'calendars.user_id')
          .innerJoin('user_roles', 'user_roles.user_id', 'users.id')
          .where('calendars.token_hash', '=', hashToken(token))
          .where('users.locked_at', 'is', null)
          .where('user_roles.role', 'in', [...KEEPS_PROJECTS])
          .select('users.id as userID')
          .executeTakeFirst()
  if (row) return mintOnlooker(row.userID)
  await countTry(db, clock, [{ ...MISSES, key: request.ip }])
  throw new AppError('not_found')
}

/** All that comes up: two statements. */
export const calendarFor = async (
  db: Database,
  clock: Clock,
  onlooker: Onlooker,
  publicURL: string,
): Promise<string> => {
  const now = isoTime(clock)
  const host = new URL(publicURL).host
  const tasks = await findTaskRows(db, onlooker, { after: undefined, limit: MOST_DAYS })
  const ends = await findEndDays(db, onlooker, {
    today: now.slice(0, 10),
    coming: { after: undefined, limit: MOST_DAYS },
  })
  const days = [
    ...tasks.map((task): DayInCalendar => {
      const { taskID, day, name, note, projectName, roomName, title, every, unit } = task
      // After one that counts from when it was done nobody knows the day; one that was put off leaves its rule.
      const goesOn = every > 0 && task.fromDone === 0 && isDayOfRule(task.starts, { every, unit }, day)
      const rule = goesOn ? ruleOfCalendar(task.starts, { every, unit }) : undefined
      return {
        ...{ uid: `task-${taskID}@${host}`, day, name, note, sequence: task.version },
        place: [projectName, roomName, title].filter((part) => part !== null).join(', '),
        url: `${publicURL}${pathOf(task)}`,
        // ical.js, by which Thunderbird reads, takes such a rule for other days.
        rule: rule?.includes('BYSETPOS') ? undefined : rule,
      }
    }),
    ...ends.map(({ itemID, slot, day, label, title, roomID, roomName, projectID, projectName }): DayInCalendar => ({
      ...{ uid: `end-${itemID}-${slot}@${host}`, day, name: sentenceOf({ label, title }, false), note: '' },
      ...{ place: [projectName, roomName].join(', '), url: publicURL + pathOf({ itemID, roomID, projectID }) },
      ...{ rule: undefined, sequence: 0 },
    })),
  ]
  return calendarOf('Roomfolio', days, now)
}
