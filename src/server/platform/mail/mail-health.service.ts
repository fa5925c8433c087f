import type { FastifyBaseLogger } from 'fastify'
import { isoTime, latestNoted, MINUTE, type Clock } from '../lib/clock.ts'
import { AppError } from '../http/app-error.ts'
import type { Services } from '../../services.ts'
import { findMailFailure, type MailFailure } from './mail-failure.repo.ts'

/** What the server had against one mail says something of the next one for so long, unless one goes out before. */
const REFUSAL_COUNTS = 15 * MINUTE

/** Whether the next mail would fail too, judging by the last one. */
export const failsNow = (clock: Clock, last: MailFailure | undefined): boolean =>
  last !== undefined &&
  !last.isOver &&
  (last.of === 'connection' || (last.at > isoTime(clock, -REFUSAL_COUNTS) && last.at <= latestNoted(clock)))

/**
 * Whether mails are set up and cannot be sent right now. Where that is so, the mail server is asked again in the
 * background: the next caller learns when it is over.
 */
export const mailIsFailing = async (
  { db, clock, mail }: Pick<Services, 'db' | 'clock' | 'mail'>,
  log: FastifyBaseLogger,
): Promise<boolean> => {
  if (!mail || !failsNow(clock, await findMailFailure(db))) return false
  mail.lookAgain(log)
  return true
}

/** For those who promise a mail: a 503 that says so where it would not arrive. */
export const requireWorkingMail = async (...asked: Parameters<typeof mailIsFailing>): Promise<void> => {
  if (await mailIsFailing(...asked)) throw new AppError('mail_fails', { headers: { 'Retry-After': '60' } })
}
