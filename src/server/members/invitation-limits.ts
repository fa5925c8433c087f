import { countTry, MEMBER_WINDOW, takeBackTry } from '../auth/throttle.repo.ts'
import type { Actor } from '../db/actor.ts'
import type { Services } from '../services.ts'

/** Each sends a mail to whomever an owner names: enough for a full project and some who did not get theirs. */
const INVITATIONS_PER_HOUR = 150
/** Of one address. Those that are good are not counted. */
const WRONG_TOKENS_PER_HOUR = 30

/** Counts an invitation or an offer that somebody makes. Throws `too_many_tries`. */
export const countInvitation = async ({ db, clock }: Services, actor: Actor): Promise<void> => {
  await countTry(db, clock, [
    { kind: 'member-account', key: String(actor.userID), limit: INVITATIONS_PER_HOUR, windowMs: MEMBER_WINDOW },
  ])
}

/** Does what a token is for, and counts the address that brings one which is not good. Throws `too_many_tries`. */
export const countingWrongTokens = async <T>(
  { db, clock }: Services,
  address: string,
  work: () => Promise<T>,
): Promise<T> => {
  const counted = await countTry(db, clock, [
    { kind: 'member-address', key: address, limit: WRONG_TOKENS_PER_HOUR, windowMs: MEMBER_WINDOW },
  ])
  const result = await work()
  await takeBackTry(db, counted)
  return result
}
