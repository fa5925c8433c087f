import type { Clock } from '../../platform/lib/clock.ts'
import { transact, type Database } from '../../platform/db/database.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { noteFirstConfirmed } from '../account/mailboxes.repo.ts'
import { forgetFailedLogins } from '../sessions/login-attempts.service.ts'
import { dropPasswordResets, takePasswordReset } from './password-resets.repo.ts'
import { endSessionsOf } from '../sessions/sessions.repo.ts'
import { lockPassword, updatePassword } from '../account/users.repo.ts'

/**
 * Every way to a new password ends here. In one transaction with it end what the old one opened: all sessions but the
 * one that is kept, and all links that could set a password. No failed login of the account counts any more. With
 * `mustChange` it was not the user who chose it: it is good for setting another one alone.
 */
export const setPassword = (
  db: Database,
  clock: Clock,
  userID: number,
  passwordHash: string,
  { keptSessionID, mustChange = false }: { keptSessionID?: number; mustChange?: boolean } = {},
): Promise<void> =>
  transact(db, async (trx) => {
    await lockPassword(trx, userID)
    await updatePassword(trx, clock, userID, { passwordHash, mustChange })
    await endSessionsOf(trx, userID, keptSessionID)
    await dropPasswordResets(trx, userID)
    await forgetFailedLogins(trx, userID)
  })

/** Uses the token of a mailed link up for a new password. Throws `reset_link_invalid` where somebody was faster. */
export const setPasswordByToken = (
  db: Database,
  clock: Clock,
  { userID, token, passwordHash }: { userID: number; token: string; passwordHash: string },
  also: (trx: Database) => Promise<void>,
): Promise<void> =>
  transact(db, async (trx) => {
    await lockPassword(trx, userID)
    if (!(await takePasswordReset(trx, token))) throw new AppError('reset_link_invalid')
    await noteFirstConfirmed(trx, clock, userID)
    await setPassword(trx, clock, userID, passwordHash)
    await also(trx)
  })
