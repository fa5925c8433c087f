import { AppError } from '../app-error.ts'
import { countTry, MEMBER_WINDOW, takeBackTry } from '../auth/throttle.repo.ts'
import { hashToken } from '../auth/tokens.ts'
import type { Actor } from '../db/actor.ts'
import type { Database } from '../db/database.ts'
import { answerOnce } from '../http/first-answers.repo.ts'
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

const isWrongToken = (error: unknown): boolean =>
  !(error instanceof AppError) || error.code === 'invitation_invalid' || error.code === 'offer_invalid'

/**
 * Does what a token is for, and counts the address that brings one which is not good; one that is, and stands in the way of
 * something else, is not counted. Throws `too_many_tries`.
 */
export const countingWrongTokens = async <T>(
  { db, clock }: Services,
  address: string,
  work: () => Promise<T>,
): Promise<T> => {
  const counted = await countTry(db, clock, [
    { kind: 'member-address', key: address, limit: WRONG_TOKENS_PER_HOUR, windowMs: MEMBER_WINDOW },
  ])
  try {
    const result = await work()
    await takeBackTry(db, counted)
    return result
  } catch (error) {
    if (!isWrongToken(error)) await takeBackTry(db, counted)
    throw error
  }
}

/** Uses a token up, and answers the same to whoever has used it and did not hear of it. */
export const onceByToken = <T>(
  { db, clock }: Services,
  actor: Actor,
  token: string,
  work: (trx: Database) => Promise<T>,
): Promise<T> => answerOnce(db, clock, { actor, key: hashToken(token), request: 'token' }, work)
