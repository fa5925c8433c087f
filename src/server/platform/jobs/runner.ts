import type { FastifyBaseLogger } from 'fastify'
import type { JobKind } from '../../../shared/admin/jobs.api.ts'
import { DAY, HOUR, isoTime, latestNoted, MINUTE, SECOND } from '../lib/clock.ts'
import { toSingleLine } from '../lib/to-single-line.ts'
import type { Services } from '../../services.ts'
import { GiveUp, TheirFailure, type Again, type Job } from './job.ts'
import {
  claimJob,
  ensureRecurringJob,
  giveBackJob,
  LEASE,
  postponeJob,
  RENEW_EVERY,
  removeJob,
  renewLease,
  type ClaimedJob,
  type UnfinishedJob,
} from './jobs.repo.ts'

/** Delays between retries; after the last one the job is given up. */
export const PAUSES: readonly number[] = [
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  HOUR,
  3 * HOUR,
  6 * HOUR,
  12 * HOUR,
  DAY,
]
/** Recurring jobs are never given up. Admins see that one fails after this many tries. */
const SHOWN_AFTER_TRIES = 4
const LONGEST_PAUSE_OF_RECURRING = HOUR

/** Per server. Most jobs wait for a remote system. */
const AT_ONCE = 8
const POLL_EVERY = 5 * SECOND
/** When a server stops, running jobs have this long to finish before they are aborted. */
const FINISHING_MS = 3 * SECOND
const REASON_CHARACTERS = 300

export type Jobs = Readonly<Record<JobKind, Job<never>>>

/** The error text for an Admin. */
const reasonOf = (error: unknown): string => {
  const errors: unknown[] = error instanceof AggregateError ? [error, ...(error.errors as unknown[])] : [error]
  const messages = errors.map((each) => toSingleLine(each instanceof Error ? each.message || each.name : String(each)))
  return messages.join(' ').slice(0, REASON_CHARACTERS)
}

export interface JobRunner {
  /** Polls at once. */
  look(): void
  /** Resolves when no job is running or due. */
  idle(): Promise<void>
  /**
   * Stops claiming jobs. Running ones get three seconds to finish and are then aborted; those that react return to the
   * queue. The others are taken over when their lease ends.
   */
  stop(): Promise<void>
}

interface Options {
  jobs: Jobs
  /** Interval in milliseconds for noticing jobs of other servers and scheduled ones; null for never. */
  pollEvery?: number | null
  /** Whether to create missing recurring jobs in the database. */
  withRecurring?: boolean
}

