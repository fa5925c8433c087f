import type { Clock } from '../../platform/lib/clock.ts'
import { transact, type Database } from '../../platform/db/database.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { AccountHooks } from '../account/account-hooks.ts'
import { noteFirstConfirmed } from '../account/mailboxes.repo.ts'
import { forgetFailedLogins } from '../sessions/login-attempts.service.ts'
import { dropPasswordResets, takePasswordReset } from './password-resets.repo.ts'
import { endSessionsOf } from '../sessions/sessions.repo.ts'
import { lockPassword, updatePassword } from '../account/users.repo.ts'

/**
 * Sets a password; every way to a new one ends here. The same transaction ends all sessions but the kept one and all links
 * that could set a password, and forgets failed logins. With `mustChange` the user must choose another one first.
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

/**
 * Sets a password and uses up the token of a mailed link. `also` gets whether it was the first to confirm the address.
 * Throws `reset_link_invalid` if it was used already.
 */
export const setPasswordByToken = (
  db: Database,
  clock: Clock,
  { userID, token, passwordHash }: { userID: number; token: string; passwordHash: string },
  hooks: AccountHooks['firstConfirmed'],
  also: (trx: Database, isFirst: boolean) => Promise<void>,
): Promise<void> =>
  transact(db, async (trx) => {
    await lockPassword(trx, userID)
    if (!(await takePasswordReset(trx, token))) throw new AppError('reset_link_invalid')
    const isFirst = await noteFirstConfirmed(trx, clock, userID, hooks)
    await setPassword(trx, clock, userID, passwordHash)
    await also(trx, isFirst)
  })
