import { MINUTE, type Clock } from '../../platform/lib/clock.ts'
import { AppError } from '../../platform/http/app-error.ts'

/** Per key and server. */
export const CALLS_PER_MINUTE = 600

/** Counts the calls of each key in the current minute. Throws `too_many_calls`. */
export const countKeyCalls = (clock: Clock): ((keyID: number) => void) => {
  let minute = 0
  const calls = new Map<number, number>()
  return (keyID) => {
    const now = Math.floor(clock.now().getTime() / MINUTE)
    if (now !== minute) calls.clear()
    minute = now
    const made = (calls.get(keyID) ?? 0) + 1
    if (made > CALLS_PER_MINUTE) throw new AppError('too_many_calls', { headers: { 'Retry-After': '60' } })
    calls.set(keyID, made)
  }
}