/** Runs the jobs that this server can run, several at a time, until it is stopped. */
export const startJobs = (
  services: Services,
  log: FastifyBaseLogger,
  { jobs, pollEvery = POLL_EVERY, withRecurring = true }: Options,
): JobRunner => {
  const { db, clock, config } = services
  const here = new Map(
    Object.values(jobs)
      .filter(({ runsHere }) => runsHere(services))
      .map((job): [string, Job<never>] => [job.kind, job]),
  )
  const alone = [...here.values()].flatMap((job) => (job.alone ? [job.kind] : []))
  const underWay = new Map<AbortController, Promise<void>>()
  const running = new Map<string, number>()
  let isStopping = false
  let looking: Promise<void> | undefined
  let isCalled = false
  let isAway = false
  let hasRecurring = !withRecurring

  /** Updates a completed job. */
  const leaveDone = async (job: Job<never>, claimed: ClaimedJob, again: Again | void): Promise<void> => {
    if (!job.every) return removeJob(db, claimed)
    const dueIn = again ? again.again : job.every(config)
    await postponeJob(db, clock, claimed, { dueIn, tries: 0, reason: null, isGivenUp: false })
  }

  const isLastTry = ({ every, pauses = PAUSES }: Job<never>, { tries }: ClaimedJob): boolean =>
    !every && tries > pauses.length

  const leftFailed = (job: Job<never>, claimed: ClaimedJob, error: unknown): UnfinishedJob => {
    const { tries } = claimed
    const reason = reasonOf(error)
    const isHopeless = error instanceof GiveUp
    const { pauses = PAUSES } = job
    const usual = pauses[Math.min(tries, pauses.length) - 1] ?? 0
    const pause = error instanceof TheirFailure ? Math.max(usual, error.pause) : usual
    if (!job.every) {
      const isGivenUp = isHopeless || isLastTry(job, claimed)
      return { dueIn: isGivenUp ? null : pause, tries, reason, isGivenUp }
    }
    const every = job.every(config)
    const dueIn = isHopeless ? every : Math.min(pause, every, LONGEST_PAUSE_OF_RECURRING)
    return { dueIn, tries, reason, isGivenUp: isHopeless || tries >= SHOWN_AFTER_TRIES }
  }

  /** Why a job must not run at all; undefined if it may. */
  const hindrance = (
    { goodFor, every, pauses = PAUSES }: Job<never>,
    { tries, createdAt }: ClaimedJob,
  ): GiveUp | undefined => {
    const isOld = goodFor !== undefined && createdAt <= isoTime(clock, -goodFor) && createdAt <= latestNoted(clock)
    if (isOld) return new GiveUp('It couldn’t finish in time and is no longer needed.')
    // It was claimed that often, and no server survived to report why it failed.
    if (!every && tries > pauses.length + 1)
      return new GiveUp('Each server that started it stopped before it finished.')
    return undefined
  }

  const run = async (job: Job<never>, claimed: ClaimedJob, stopping: AbortController): Promise<void> => {
    const lost = new AbortController()
    let renewedAt = performance.now()
    const renew = async () => {
      const at = performance.now()
      const isOurs = await renewLease(db, clock, claimed).catch(() => undefined)
      if (isOurs) renewedAt = at
      if (isOurs === false || performance.now() - renewedAt > LEASE - RENEW_EVERY) lost.abort()
    }
    const renewing = setInterval(() => void renew(), RENEW_EVERY)
    const facts = { job: claimed.kind, jobID: claimed.id, tries: claimed.tries }
    try {
      const signal = AbortSignal.any([stopping.signal, lost.signal])
      const hindered = hindrance(job, claimed)
      if (hindered) throw hindered
      const again = await job.run(claimed.payload, { services, log, signal, isLastTry: isLastTry(job, claimed) })
      await leaveDone(job, claimed, again)
    } catch (error) {
      if (lost.signal.aborted) log.warn({ ...facts, err: error }, 'another server took over a job')
      else if (stopping.signal.aborted) await giveBackJob(db, clock, claimed)
      else {
        const left = leftFailed(job, claimed, error)
        const what = left.isGivenUp ? 'a job was given up' : 'a job failed'
        if (error instanceof TheirFailure) log.info({ ...facts, reason: error.message, dueIn: left.dueIn }, what)
        else log.error({ ...facts, err: error, dueIn: left.dueIn }, what)
        await postponeJob(db, clock, claimed, left)
      }
    } finally {
      clearInterval(renewing)
    }
  }

  const begin = (claimed: ClaimedJob): void => {
    const job = here.get(claimed.kind)
    if (!job) return
    const stopping = new AbortController()
    const count = (change: number) => running.set(job.kind, (running.get(job.kind) ?? 0) + change)
    count(1)
    const ended = run(job, claimed, stopping)
      .catch((error: unknown) =>
        log.error({ err: error, job: claimed.kind }, 'the result of a job could not be stored'),
      )
      .finally(() => {
        underWay.delete(stopping)
        count(-1)
        look()
      })
    underWay.set(stopping, ended)
  }

  const ensureRecurring = async (): Promise<void> => {
    for (const { kind, every } of here.values()) {
      if (every) await ensureRecurringJob(db, clock, kind, every(config))
    }
    hasRecurring = true
  }

  const kindsWithPlace = (): string[] =>
    [...here.values()].flatMap(({ kind, atOnce = AT_ONCE }) => ((running.get(kind) ?? 0) < atOnce ? [kind] : []))

  const lookOnce = async (): Promise<void> => {
    if (!hasRecurring) await ensureRecurring()
    while (!isStopping && underWay.size < AT_ONCE) {
      const claimed = await claimJob(db, clock, kindsWithPlace(), alone)
      if (!claimed) return
      begin(claimed)
    }
  }

  const lookAll = async (): Promise<void> => {
    // After the current response, so that its timing reveals nothing about pending jobs.
    await new Promise((resolve) => setImmediate(resolve))
    do {
      isCalled = false
      try {
        await lookOnce()
        isAway = false
      } catch (error) {
        // Logs only the first failure in a row.
        if (!isAway) log.error({ err: error }, 'jobs could not be looked for')
        isAway = true
      }
    } while (isCalled)
    looking = undefined
  }

  const look = (): void => {
    isCalled = true
    if (!isStopping && here.size > 0) looking ??= lookAll()
  }

  const timer = pollEvery === null ? undefined : setInterval(look, pollEvery)
  timer?.unref()
  const leave = services.jobs.onWake(look)
  look()

  const idle = async (): Promise<void> => {
    while (looking || underWay.size > 0) await Promise.all([looking, ...underWay.values()])
  }

  return {
    look,
    idle,
    async stop() {
      isStopping = true
      clearInterval(timer)
      leave()
      const telling = setTimeout(() => {
        for (const stopping of underWay.keys()) stopping.abort()
      }, FINISHING_MS)
      await idle()
      clearTimeout(telling)
    },
  }
}
