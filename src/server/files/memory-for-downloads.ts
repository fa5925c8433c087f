import { finished } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { SECOND } from '../clock.ts'
import { AppError } from '../app-error.ts'

interface Limits {
  /** Bytes in memory for answers that are being sent: to one user, and to all. */
  ofOne: number
  ofAll: number
  /** How many more downloads of one user may wait, and for how many milliseconds. */
  mostWaiting: number
  longestWait: number
}

const MIB = 1024 * 1024
const LIMITS: Limits = { ofOne: 24 * MIB, ofAll: 192 * MIB, mostWaiting: 200, longestWait: 30 * SECOND }
const RETRY_AFTER_S = '10'

interface Waiting {
  bytes: number
  admit(): void
}

interface Taker {
  held: number
  line: Waiting[]
}

export interface MemoryForDownloads {
  /**
   * Resolves when so many bytes may be held in memory for the user, which ends with the function that it gives; calling
   * it again does nothing. Rejects with `too_many_downloads` where that takes too long, and when `gone` is aborted.
   */
  take(userID: number, bytes: number, gone: AbortSignal): Promise<() => void>
  /** Throws `too_many_downloads` where more would have to wait. */
  require(userID: number): void
  /** Of what is in memory already, to be asked for after `require`: the user holds that much more, until `gone` is aborted. */
  hold(userID: number, bytes: number, gone: AbortSignal): void
}

export const tooManyDownloads = () => new AppError('too_many_downloads', { headers: { 'Retry-After': RETRY_AFTER_S } })

/** Until the answer is through, whoever ends it. */
export const untilSent = (reply: FastifyReply): AbortSignal => {
  const gone = new AbortController()
  finished(reply.raw, () => gone.abort())
  return gone.signal
}

/** At once, where it is aborted already. */
export const whenAborted = (signal: AbortSignal, then: () => void): void => {
  if (signal.aborted) then()
  signal.addEventListener('abort', then)
}

/**
 * Bounds what unread downloads hold. Who holds too much waits for what is their own to be read, and when all hold too
 * much, users take turns: so whoever reads nothing keeps mostly themselves waiting.
 */
export const openMemory = (given: Partial<Limits> = {}): MemoryForDownloads => {
  const { ofOne, ofAll, mostWaiting, longestWait } = { ...LIMITS, ...given }
  /** In the order of their turns. */
  const takers = new Map<number, Taker>()
  let held = 0

  const takerOf = (userID: number): Taker => {
    const taker = takers.get(userID) ?? { held: 0, line: [] }
    takers.set(userID, taker)
    return taker
  }

  /** One larger than the limit has it for itself. */
  const fits = (bytes: number, already: number, limit: number) => already === 0 || already + bytes <= limit

  const admitNext = (): void => {
    for (const [userID, taker] of takers) {
      const [next] = taker.line
      if (!next || !fits(next.bytes, taker.held, ofOne)) continue
      if (!fits(next.bytes, held, ofAll)) return
      takers.delete(userID)
      takers.set(userID, taker)
      taker.line.shift()
      next.admit()
      return admitNext()
    }
  }

  const hold = (userID: number, taker: Taker, bytes: number): (() => void) => {
    held += bytes
    taker.held += bytes
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      held -= bytes
      taker.held -= bytes
      if (taker.held === 0 && taker.line.length === 0) takers.delete(userID)
      admitNext()
    }
  }

  return {
    take: (userID, bytes, gone) =>
      new Promise((resolve, reject) => {
        const taker = takerOf(userID)
        const refuse = () => {
          stopWaiting()
          taker.line = taker.line.filter((other) => other !== waiting)
          if (taker.held === 0 && taker.line.length === 0) takers.delete(userID)
          reject(tooManyDownloads())
        }
        const timer = setTimeout(refuse, longestWait)
        gone.addEventListener('abort', refuse)
        const stopWaiting = () => {
          clearTimeout(timer)
          gone.removeEventListener('abort', refuse)
        }
        const waiting: Waiting = {
          bytes,
          admit: () => {
            stopWaiting()
            resolve(hold(userID, taker, bytes))
          },
        }
        if (gone.aborted || taker.line.length >= mostWaiting) return refuse()
        taker.line.push(waiting)
        admitNext()
      }),

    require: (userID) => {
      if (!fits(1, takers.get(userID)?.held ?? 0, ofOne) || !fits(1, held, ofAll)) throw tooManyDownloads()
    },

    hold: (userID, bytes, gone) => whenAborted(gone, hold(userID, takerOf(userID), bytes)),
  }
}
