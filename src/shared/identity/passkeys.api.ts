import * as z from 'zod/mini'
import { myPasskey } from './my-passkey.ts'
import { sessionBody } from './auth.api.ts'
import { endpoint, type ExamplesOf } from '../contract/endpoint.ts'
import { message } from '../contract/message.ts'
import { queryID } from '../contract/id.ts'
import { LIMITS } from '../contract/limits.ts'
import { exactText, line } from '../contract/text.ts'

const currentPass = exactText(LIMITS.passwordMax)
/** What the browser's WebAuthn functions take, as JSON. */
const options = z.looseObject({ challenge: z.string() })

const base64url = (max: number) =>
  line(max).check(z.refine((text) => /^[\w-]+$/.test(text), { error: 'Must be Base64 for addresses.' }))
/** The id of a credential, as the device gave it. */
const credentialID = base64url(1400)
const clientDataJSON = base64url(4000)
const authenticatorData = base64url(4000)

/** The challenge works once, within five minutes. A wrong password counts as a failed login. */
export const askToAddPasskey = endpoint({
  method: 'POST',
  path: '/passkeyoptions',
  summary: 'What the browser needs to make a passkey for the signed-in user',
  access: 'signedIn',
  body: z.strictObject({ currentPass }),
  status: 200,
  response: options,
  problems: ['passkeys_unavailable', 'current_password_wrong', 'too_many_tries'],
})

export const savePasskey = endpoint({
  method: 'POST',
  path: '/passkey',
  summary: 'Add the passkey that the browser made',
  access: 'signedIn',
  body: z.strictObject({
    credential: z.strictObject({
      handle: credentialID,
      clientDataJSON,
      attestationObject: base64url(16_000),
      transports: z.optional(z.array(line(20)).check(z.maxLength(10))),
    }),
    name: line(),
  }),
  status: 200,
  response: myPasskey,
  problems: ['passkeys_unavailable', 'passkey_wrong'],
})

/** Deletes the account's passkey; the device may still offer it. A wrong password counts as a failed login. */
export const removePasskey = endpoint({
  method: 'DELETE',
  path: '/passkey',
  summary: 'Remove a passkey of the signed-in user',
  access: 'signedIn',
  query: z.strictObject({ passkeyID: queryID }),
  body: z.strictObject({ currentPass }),
  status: 200,
  response: message,
  problems: ['current_password_wrong', 'too_many_tries'],
})

/** The challenge works once, within five minutes. */
export const askToLogInWithPasskey = endpoint({
  method: 'POST',
  path: '/passkeyloginoptions',
  summary: 'What the browser needs to log in with a passkey',
  access: 'public',
  status: 200,
  response: options,
  problems: ['too_many_tries'],
})

/** A passkey needs no second factor: the device has checked a fingerprint, a face or a PIN. */
export const logInWithPasskey = endpoint({
  method: 'POST',
  path: '/passkeylogin',
  summary: 'Start a session with a passkey',
  access: 'public',
  body: z.strictObject({
    credential: z.strictObject({
      handle: credentialID,
      clientDataJSON,
      authenticatorData,
      signature: base64url(4000),
      userHandle: z.optional(base64url(100)),
    }),
    remember: z.optional(z.boolean()),
  }),
  status: 200,
  response: sessionBody,
  problems: ['passkey_wrong', 'too_many_tries'],
})

export const examples = (): ExamplesOf<typeof import('./passkeys.api.ts')> => {
  const challenge = 'q7Jx0bYvRk2…'
  const made = { passkeyID: 3, name: 'Safari on iPhone', createdAt: '2026-02-14T16:02:40.000Z', lastUsedAt: null }
  const signed = { handle: 'AUb3Yv', clientDataJSON: 'eyJ0eXBlIjoi' }
  return {
    askToAddPasskey: {
      body: { currentPass: 'three cups of tea' },
      response: { challenge, rp: { id: 'homes.example.com', name: 'Roomfolio' } },
    },
    savePasskey: {
      body: {
        credential: { ...signed, attestationObject: 'o2NmbXRkbm9uZQ', transports: ['internal'] },
        name: 'Safari on iPhone',
      },
      response: made,
    },
    removePasskey: {
      query: { passkeyID: 3 },
      body: { currentPass: 'three cups of tea' },
      response: { message: 'Passkey removed' },
    },
    askToLogInWithPasskey: { response: { challenge, rpId: 'homes.example.com', userVerification: 'required' } },
    logInWithPasskey: {
      body: {
        credential: { ...signed, authenticatorData: 'SZYN5YgOjGh0NBc', signature: 'MEUCIQDb', userHandle: 'NDI' },
        remember: true,
      },
      response: { accessToken: 'zJ0bYv…', roles: [1001], user: 'robin' },
    },
  }
}
