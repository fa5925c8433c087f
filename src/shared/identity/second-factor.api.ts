import * as z from 'zod/mini'
import { endpoint, type ExamplesOf } from '../contract/endpoint.ts'
import { message } from '../contract/message.ts'
import { LIMITS } from '../contract/limits.ts'
import { Role } from '../contract/roles.ts'
import { exactText, line } from '../contract/text.ts'

/** Who must have a second factor. */
const FACTOR_RULES = ['nobody', 'admins', 'everyone'] as const
export type FactorRule = (typeof FACTOR_RULES)[number]

/** Shown once; only their hashes are stored. */
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

/** 20 bytes in Base32, the size that RFC 4226 recommends. */
const SECRET = /^[A-Z2-7]{32}$/

/** Changes nothing: the secret counts once it is sent back with a right code. */
export const newSecondFactor = endpoint({
  method: 'POST',
  path: '/newsecondfactor',
  summary: 'A secret for an authenticator app, and its address for a QR code',
  access: 'signedIn',
  duringSetup: true,
  status: 200,
  response: z.object({ secret: z.string(), address: z.string() }),
})

/** A wrong password or code counts as a failed login. */
export const turnOnSecondFactor = endpoint({
  method: 'POST',
  path: '/secondfactor',
  summary: "Turn on the signed-in user's second factor with the first code of the app",
  access: 'signedIn',
  duringSetup: true,
  body: z.strictObject({
    secret: line().check(
      z.refine((text) => SECRET.test(text), { error: 'Must be a secret of 32 letters and digits.' }),
    ),
    code: line(),
    currentPass: exactText(LIMITS.passwordMax),
  }),
  status: 200,
  response: recoveryCodes,
  problems: ['second_factor_on', 'code_wrong', 'current_password_wrong', 'too_many_tries'],
})

/** `code` is six digits of the app or a recovery code. A wrong one counts as a failed login. */
export const turnOffSecondFactor = endpoint({
  method: 'DELETE',
  path: '/secondfactor',
  summary: "Turn off the signed-in user's second factor",
  access: 'signedIn',
  body: z.strictObject({ code: line() }),
  status: 200,
  response: message,
  problems: ['second_factor_off', 'code_wrong', 'too_many_tries'],
})

/** The earlier codes stop working. A wrong code counts as a failed login. */
export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/recoverycodes',
  summary: 'Ten new recovery codes for the signed-in user',
  access: 'signedIn',
  body: z.strictObject({ code: line() }),
  status: 200,
  response: recoveryCodes,
  problems: ['second_factor_off', 'code_wrong', 'too_many_tries'],
})

export const forgetDevices = endpoint({
  method: 'DELETE',
  path: '/remembereddevices',
  summary: 'Ask for a code again on all devices that log the signed-in user in without one',
  access: 'signedIn',
  status: 200,
  response: message,
})

const rule = z.object({ requiredFor: z.enum(FACTOR_RULES) })

export const getSecondFactorRule = endpoint({
  method: 'GET',
  path: '/secondfactorrule',
  summary: 'Who must have a second factor',
  access: [Role.Admin],
  status: 200,
  response: rule,
})

/** Admins need a second factor of their own before they require one. */
export const setSecondFactorRule = endpoint({
  method: 'POST',
  path: '/secondfactorrule',
  summary: 'Require a second factor of admins, of everyone or of nobody',
  access: [Role.Admin],
  body: z.strictObject({ requiredFor: z.enum(FACTOR_RULES) }),
  status: 200,
  response: message,
  problems: ['second_factor_required'],
})

export const examples = (): ExamplesOf<typeof import('./second-factor.api.ts')> => {
  const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
  const codes = { recoveryCodes: ['k7mp-q2xd-9rta-hw4c-v8sn-3jzd', '8ncy-fz3j-5gbe-mp6t-r4uw-q9hk'] }
  return {
    newSecondFactor: {
      response: { secret, address: `otpauth://totp/Roomfolio:robin?issuer=Roomfolio&secret=${secret}` },
    },
    turnOnSecondFactor: { body: { secret, code: '287082', currentPass: 'three cups of tea' }, response: codes },
    turnOffSecondFactor: { body: { code: '359152' }, response: { message: 'Your second factor is off.' } },
    renewRecoveryCodes: { body: { code: '969429' }, response: codes },
    forgetDevices: { response: { message: 'Devices forgotten' } },
    getSecondFactorRule: { response: { requiredFor: 'nobody' } },
    setSecondFactorRule: {
      body: { requiredFor: 'admins' },
      response: { message: 'Admins now need a second factor.' },
    },
  }
}
