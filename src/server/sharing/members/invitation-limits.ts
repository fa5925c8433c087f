import type { FastifyBaseLogger } from 'fastify'
import { mailboxOf } from '../../platform/mail/mailbox.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { countTry, MAIL_WINDOW, MEMBER_WINDOW, refundTry, type Throttle } from '../../platform/http/throttle.repo.ts'
import { hashToken } from '../../platform/lib/tokens.ts'
import { DAY, type Clock } from '../../platform/lib/clock.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { transact, type Database } from '../../platform/db/database.ts'
import { answerOnce } from '../../platform/http/idempotency.repo.ts'
import { confirmMailJob } from '../../identity/account/confirm-mail.service.ts'
import { mailIsFailing } from '../../platform/mail/mail-health.service.ts'
import { findSender, refusesInvitations } from '../../identity/account/mailboxes.repo.ts'
import type { Services } from '../../services.ts'

/** Enough for a full project and a few repeated mails. */
const INVITATIONS_PER_HOUR = 150
/** Mails to one address, from all senders together. */
const MAILS_PER_RECIPIENT = 5
/** Mails from a new account. */
const MAILS_PER_NEWCOMER = 10
const NEW_FOR = 7 * DAY
/** Wrong tokens from one address. */
const WRONG_TOKENS_PER_HOUR = 30

const toMailbox = (email: string): Throttle => ({
  kind: 'mail-recipient',
  key: mailboxOf(email),
  limit: MAILS_PER_RECIPIENT,
  windowMs: MAIL_WINDOW,
  isQuiet: true,
})

const fromNewcomer = ({ userID }: Actor): Throttle => ({
  kind: 'mail-newcomer',
  key: String(userID),
  limit: MAILS_PER_NEWCOMER,
  windowMs: MAIL_WINDOW,
  isQuiet: true,
})

/** Whether the throttles allow a mail, which they then count. */
const mayMail = async (trx: Database, clock: Clock, throttles: readonly Throttle[]): Promise<boolean> => {
  const counted = await countTry(trx, clock, throttles)
  if (!counted.refusal) return true
  await refundTry(trx, counted)
  return false
}

/** Whether an invitation is mailed, and if not, whether because its sender has not confirmed their own address. */
export interface Mailing {
  mailed: boolean
  unconfirmed: boolean
}

/** Counts an invitation or offer, and decides whether the server mails it. */
const countInvitation = async (
  trx: Database,
  { clock, mail, jobs }: Services,
  { actor, email, mailFails }: { actor: Actor; email: string; mailFails: boolean },
): Promise<Mailing> => {
  await countTry(trx, clock, [
    { kind: 'member-account', key: String(actor.userID), limit: INVITATIONS_PER_HOUR, windowMs: MEMBER_WINDOW },
  ])
  const sender = mail && !mailFails ? await findSender(trx, actor) : undefined
  if (!sender) return { mailed: false, unconfirmed: false }
  if (!sender.isConfirmed) {
    if (await mayMail(trx, clock, [toMailbox(sender.email)]))
      await jobs.addWithin(trx, confirmMailJob, { userID: actor.userID, email: sender.email })
    return { mailed: false, unconfirmed: true }
  }
  if (await refusesInvitations(trx, email)) return { mailed: false, unconfirmed: false }
  const isNew = Date.parse(sender.createdAt) > clock.now().getTime() - NEW_FOR
  const throttles = [toMailbox(email), ...(isNew ? [fromNewcomer(actor)] : [])]
  return { mailed: await mayMail(trx, clock, throttles), unconfirmed: false }
}

/**
 * Counts an invitation or offer, creates it, and queues its mail, all or nothing. The server mails to an address that the
 * user chose, within limits; otherwise the user passes the link on. Throws `too_many_tries`.
 */
export const inviting = async <Made>(
  services: Services,
  { actor, email, log }: { actor: Actor; email: string; log: FastifyBaseLogger },
  create: (trx: Database) => Promise<Made>,
  queueMail: (trx: Database, made: Made) => Promise<void>,
): Promise<Made & Mailing> => {
  const mailFails = await mailIsFailing(services, log)
  const invited = await transact(services.db, async (trx) => {
    const mailing = await countInvitation(trx, services, { actor, email, mailFails })
    const made = await create(trx)
    if (mailing.mailed) await queueMail(trx, made)
    return { ...made, ...mailing }
  })
  services.jobs.wake()
  return invited
}

const isWrongToken = (error: unknown): boolean =>
  !(error instanceof AppError) || error.code === 'invitation_invalid' || error.code === 'offer_invalid'

/**
 * Runs work that needs a token, and counts the caller's address if the token is wrong, but not for other failures. Throws
 * `too_many_tries`.
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
    await refundTry(db, counted)
    return result
  } catch (error) {
    if (!isWrongToken(error)) await refundTry(db, counted)
    throw error
  }
}

/** Runs work that uses up a token. A retry by the same user gets the stored answer. */
export const onceByToken = <T>(
  { db, clock }: Services,
  actor: Actor,
  token: string,
  work: (trx: Database) => Promise<T>,
): Promise<T> => answerOnce(db, clock, { actor, key: hashToken(token), request: 'token' }, work)
