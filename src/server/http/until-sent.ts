import { finished } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Limiter } from '../limiter.ts'
import { callerGone } from './caller-gone.ts'

/** Waits for a turn and keeps it until the answer is sent or its caller has gone. */
export const turnUntilSent = async (limiter: Limiter, key: number, reply: FastifyReply): Promise<void> => {
  finished(reply.raw, await limiter.begin(key, callerGone(reply)))
}
