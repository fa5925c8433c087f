import type { FastifyReply, FastifyRequest } from 'fastify'
import { MINUTE, SECOND, type Clock } from '../platform/lib/clock.ts'
import { openLimiter } from '../platform/lib/limiter.ts'
import { networkOf, tooManyTries } from '../platform/http/throttle.repo.ts'
import type { LinkReader } from '../platform/db/actor.ts'
import { clientDisconnect } from '../platform/http/client-disconnect.ts'

/** Of one link from one network in a minute: a room full of people who search at the same time stay below. */
const MOST_IN_A_MINUTE = 300
const MOST_WAITING = 30
const WAIT_MS = 5 * SECOND

/** Does the work for a link, or throws `too_many_tries`. `gone` is aborted when nobody reads the answer any more. */
export type Look = <T>(
  asked: { actor: LinkReader; request: FastifyRequest; reply: FastifyReply },
  work: (disconnected: AbortSignal) => Promise<T>,
) => Promise<T>

/**
 * What anybody with the address may have done, and as often as they like, is bounded by each server for itself, as its memory and
 * its processor are its own: of the links of one owner one answer is made at a time, in the order in which they were asked for.
 */
export const makeLook = (clock: Clock): Look => {
  const lines = openLimiter({ ofOne: 1, mostWaiting: MOST_WAITING, refusal: () => tooManyTries(WAIT_MS) })
  const counts = new Map<string, number>()
  let since = 0

  const count = (key: string): void => {
    const now = clock.now().getTime()
    if (!(now >= since && now < since + MINUTE)) {
      counts.clear()
      since = now
    }
    const already = counts.get(key) ?? 0
    if (already >= MOST_IN_A_MINUTE) throw tooManyTries(since + MINUTE - now)
    counts.set(key, already + 1)
  }

  return async ({ actor: { linkID, ownerID }, request, reply }, work) => {
    count(`${linkID} ${networkOf(request.ip)}`)
    const disconnected = clientDisconnect(reply, 'unavailable')
    return lines.run(ownerID, () => work(disconnected), disconnected)
  }
}
