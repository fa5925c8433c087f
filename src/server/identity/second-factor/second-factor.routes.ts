import {
  forgetDevices,
  getSecondFactorRule,
  newSecondFactor,
  renewRecoveryCodes,
  setSecondFactorRule,
  turnOffSecondFactor,
  turnOnSecondFactor,
  type FactorRule,
} from '../../../shared/identity/second-factor.api.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { logSecurity } from '../../platform/http/security/security-log.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { Services } from '../../services.ts'
import { getFactorRule } from './second-factor-rule.repo.ts'
import { findSecondFactor, forgetRemembered, newSecret } from './second-factor.repo.ts'
import * as factors from './second-factor.service.ts'
import { keepBrowserKnown } from '../sessions/known-browsers.ts'
import { cookieScopeOf } from '../sessions/session-cookies.ts'

const NOW_REQUIRED: Readonly<Record<FactorRule, string>> = {
  nobody: 'A second factor is now optional for everyone.',
  admins: 'Admins now need a second factor.',
  everyone: 'Everyone now needs a second factor.',
}

export const secondFactorRoutes = (serve: Serve, services: Services): void => {
  const { db, config } = services

  serve(newSecondFactor, async ({ actor }) => newSecret(actor.username))

  serve(turnOnSecondFactor, async ({ actor, body, request, reply }) => {
    const recoveryCodes = await factors.turnOn(services, actor, body, request)
    await keepBrowserKnown(db, { request, reply }, cookieScopeOf(config), actor)
    return { recoveryCodes }
  })

  serve(forgetDevices, async ({ actor }) => {
    await forgetRemembered(db, actor.userID)
    return { message: 'Devices forgotten' }
  })

  serve(turnOffSecondFactor, async ({ actor, body, request }) => {
    await factors.turnOff(services, actor, body.code, request)
    return { message: 'Your second factor is off.' }
  })

  serve(renewRecoveryCodes, async ({ actor, body, request }) => ({
    recoveryCodes: await factors.renewRecoveryCodes(services, actor, body.code, request),
  }))

  serve(getSecondFactorRule, async () => ({ requiredFor: await getFactorRule(db) }))

  serve(setSecondFactorRule, async ({ actor, body: { requiredFor }, request }) => {
    // Otherwise the change would shut its author out until they have one.
    if (requiredFor !== 'nobody' && !(await findSecondFactor(db, actor.userID)))
      throw new AppError('second_factor_required')
    await factors.setRule(services, actor, requiredFor, request)
    logSecurity(request, 'factor_rule_changed', actor.username, { requiredFor })
    return { message: NOW_REQUIRED[requiredFor] }
  })
}
