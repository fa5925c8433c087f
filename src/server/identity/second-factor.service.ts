import { AppError } from '../platform/http/app-error.ts'
import { logSecurity, type From } from '../platform/http/security-log.ts'
import { transact, type Database } from '../platform/db/database.ts'
import type { Actor } from '../platform/db/actor.ts'
import type { Services } from '../services.ts'
import { checkPassword, confirmPassword } from './account.service.ts'
import { countPassword, forgiveTries, logFailedTry } from './login.service.ts'
import * as factors from './second-factor.repo.ts'
import { lockPassword } from './users.repo.ts'

const wrongCode = () => new AppError('code_wrong', { fields: { code: true } })

/** Answers the recovery codes. Throws `second_factor_on`, `code_wrong`, `current_password_wrong` or `too_many_tries`. */
export const turnOn = async (
  services: Services,
  actor: Actor,
  { secret, code, currentPass }: { secret: string; code: string; currentPass: string },
  from: From,
): Promise<string[]> => {
  const { db, clock } = services
  const checked = await checkPassword(services, actor, currentPass, from)
  const step = factors.stepOf(clock, secret, code)
  if (step === undefined) return logFailedTry(from, actor.username)(wrongCode())
  const recoveryCodes = await transact(db, async (trx) => {
    await confirmPassword(trx, actor, checked)
    await factors.addSecondFactor(trx, clock, actor.userID, { secret, step })
    return factors.renewRecoveryCodes(trx, actor.userID)
  })
  logSecurity(from, 'factor_changed', actor.username, { on: true })
  return recoveryCodes
}

/** Does `work` after a right code, all or nothing. Throws `second_factor_off`, `code_wrong` or `too_many_tries`. */
const afterCode = async <T>(
  services: Services,
  actor: Actor,
  { code, from }: { code: string; from: From },
  work: (trx: Database) => Promise<T>,
): Promise<T> => {
  const { db, clock } = services
  if (!(await factors.findSecondFactor(db, actor.userID))) throw new AppError('second_factor_off')
  const checked = async () => {
    const counted = await countPassword(services, actor, from.ip)
    return transact(db, async (trx) => {
      await lockPassword(trx, actor.userID)
      if (!(await factors.takeCode(trx, clock, actor.userID, code))) throw wrongCode()
      await forgiveTries(trx, actor.userID, counted)
      return work(trx)
    })
  }
  return checked().catch(logFailedTry(from, actor.username))
}

export const turnOff = async (services: Services, actor: Actor, code: string, from: From): Promise<void> => {
  await afterCode(services, actor, { code, from }, (trx) => factors.removeSecondFactor(trx, actor.userID))
  logSecurity(from, 'factor_changed', actor.username, { on: false })
}

export const renewRecoveryCodes = (services: Services, actor: Actor, code: string, from: From): Promise<string[]> =>
  afterCode(services, actor, { code, from }, (trx) => factors.renewRecoveryCodes(trx, actor.userID))
