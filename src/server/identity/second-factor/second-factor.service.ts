import type { FactorRule } from '../../../shared/identity/second-factor.api.ts'
import type { SecurityEventKind } from '../../../shared/identity/security-events.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { logSecurity, type From } from '../../platform/http/security/security-log.ts'
import { transact, type Database } from '../../platform/db/database.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Services } from '../../services.ts'
import { checkPassword, confirmPassword } from '../account/account.service.ts'
import { countPassword, forgiveTries, logFailedTry } from '../sessions/login-attempts.service.ts'
import * as factors from './second-factor.repo.ts'
import { recordEvent } from '../security-events/security-events.service.ts'
import { setFactorRule } from './second-factor-rule.repo.ts'
import { forgetBrowsers, lockPassword } from '../account/users.repo.ts'
import { endSessionsOf } from '../sessions/sessions.repo.ts'
import { countingCodes } from './count-codes.service.ts'

const wrongCode = () => new AppError('code_wrong', { fields: { code: true } })

/** Ends the user's other sessions and answers the recovery codes. Throws `second_factor_on`, `code_wrong`, `current_password_wrong` or `too_many_tries`. */
export const turnOn = async (
  services: Services,
  actor: Actor,
  { secret, code, currentPass }: { secret: string; code: string; currentPass: string },
  from: From,
): Promise<string[]> => {
  const { db, clock } = services
  const checked = await checkPassword(services, actor, currentPass, from)
  const step = factors.stepOf(clock, secret, code)
  if (step === undefined) return logFailedTry(services, from, actor)(wrongCode())
  const recoveryCodes = await transact(db, async (trx) => {
    await confirmPassword(trx, actor, checked)
    await factors.addSecondFactor(trx, clock, actor.userID, { secret, step })
    // Others may have logged in with the password alone.
    await endSessionsOf(trx, actor.userID, actor.sessionID)
    await forgetBrowsers(trx, clock, actor.userID)
    await recordEvent(services, trx, { kind: 'factor_on', user: actor, by: actor, from })
    return factors.renewRecoveryCodes(trx, actor.userID)
  })
  services.jobs.wake()
  logSecurity(from, 'factor_changed', actor.username, { on: true })
  return recoveryCodes
}

/** Does `work` after a right code and records it, all or nothing. Throws `second_factor_off`, `code_wrong` or `too_many_tries`. */
const afterCode = async <T>(
  services: Services,
  actor: Actor,
  { code, kind, from }: { code: string; kind: SecurityEventKind; from: From },
  work: (trx: Database) => Promise<T>,
): Promise<T> => {
  const { db, clock } = services
  if (!(await factors.findSecondFactor(db, actor.userID))) throw new AppError('second_factor_off')
  const checked = async () => {
    const counted = await countPassword(services, actor, from.ip)
    const taken = () =>
      transact(db, async (trx) => {
        await lockPassword(trx, actor.userID)
        if (!(await factors.takeCode(trx, clock, actor.userID, code))) throw wrongCode()
        await forgiveTries(trx, actor.userID, counted)
        await recordEvent(services, trx, { kind, user: actor, by: actor, from })
        return work(trx)
      })
    return countingCodes(services, { user: actor, code, from }, taken)
  }
  const done = await checked().catch(logFailedTry(services, from, actor))
  services.jobs.wake()
  return done
}

export const turnOff = async (services: Services, actor: Actor, code: string, from: From): Promise<void> => {
  const kind = 'factor_off'
  await afterCode(services, actor, { code, kind, from }, (trx) => factors.removeSecondFactor(trx, actor.userID))
  logSecurity(from, 'factor_changed', actor.username, { on: false })
}

export const renewRecoveryCodes = (services: Services, actor: Actor, code: string, from: From): Promise<string[]> =>
  afterCode(services, actor, { code, kind: 'recovery_codes_renewed', from }, (trx) =>
    factors.renewRecoveryCodes(trx, actor.userID),
  )

export const setRule = async (services: Services, actor: Actor, rule: FactorRule, from: From): Promise<void> =>
  transact(services.db, async (trx) => {
    await setFactorRule(trx, rule)
    await recordEvent(services, trx, { kind: 'factor_rule_changed', user: null, by: actor, detail: rule, from })
  })
