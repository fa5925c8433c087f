import { randomUUID } from 'node:crypto'
import { DAY, isoTime, latestNoted, MINUTE, SECOND, type Clock } from '../lib/clock.ts'
import { transact, type Database } from '../db/database.ts'
import { count, jsonRows, skipTaken, timeText, tryAdvisoryLock } from '../db/engine.ts'

/** How long a claimed job stays leased without renewal. Longer than the clocks of servers may differ. */
export const LEASE = 2 * MINUTE
export const RENEW_EVERY = 20 * SECOND

const GIVEN_UP_KEPT = 30 * DAY
const MOST_LISTED = 50

/** Adds jobs that are due at once. In a transaction they exist only if it commits. With a key, unless it is taken. */
export const insertJobs = async (
  db: Database,
  clock: Clock,
  kind: string,
  payloads: readonly string[],
  key: string | null = null,
): Promise<void> => {
  if (payloads.length === 0) return
  const now = isoTime(clock)
  const rows = payloads.map((payload) => ({ kind, key, payload, created_at: now, due_at: now, noted_at: now }))
  await db
    .insertInto('jobs')
    .values(rows)
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
}

/** Whether at least `many` jobs of a kind are running or due. Jobs that wait for a retry do not count. */
export const areManyJobs = async (db: Database, clock: Clock, kind: string, many: number): Promise<boolean> => {
  const query = db.selectFrom('jobs').select('id').where('due_at', '<=', isoTime(clock, LEASE)).where('kind', '=', kind)
  return (await query.limit(many).execute()).length >= many
}

/** Ensures the single row of a recurring job: due at once if it is new, and within `every` milliseconds otherwise. */
export const ensureRecurringJob = async (db: Database, clock: Clock, kind: string, every: number): Promise<void> => {
  const now = isoTime(clock)
  const latest = isoTime(clock, every)
  await db
    .insertInto('jobs')
    .values({ kind, key: kind, payload: 'null', created_at: now, due_at: now, noted_at: now })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ due_at: latest })
        .where('jobs.claimed_by', 'is', null)
        .where('jobs.due_at', '>', latest),
    )
    .execute()
}

export interface ClaimedJob {
  id: number
  kind: string
  payload: string
  createdAt: string
  /** Including this one. */
  tries: number
  /** Identifies the claim; no other claim has the same value. */
  claimedBy: string
}

/**
 * After the clock was set back, times stored by the wrong clock are too far ahead. Unclaimed jobs become due now;
 * claimed ones, whose server may still be running, after one more lease.
 */
const resetTimes = async (db: Database, clock: Clock): Promise<void> => {
  const now = isoTime(clock)
  const stale = db.updateTable('jobs').where('due_at', 'is not', null).where('noted_at', '>', latestNoted(clock))
  await stale.where('claimed_by', 'is', null).set({ noted_at: now, due_at: now }).execute()
  await stale
    .where('claimed_by', 'is not', null)
    .set({ noted_at: now, due_at: isoTime(clock, LEASE) })
    .execute()
}

/** Claims the oldest due job; of kinds in `alone`, none while another job of the kind runs. */
const claimOf = async (
  db: Database,
  clock: Clock,
  kinds: readonly string[],
  alone: readonly string[],
): Promise<ClaimedJob | undefined> => {
  if (kinds.length === 0) return undefined
  const now = isoTime(clock)
  const claimedBy = randomUUID()
  const row = await db
    .updateTable('jobs')
    .set((eb) => ({
      claimed_by: claimedBy,
      due_at: isoTime(clock, LEASE),
      noted_at: now,
      tries: eb('tries', '+', 1),
    }))
    .where('id', '=', (eb) =>
      skipTaken(
        db,
        eb
          .selectFrom('jobs as next')
          .select('next.id')
          .where('next.due_at', '<=', now)
          .where('next.kind', 'in', kinds)
          .$if(alone.length > 0, (query) =>
            query.where('next.kind', 'not in', (other) =>
              other
                .selectFrom('jobs as begun')
                .select('begun.kind')
                .where('begun.kind', 'in', alone)
                .where('begun.claimed_by', 'is not', null)
                .where('begun.due_at', '>', now),
            ),
          )
          .orderBy('next.due_at')
          .orderBy('next.id')
          .limit(1),
      ),
    )
    .returning(['id', 'kind', 'payload', 'created_at as createdAt', 'tries'])
    .executeTakeFirst()
  return row && { ...row, claimedBy }
}

