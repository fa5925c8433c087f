import type { FastifyReply } from 'fastify'
import { AppError } from '../app-error.ts'

/** Aborted when the caller has gone before the answer, by whatever way: nobody reads that any more. */
export const callerGone = ({ raw }: FastifyReply): AbortSignal => {
  const gone = new AbortController()
  const leave = () => {
    if (!raw.writableFinished) gone.abort(new AppError('malformed_request'))
  }
  if (raw.destroyed) leave()
  else raw.once('close', leave)
  return gone.signal
}
