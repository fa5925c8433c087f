import { finished } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Limiter } from '../lib/limiter.ts'
import { clientDisconnect } from './client-disconnect.ts'

/** Waits for a slot and keeps it until the response is sent or the client disconnects. */
export const turnUntilSent = async (limiter: Limiter, key: number, reply: FastifyReply): Promise<void> => {
  finished(reply.raw, await limiter.begin(key, clientDisconnect(reply)))
}
