import type { FastifyBaseLogger } from 'fastify'
import type { z } from 'zod/mini'
import type { JobKind } from '../../shared/jobs.ts'
import type { Config } from '../config.ts'
import { nameForSlowStatements } from '../db/watch.ts'
import type { Services } from '../services.ts'

export interface JobContext {
  services: Services
  log: FastifyBaseLogger
  /** Aborted when the server stops, or when somebody else may have taken the job over. */
  signal: AbortSignal
  /** Whether it is given up where it fails now. */
  isLastTry: boolean
}

/** For what is done from time to time: in so many milliseconds it is to be done again, instead of after its usual time. */
export interface Again {
  again: number
}

export interface JobSpec<Payload> {
  kind: JobKind
  payload: z.ZodMiniType<Payload>
  /** Whether this server does such jobs, by its settings; others leave them to those that do. */
  runsHere?: (services: Pick<Services, 'config' | 'mail'>) => boolean
  /** Whether one of the kind is done at a time, by all servers together. */
  alone?: boolean
  /** For so many milliseconds it is of use; nobody does it later. */
  goodFor?: number
  /** For what is done from time to time: the milliseconds from one time to the next. Of those there is one row each. */
  every?: (config: Config) => number
  /**
   * Does it. It may happen twice, where a server dies or loses its database in the middle. What it throws is noted as the
   * reason, and it is tried again after a while; GiveUp ends that.
   */
  work: (payload: Payload, context: JobContext) => Promise<Again | void>
}

/** A kind of job, of which the registry has one each. */
export interface Job<Payload> extends Pick<JobSpec<Payload>, 'kind' | 'alone' | 'goodFor' | 'every'> {
  runsHere: (services: Pick<Services, 'config' | 'mail'>) => boolean
  /** The payload as it is stored. */
  text(payload: Payload): string
  /** Does a stored one. Rejects with what failed. */
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

/** Thrown by a job that would fail again, for this reason. */
export class GiveUp extends Error {}
