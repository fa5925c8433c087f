import type { FastifyReply } from 'fastify'
import { AppError } from './app-error.ts'

/** A signal that aborts if the client disconnects before the response is sent. `as` is the code of its error. */
export const clientDisconnect = (
  { raw }: FastifyReply,
  as: 'malformed_request' | 'unavailable' = 'malformed_request',
): AbortSignal => {
  const disconnected = new AbortController()
  const leave = () => {
    if (!raw.writableFinished) disconnected.abort(new AppError(as))
  }
  if (raw.destroyed) leave()
  else raw.once('close', leave)
  return disconnected.signal
}
