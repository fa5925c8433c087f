import * as z from 'zod/mini'
import { DAY, HOUR, isoTime, type Clock } from './clock.ts'
import type { Database } from '../db/database.ts'

const KEY = 'clock'
/** A longer time between two checks means that the clock jumped, or that the server was off. */
const LONGEST_STEP = DAY
const HOLDS_FOR = 24 * HOUR

const looks = z.object({ seen: z.string(), since: z.string() })

/**
 * Whether the clock has run without a jump for 24 hours, judged by the checks of all servers, one per sweep. A wrong
 * clock must not permanently delete what only it considers old.
 */
export const clockHasHeld = async (db: Database, clock: Clock): Promise<boolean> => {
  const now = isoTime(clock)
  const row = await db.selectFrom('settings').select('value').where('key', '=', KEY).executeTakeFirst()
  const before = row && looks.parse(JSON.parse(row.value))
  const apart = (time: string) => Date.parse(now) - Date.parse(time)
  const hasJumped = before !== undefined && Math.abs(apart(before.seen)) > LONGEST_STEP
  const since = hasJumped ? now : before?.since
  const value = JSON.stringify({ seen: now, since: since ?? isoTime(clock, -HOLDS_FOR) })
  await db
    .insertInto('settings')
    .values({ key: KEY, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
  return since === undefined || apart(since) >= HOLDS_FOR
}
