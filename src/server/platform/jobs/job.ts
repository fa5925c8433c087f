import type { FastifyBaseLogger } from 'fastify'
import type { z } from 'zod/mini'
import type { JobKind } from '../../../shared/admin/jobs.api.ts'
import type { Config } from '../../config.ts'
import { nameForSlowStatements } from '../db/query-monitor.ts'
import type { Services } from '../../services.ts'

export interface JobContext {
  services: Services
  log: FastifyBaseLogger
  /** Aborts when the server stops, or when another server may have taken over the job. */
  signal: AbortSignal
  /** Whether a failure now ends the retries. */
  isLastTry: boolean
}

/** For recurring jobs: runs again in this many milliseconds instead of after the usual interval. */
export interface Again {
  again: number
}

export interface JobSpec<Payload> {
  kind: JobKind
  payload: z.ZodMiniType<Payload>
  /** Whether this server runs such jobs, by its settings. Servers that do not leave them to others. */
  runsHere?: (services: Pick<Services, 'config' | 'mail'>) => boolean
  /** Whether at most one job of the kind runs at a time across all servers. */
  alone?: boolean
  /** How many jobs of the kind a server runs at once; all that it can by default. */
  atOnce?: number
  /** Delays between retries in milliseconds, instead of the usual ones. */
  pauses?: readonly number[]
  /** Milliseconds after which the job is useless and no longer runs. */
  goodFor?: number
  /** The interval of a recurring job in milliseconds. Each recurring job has one row. */
  every?: (config: Config) => number
  /**
   * Runs the job. It may run twice if a server dies or loses its database halfway. Errors are stored as the reason and
   * retried later; GiveUp ends the retries.
   */
  work: (payload: Payload, context: JobContext) => Promise<Again | void>
}

/** A kind of job, registered once. */
export interface Job<Payload> extends Pick<
  JobSpec<Payload>,
  'kind' | 'alone' | 'atOnce' | 'pauses' | 'goodFor' | 'every'
> {
  runsHere: (services: Pick<Services, 'config' | 'mail'>) => boolean
  /** The payload in its stored form. */
  text(payload: Payload): string
  /** Runs a job with a stored payload. Rejects with its error. */
  run(text: string, context: JobContext): Promise<Again | void>
}

export const defineJob = <Payload>({ payload: schema, work, runsHere, ...rest }: JobSpec<Payload>): Job<Payload> => ({
  ...rest,
  runsHere: runsHere ?? (() => true),
  text: (payload) => JSON.stringify(payload),
  run: nameForSlowStatements(`job ${rest.kind}`, async (text, context) => {
    const again = await work(schema.parse(JSON.parse(text)), context)
    return again
  }),
})

/** Thrown by a job that somebody else's server made fail, which no operator can mend. Retried after `pause` ms at the earliest. */
export class TheirFailure extends Error {
  readonly pause: number

  constructor(message: string, pause: number) {
    super(message)
    this.pause = pause
  }
}

/** Thrown by a job that would fail again for the same reason. */
export class GiveUp extends Error {}
