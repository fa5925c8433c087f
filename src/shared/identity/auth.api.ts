import * as z from 'zod/mini'
import { endpoint, type ExamplesOf } from '../contract/endpoint.ts'
import { message } from '../contract/message.ts'
import { EXAMPLE_ACCOUNT } from '../contract/example-account.ts'
import { LIMITS } from '../contract/limits.ts'
import { line, newPassword, storable } from '../contract/text.ts'
import { accountInputs, forgotInputs, registration } from './account.schema.ts'
import { SENTENCES } from '../contract/text-rules.ts'

export const sessionBody = z.object({
  accessToken: z.string(),
  roles: z.array(z.number()),
  user: z.string(),
  /** Present if the user must set a new password; until then, the session's other calls answer 403. */
  mustChangePassword: z.optional(z.literal(true)),
  /** Present if the user must set up a second factor; until then, the session's other calls answer 403. */
  mustSetUpSecondFactor: z.optional(z.literal(true)),
  /** Present if the session began at an OpenID provider, where it should end too. */
  provider: z.optional(z.literal(true)),
})
export type SessionBody = z.output<typeof sessionBody>

/**
 * Truncates input that is too long for any account to a length that is still too long, so it fails like any wrong input
 * at no extra cost.
 */
const credential = (max: number) =>
  z.optional(
    z.nullable(
      z.string({ error: SENTENCES.notText }).check(z.overwrite(firstOf(max + 1)), storable, z.meta({ maxLength: max })),
    ),
  )
const firstOf =
  (count: number) =>
  (text: string): string =>
    [...text.slice(0, 2 * count)].slice(0, count).join('')

/**
 * `user` is a username or an email address, in any case. Absent and blank members answer 'Missing user/pass'. A user
 * with a second factor also sends `code`, six digits of the app or a recovery code; without one, the answer to the right
 * password is `code_required`. `rememberBrowser` lets this browser log in without a code for 30 days.
 */
export const login = endpoint({
  method: 'POST',
  path: '/login',
  summary: 'Start a session',
  access: 'public',
  body: z.strictObject({
    user: credential(LIMITS.line),
    pwd: credential(LIMITS.passwordMax),
    remember: z.optional(z.boolean()),
    code: credential(LIMITS.line),
    rememberBrowser: z.optional(z.boolean()),
  }),
  status: 200,
  response: sessionBody,
  problems: [
    'missing_credentials',
    'wrong_credentials',
    'password_expired',
    'code_required',
    'code_wrong',
    'too_many_tries',
  ],
})

export const refresh = endpoint({
  method: 'POST',
  path: '/refresh',
  summary: 'Restore the session of the refresh cookie, which is rotated',
  access: 'public',
  status: 200,
  response: sessionBody,
  problems: ['session_ended', 'foreign_origin'],
})

export const logout = endpoint({
  method: 'POST',
  path: '/logout',
  summary: 'End the Session of the cookie or bearer',
  access: 'public',
  status: 204,
  problems: ['foreign_origin'],
})

export const register = endpoint({
  method: 'POST',
  path: '/register',
  summary: 'Create an account',
  access: 'public',
  body: registration,
  creates: true,
  status: 201,
  response: message,
  problems: [
    'registration_closed',

    'invitation_invalid',
    'admin_code_wrong',
    'username_taken',
    'email_taken',
    'too_many_tries',
  ],
})

/** `user` is a username or an email address, in any case. The answer does not reveal whether the account exists. */
export const forgot = endpoint({
  method: 'POST',
  path: '/forgot',
  summary: 'Ask for an email with a link that sets a new password',
  access: 'public',
  body: forgotInputs,
  status: 200,
  response: message,
  problems: ['mail_not_set_up', 'mail_fails', 'too_many_tries'],
})

/** The link's token works once, within one hour. Ends all sessions of the user. */
export const resetPassword = endpoint({
  method: 'POST',
  path: '/reset',
  summary: 'Set a new password with the token of an emailed link',
  access: 'public',
  body: z.strictObject({ token: line(), newPass: newPassword }),
  status: 200,
  response: message,
  problems: ['reset_link_invalid'],
})

export const shapes = () => ({ Session: sessionBody, AccountInput: accountInputs })

export const examples = (): ExamplesOf<typeof import('./auth.api.ts')> => {
  const session = { accessToken: 'zJ0bYv…', roles: [1001], user: 'robin' }
  return {
    login: { body: { user: 'robin', pwd: 'three cups of tea', remember: true }, response: session },
    refresh: { response: session },
    logout: {},
    register: {
      body: { user: 'robin', pwd: 'three cups of tea', inputs: { ...EXAMPLE_ACCOUNT, first: 'Robin', last: 'Sample' } },
      response: { message: 'Registration Successful!' },
    },
    forgot: {
      body: { user: 'robin@example.com' },
      response: { message: 'If there is such an account, we’ve emailed a link to it.' },
    },
    resetPassword: {
      body: { token: 'q7Jx…', newPass: 'four cups of tea' },
      response: { message: 'Password changed' },
    },
  }
}
