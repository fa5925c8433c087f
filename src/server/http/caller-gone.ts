import type { FastifyReply } from 'fastify'
import { AppError } from '../app-error.ts'

/** Aborted when the caller has gone before the answer, by whatever way: nobody reads that any more. `as` is what a call answers. */
export const callerGone = (
  { raw }: FastifyReply,
  as: 'malformed_request' | 'unavailable' = 'malformed_request',
): AbortSignal => {
  const gone = new AbortController()
  const leave = () => {
    if (!raw.writableFinished) gone.abort(new AppError(as))
  }
  if (raw.destroyed) leave()
  else raw.once('close', leave)
  return gone.signal
}
