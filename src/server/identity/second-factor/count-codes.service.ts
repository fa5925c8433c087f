import { AppError } from '../../platform/http/app-error.ts'
import type { From } from '../../platform/http/security/security-log.ts'
import type { Services } from '../../services.ts'
import { recordEvent } from '../security-events/security-events.service.ts'
import { countCode } from '../sessions/login-attempts.service.ts'
import { refundTry } from '../../platform/http/throttle.repo.ts'
import { isRecoveryCode } from './typed-code.ts'

interface Try {
  user: { userID: number; username: string }
  code: string
  from: From
}

/**
 * Does work that fails with `code_wrong` for a wrong code. A wrong one counts for its account, and the one that uses up
 * the tries is mailed to its user. A recovery code opens the account regardless. Throws `too_many_tries`.
 */
export const countingCodes = async <T>(
  services: Services,
  { user, code, from }: Try,
  work: () => Promise<T>,
): Promise<T> => {
  if (isRecoveryCode(code)) return work()
  const counted = await countCode(services, user.userID)
  try {
    const done = await work()
    await refundTry(services.db, counted)
    return done
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'code_wrong')) await refundTry(services.db, counted)
    else if (counted.isLast) {
      await recordEvent(services, services.db, { kind: 'codes_refused', user, by: null, from })
      services.jobs.wake()
    }
    throw error
  }
}
