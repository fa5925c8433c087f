import { finished } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import { AppError } from '../app-error.ts'

interface Limits {
  /** Calls of one caller that are worked on at a time. */
  atOnce: number
  /** How many more may wait. */
  mostWaiting: number
  /** UTF-16 units of answers that are not taken yet: of one caller, and of all, from where on whoever has any waits. */
  untakenOfOne: number
  untakenOfAll: number
}

const MIB = 1024 * 1024
/** No browser of ours asks for as much at once, and of PostgreSQL's connections some are left for others. */
const LIMITS: Limits = { atOnce: 8, mostWaiting: 200, untakenOfOne: 8 * MIB, untakenOfAll: 128 * MIB }
const RETRY_AFTER_S = '5'

/** What is smaller the system takes from us at once. */
export const COUNTED_FROM = 64 * 1024

interface Waiting {
  /** Of its kind one is worked on at a time. */
  alone: boolean
  begin(): void
}

interface Caller {
  atWork: number
  isAlone: boolean
  untaken: number
  line: Waiting[]
  /** Resolves when the last of those that have entered may begin. */
  last: Promise<void>
}

/** Ends the turn of a call that answers so much. */
type End = (untaken: number) => void

export interface CallsAtOnce {
  /**
   * Resolves when it is the turn of a call. Rejects with `too_many_calls` where too many of the caller wait, and when they
   * hang up.
   */
  begin(whose: number, reply: FastifyReply, alone: boolean): Promise<End>
}

/**
 * Bounds what one caller has a server do at once, and what their answers that they do not take hold in memory: whoever asks
 * for much waits for it themselves. Downloads and papers have limits of their own, and so has what takes files.
 */
export const openCallsAtOnce = (given: Partial<Limits> = {}): CallsAtOnce => {
  const { atOnce, mostWaiting, untakenOfOne, untakenOfAll } = { ...LIMITS, ...given }
  const callers = new Map<number, Caller>()
  let untakenAtAll = 0

  const isFree = ({ atWork, isAlone, untaken }: Caller, { alone }: Pick<Waiting, 'alone'>): boolean =>
    atWork < atOnce && !(alone && isAlone) && untaken <= untakenOfOne && (untaken === 0 || untakenAtAll <= untakenOfAll)

  /** Those who wait for no other one of their kind go before those who do. */
  const goOn = (whose: number, caller: Caller): void => {
    for (const one of [...caller.line]) {
      if (!isFree(caller, one)) continue
      caller.line.splice(caller.line.indexOf(one), 1)
      one.begin()
    }
    if (caller.atWork + caller.untaken + caller.line.length === 0) callers.delete(whose)
  }

  const enter = (whose: number, caller: Caller, reply: FastifyReply, alone: boolean): End => {
    caller.atWork++
    if (alone) caller.isAlone = true
    return (untaken) => {
      caller.atWork--
      if (alone) caller.isAlone = false
      if (untaken >= COUNTED_FROM) {
        caller.untaken += untaken
        untakenAtAll += untaken
        finished(reply.raw, () => {
          const wasFull = untakenAtAll > untakenOfAll
          caller.untaken -= untaken
          untakenAtAll -= untaken
          goOn(whose, caller)
          if (wasFull) for (const [other, one] of callers) goOn(other, one)
        })
      }
      goOn(whose, caller)
    }
  }

  /** What SQLite reads is there at once: without a pause nobody else would be heard until all of one caller's is. */
  const pause = (caller: Caller): Promise<void> => (caller.last = caller.last.then(() => setImmediate()))

  return {
    begin: (whose, reply, alone) => {
      const caller = callers.get(whose) ?? { atWork: 0, isAlone: false, untaken: 0, line: [], last: Promise.resolve() }
      callers.set(whose, caller)
      if (isFree(caller, { alone })) {
        const end = enter(whose, caller, reply, alone)
        return caller.atWork === 1 ? Promise.resolve(end) : pause(caller).then(() => end)
      }
      const refusal = new AppError('too_many_calls', { headers: { 'Retry-After': RETRY_AFTER_S } })
      if (caller.line.length >= mostWaiting) return Promise.reject(refusal)
      return new Promise((resolve, reject) => {
        const leave = () => {
          caller.line = caller.line.filter((other) => other !== waiting)
          goOn(whose, caller)
          reject(refusal)
        }
        const stopListening = finished(reply.raw, leave)
        const waiting: Waiting = {
          alone,
          begin: () => {
            stopListening()
            const end = enter(whose, caller, reply, alone)
            resolve(pause(caller).then(() => end))
          },
        }
        caller.line.push(waiting)
      })
    },
  }
}