/**
 * Claims the oldest due job of these kinds, exclusively while the lease lasts. Of kinds in `alone`, none while another
 * job of the kind runs. Usually there is no job, which costs one cheap query.
 */
export const claimJob = async (
  db: Database,
  clock: Clock,
  kinds: readonly string[],
  alone: readonly string[] = [],
): Promise<ClaimedJob | undefined> => {
  const now = isoTime(clock)
  const noted = latestNoted(clock)
  const found = await db
    .selectFrom('jobs')
    .select('noted_at')
    .where('due_at', 'is not', null)
    .where('kind', 'in', kinds)
    .where((eb) => eb.or([eb('due_at', '<=', now), eb('noted_at', '>', noted)]))
    .orderBy('noted_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!found) return undefined
  if (found.noted_at > noted) await resetTimes(db, clock)
  if (alone.length === 0) return claimOf(db, clock, kinds, alone)
  return transact(db, async (trx) => {
    // Concurrent claims do not see each other, so only one at a time may claim these kinds; the others claim the rest.
    const mayTakeAll = await tryAdvisoryLock(trx, 'jobs done alone')
    return claimOf(trx, clock, mayTakeAll ? kinds : kinds.filter((kind) => !alone.includes(kind)), alone)
  })
}

const claimed = (db: Database, { id, claimedBy }: ClaimedJob) =>
  db.updateTable('jobs').where('id', '=', id).where('claimed_by', '=', claimedBy)

/** Returns whether the caller still holds the job. */
export const renewLease = async (db: Database, clock: Clock, job: ClaimedJob): Promise<boolean> => {
  const renewed = claimed(db, job).set({ due_at: isoTime(clock, LEASE), noted_at: isoTime(clock) })
  return (await renewed.executeTakeFirst()).numUpdatedRows === 1n
}

export const removeJob = async (db: Database, { id, claimedBy }: ClaimedJob): Promise<void> => {
  await db.deleteFrom('jobs').where('id', '=', id).where('claimed_by', '=', claimedBy).execute()
}

/** Removes the waiting jobs of a kind, for a caller about to do their work. */
export const removeWaitingJobs = async (db: Database, kind: string): Promise<void> => {
  await db
    .deleteFrom('jobs')
    .where('kind', '=', kind)
    .where('claimed_by', 'is', null)
    .where('due_at', 'is not', null)
    .execute()
}

/** The state of a job that is kept. */
export interface UnfinishedJob {
  /** Milliseconds until it is due again; null for never. */
  dueIn: number | null
  tries: number
  /** The error; null if there was none. */
  reason: string | null
  /** Whether Admins see it. */
  isGivenUp: boolean
}

export const postponeJob = async (db: Database, clock: Clock, job: ClaimedJob, left: UnfinishedJob): Promise<void> => {
  const { dueIn, tries, reason, isGivenUp } = left
  const now = isoTime(clock)
  const change = {
    claimed_by: null,
    due_at: dueIn === null ? null : isoTime(clock, dueIn),
    noted_at: now,
    tries,
    reason,
    given_up_at: isGivenUp ? now : null,
  }
  await claimed(db, job).set(change).execute()
}

/** Jobs with messages of these webhooks that no server runs. */
const waitingMessages = (db: Database, webhookIDs: readonly number[]) =>
  skipTaken(
    db,
    db
      .selectFrom('jobs as waiting')
      .select('waiting.id')
      .where('waiting.webhook_id', 'in', [0, ...webhookIDs])
      .where('waiting.claimed_by', 'is', null),
  )

/** Puts the due messages of these webhooks behind all others that are due, in their order. */
export const letOthersGoFirst = async (db: Database, clock: Clock, webhookIDs: readonly number[]): Promise<void> => {
  const now = isoTime(clock)
  await db
    .updateTable('jobs')
    .set({ due_at: now, noted_at: now })
    .where('due_at', '<=', now)
    .where('id', 'in', waitingMessages(db, webhookIDs))
    .execute()
}

/** Lets the messages of a webhook wait at least for so many milliseconds. */
export const pauseMessages = async (db: Database, clock: Clock, webhookID: number, pause: number): Promise<void> => {
  const until = isoTime(clock, pause)
  await db
    .updateTable('jobs')
    .set({ due_at: until, noted_at: isoTime(clock) })
    .where('due_at', '<', until)
    .where('id', 'in', waitingMessages(db, [webhookID]))
    .execute()
}

/** Makes the messages of a webhook due that only waited for others of it. */
export const resumeMessages = async (db: Database, clock: Clock, webhookID: number): Promise<void> => {
  const now = isoTime(clock)
  await db
    .updateTable('jobs')
    .set({ due_at: now, noted_at: now })
    .where('tries', '=', 0)
    .where('id', 'in', waitingMessages(db, [webhookID]))
    .execute()
}

export const dropMessages = async (db: Database, webhookID: number): Promise<void> => {
  await db
    .deleteFrom('jobs')
    .where('id', 'in', waitingMessages(db, [webhookID]))
    .execute()
}

/** Returns a job to the queue as if it had never been claimed. */
export const giveBackJob = async (db: Database, clock: Clock, job: ClaimedJob): Promise<void> => {
  const now = isoTime(clock)
  await claimed(db, job)
    .set((eb) => ({ claimed_by: null, due_at: now, noted_at: now, tries: eb('tries', '-', 1) }))
    .execute()
}

/** The failed jobs that Admins see, latest first, as a column, with their number. */
export const failedJobs = (db: Database) => {
  const all = db.selectFrom('jobs').where('given_up_at', 'is not', null)
  const latest = all
    .select((eb) => [
      'id as jobID',
      'kind',
      timeText(db, eb.ref('given_up_at').$notNull()).as('at'),
      'tries',
      eb.ref('reason').$notNull().as('reason'),
      timeText(db, eb.ref('due_at')).as('nextAt'),
    ])
    .orderBy('given_up_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_LISTED)
  return { count: count(all), latest: jsonRows(db, latest) }
}

/** Makes a failed job due at once, with all its retries. Returns whether the failed job exists. */
export const retryJob = async (db: Database, clock: Clock, id: number): Promise<boolean> => {
  const now = isoTime(clock)
  const { numUpdatedRows } = await db
    .updateTable('jobs')
    .set({ due_at: now, noted_at: now, created_at: now, tries: 0, reason: null, given_up_at: null })
    .where('id', '=', id)
    .where('given_up_at', 'is not', null)
    .where('claimed_by', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Returns whether the job existed. */
export const dismissJob = async (db: Database, id: number): Promise<boolean> => {
  const deleted = (
    await db
      .deleteFrom('jobs')
      .where('id', '=', id)
      .where('given_up_at', 'is not', null)
      .where('key', 'is', null)
      .executeTakeFirst()
  ).numDeletedRows
  if (deleted === 1n) return true
  const recurring = db.updateTable('jobs').set({ given_up_at: null }).where('id', '=', id)
  const { numUpdatedRows } = await recurring.where('given_up_at', 'is not', null).executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Removes failed jobs that nobody handled within a month. */
export const sweepJobs = async (db: Database, clock: Clock): Promise<void> => {
  await db
    .deleteFrom('jobs')
    .where('due_at', 'is', null)
    .where('given_up_at', '<=', isoTime(clock, -GIVEN_UP_KEPT))
    .execute()
}
