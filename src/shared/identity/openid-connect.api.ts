import * as z from 'zod/mini'
import { sessionBody } from './auth.api.ts'
import { endpoint, type ExamplesOf } from '../contract/endpoint.ts'
import { message } from '../contract/message.ts'
import { LIMITS } from '../contract/limits.ts'
import { exactText, line } from '../contract/text.ts'

/** What the browser keeps while its user is at the provider. Each login has its own, so that two tabs do not mix. */
const kept = { state: line(), nonce: line(), verifier: line() }

export const askToLogInAtProvider = endpoint({
  method: 'POST',
  path: '/oidclogin',
  summary: 'The address at the OpenID provider where a login begins, and what to keep until it returns',
  access: 'public',
  status: 200,
  response: z.object({ address: z.string(), state: z.string(), nonce: z.string(), verifier: z.string() }),
  problems: ['no_provider', 'provider_fails'],
})

/**
 * `answer` is the query of the address that the provider leads back to. If an account has the email address and is not
 * linked, the answer is `link_first` with a `ticket` for POST /oidclink, or `link_other` if someone else of the provider is.
 */
export const logInAtProvider = endpoint({
  method: 'POST',
  path: '/oidcsession',
  summary: 'Start a session with the answer of the OpenID provider',
  access: 'public',
  body: z.strictObject({ answer: line(8000), ...kept, remember: z.optional(z.boolean()) }),
  status: 200,
  response: sessionBody,
  problems: [
    'no_provider',
    'provider_fails',
    'provider_refused',
    'provider_denies',
    'locked_here',
    'no_email',
    'link_first',
    'link_other',
    'registration_closed',
    'too_many_tries',
  ],
})

/** Links the account of the ticket once, with its password. A wrong one counts as a failed login. */
export const linkProvider = endpoint({
  method: 'POST',
  path: '/oidclink',
  summary: 'Let an account log in at the OpenID provider, and start a session',
  access: 'public',
  body: z.strictObject({
    ticket: line(4000),
    pwd: exactText(LIMITS.passwordMax),
    code: z.optional(line()),
    remember: z.optional(z.boolean()),
  }),
  status: 200,
  response: sessionBody,
  problems: [
    'ticket_invalid',
    'wrong_credentials',
    'password_expired',
    'code_required',
    'code_wrong',
    'too_many_tries',
  ],
})

/** Ends all links of the account to that provider. A wrong password counts as a failed login. */
export const unlinkProvider = endpoint({
  method: 'DELETE',
  path: '/oidclink',
  summary: 'Let an account no longer log in at the OpenID provider',
  access: 'signedIn',
  body: z.strictObject({ issuer: line(), currentPass: exactText(LIMITS.passwordMax) }),
  status: 200,
  response: message,
  problems: ['current_password_wrong', 'too_many_tries'],
})

/** Needs no password, which accounts made at the provider lack. The old address is notified. */
export const takeProviderEmail = endpoint({
  method: 'POST',
  path: '/oidcemail',
  summary: 'Give the account the email address that the OpenID provider has verified',
  access: 'signedIn',
  body: z.strictObject({ issuer: line() }),
  status: 200,
  response: z.object({ message: z.string(), email: z.string() }),
  problems: ['email_taken', 'too_many_tries'],
})

/** To be asked before POST /logout, which forgets the session. */
export const askToLogOutAtProvider = endpoint({
  method: 'POST',
  path: '/oidclogout',
  summary: 'The address where this session ends at the OpenID provider; null if there is none',
  access: 'signedIn',
  duringSetup: true,
  status: 200,
  response: z.object({ address: z.nullable(z.string()) }),
})

export const examples = (): ExamplesOf<typeof import('./openid-connect.api.ts')> => {
  const session = { accessToken: 'zJ0bYv…', roles: [1001], user: 'robin', provider: true as const }
  const tokens = { state: 'b1Q8…', nonce: 'n0Xk…', verifier: 'v7Tz…' }
  return {
    askToLogInAtProvider: {
      response: { address: 'https://auth.example.com/authorize?client_id=roomfolio&state=b1Q8…', ...tokens },
    },
    logInAtProvider: { body: { answer: 'code=SplxlOBe&state=b1Q8…', ...tokens, remember: true }, response: session },
    linkProvider: { body: { ticket: 'eyJpc3N1ZXIi…', pwd: 'three cups of tea' }, response: session },
    unlinkProvider: {
      body: { issuer: 'https://auth.example.com', currentPass: 'three cups of tea' },
      response: { message: 'Disconnected from auth.example.com' },
    },
    takeProviderEmail: {
      body: { issuer: 'https://auth.example.com' },
      response: { message: 'Email address changed', email: 'robin@homes.example' },
    },
    askToLogOutAtProvider: { response: { address: 'https://auth.example.com/logout?client_id=roomfolio' } },
  }
}
