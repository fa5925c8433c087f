import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { MyPasskey } from '../../../shared/identity/my-passkey.ts'
import type { savePasskey, logInWithPasskey } from '../../../shared/identity/passkeys.api.ts'
import type { BodyOf } from '../../../shared/contract/endpoint.ts'
import { hasPublicURL, type Config } from '../../config.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { transact, type Database } from '../../platform/db/database.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { logSecurity } from '../../platform/http/security/security-log.ts'
import { MINUTE } from '../../platform/lib/clock.ts'
import type { Services } from '../../services.ts'
import { checkPassword, confirmPassword } from '../account/account.service.ts'
import * as passkeys from './passkeys.repo.ts'
import { knownBrowser, type Account } from '../sessions/known-browsers.ts'
import { recordEvent, recordLogin } from '../security-events/security-events.service.ts'
import { deviceOf } from '../sessions/device-of.ts'
import { cookieScopeOf } from '../sessions/session-cookies.ts'
import type { RestoredSession } from '../sessions/sessions.repo.ts'
import { countTry, LOGIN_WINDOW, refundTry } from '../../platform/http/throttle.repo.ts'

/** Loaded on first use: its parsers of certificates take memory that most installations never need. */
const webAuthn = () => import('@simplewebauthn/server')

/** The host that passkeys belong to, and the address of its pages. Browsers take a name under https, and localhost. */
const siteOf = (config: Config, request: FastifyRequest): { host: string; origin: string } => {
  const { hostname, origin } = new URL(config.publicURL)
  const asked = request.headers.origin ?? ''
  // Without PUBLIC_URL, another port of this machine may lead here.
  const isHere = !hasPublicURL(config) && URL.canParse(asked) && new URL(asked).hostname === hostname
  return { host: hostname, origin: isHere ? asked : origin }
}

const requireHost = (config: Config, { headers: { origin = '' } }: FastifyRequest): void => {
  const { protocol, hostname } = new URL(config.publicURL)
  const isElsewhere = !hasPublicURL(config) && URL.canParse(origin) && new URL(origin).hostname !== hostname
  if (isElsewhere) throw new AppError('passkeys_unavailable')
  const isSecure = protocol === 'https:' || hostname === 'localhost'
  if (!isSecure || isIP(hostname.replace(/[[\]]/g, '')) > 0) throw new AppError('passkeys_unavailable')
}

/** The library throws an error for each flaw of a signature; callers learn only that there is one. */
const orWrong = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw error instanceof AppError ? error : new AppError('passkey_wrong')
  })

const handleOf = (userID: number): string => Buffer.from(String(userID)).toString('base64url')

/** Throws `passkeys_unavailable`, `current_password_wrong` or `too_many_tries`. */
export const askToAdd = async (services: Services, actor: Actor, currentPass: string, request: FastifyRequest) => {
  const { db, clock, config } = services
  requireHost(config, request)
  const checked = await checkPassword(services, actor, currentPass, request)
  await transact(db, (trx) => confirmPassword(trx, actor, checked))
  const { generateRegistrationOptions } = await webAuthn()
  const options = await generateRegistrationOptions({
    rpName: 'Roomfolio',
    rpID: siteOf(config, request).host,
    userName: actor.username,
    userID: new Uint8Array(Buffer.from(String(actor.userID))),
    excludeCredentials: await passkeys.credentialsOf(db, actor),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await passkeys.keepChallenge(db, clock, options.challenge, actor.userID)
  return options
}

/** Throws `passkeys_unavailable` or `passkey_wrong`. */
export const add = async (
  services: Services,
  actor: Actor,
  { credential, name }: BodyOf<typeof savePasskey>,
  request: FastifyRequest,
): Promise<MyPasskey> => {
  const { db, clock, config, jobs } = services
  requireHost(config, request)
  const { host, origin } = siteOf(config, request)
  const { handle, clientDataJSON, attestationObject, transports = [] } = credential
  const { verifyRegistrationResponse } = await webAuthn()
  const { registrationInfo } = await orWrong(
    verifyRegistrationResponse({
      response: {
        ...{ id: handle, rawId: handle, type: 'public-key', clientExtensionResults: {} },
        response: { clientDataJSON, attestationObject },
      },
      expectedChallenge: (challenge) => passkeys.takeChallenge(db, clock, challenge, actor.userID),
      expectedOrigin: origin,
      expectedRPID: host,
      requireUserVerification: true,
    }),
  )
  if (!registrationInfo) throw new AppError('passkey_wrong')
  const { id: credentialID, publicKey, counter } = registrationInfo.credential
  const passkey = { credentialID, publicKey: Buffer.from(publicKey).toString('base64url'), counter }
  const made = await transact(db, async (trx) => {
    await recordEvent(services, trx, { kind: 'passkey_added', user: actor, by: actor, detail: name, from: request })
    return passkeys.insertPasskey(trx, clock, actor, { ...passkey, transports, host, name })
  })
  jobs.wake()
  logSecurity(request, 'passkey_changed', actor.username, { passkeyID: made.passkeyID, added: true })
  return made
}

/** Throws `not_found`, `current_password_wrong` or `too_many_tries`. */
export const remove = async (
  services: Services,
  actor: Actor,
  { passkeyID, currentPass }: { passkeyID: number; currentPass: string },
  request: FastifyRequest,
): Promise<void> => {
  await passkeys.requirePasskey(services.db, actor, passkeyID)
  const checked = await checkPassword(services, actor, currentPass, request)
  await transact(services.db, async (trx) => {
    await confirmPassword(trx, actor, checked)
    const detail = await passkeys.deletePasskey(trx, actor, passkeyID)
    await recordEvent(services, trx, { kind: 'passkey_removed', user: actor, by: actor, detail, from: request })
  })
  services.jobs.wake()
  logSecurity(request, 'passkey_changed', actor.username, { passkeyID, added: false })
}

/** Each open login page asks for a challenge every four minutes; so many serve a large office. */
const CHALLENGES = { kind: 'passkey-address', limit: 300, windowMs: 15 * MINUTE } as const

/** Throws `too_many_tries`. */
export const askToLogIn = async ({ db, clock, config }: Services, request: FastifyRequest) => {
  await countTry(db, clock, [{ ...CHALLENGES, key: request.ip }])
  const { generateAuthenticationOptions } = await webAuthn()
  const options = await generateAuthenticationOptions({
    rpID: siteOf(config, request).host,
    userVerification: 'required',
  })
  await passkeys.keepChallenge(db, clock, options.challenge, null)
  return options
}

const accountOf = ({ user_id, ...passkey }: Omit<Account, 'id'> & { user_id: number }): Account => ({
  ...{ id: user_id, password_hash: passkey.password_hash, browsers_since: passkey.browsers_since },
})

const verified = async (
  services: Services,
  { credential, remember = false }: BodyOf<typeof logInWithPasskey>,
  request: FastifyRequest,
  passkey: NonNullable<Awaited<ReturnType<typeof passkeys.findPasskey>>>,
): Promise<RestoredSession> => {
  const { db, clock, config, jobs } = services
  const { handle, clientDataJSON, authenticatorData, signature, userHandle } = credential
  if (userHandle !== undefined && userHandle !== handleOf(passkey.user_id)) throw new AppError('passkey_wrong')
  const { host, origin } = siteOf(config, request)
  const { verifyAuthenticationResponse } = await webAuthn()
  const { verified: isRight, authenticationInfo } = await orWrong(
    verifyAuthenticationResponse({
      response: {
        ...{ id: handle, rawId: handle, type: 'public-key', clientExtensionResults: {} },
        response: { clientDataJSON, authenticatorData, signature },
      },
      expectedChallenge: (challenge) => passkeys.takeChallenge(db, clock, challenge, null),
      expectedOrigin: origin,
      expectedRPID: host,
      credential: {
        id: handle,
        publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
        counter: passkey.counter,
      },
      requireUserVerification: true,
    }),
  )
  const used = { passkeyID: passkey.id, counter: authenticationInfo.newCounter }
  const session = { userID: passkey.user_id, remember, ...deviceOf(request) }
  const user = { userID: passkey.user_id, username: passkey.username }
  const isKnown = knownBrowser(request, cookieScopeOf(config), accountOf(passkey)) !== undefined
  const record = (trx: Database) => recordLogin(services, trx, { user, how: 'passkey', isKnown, from: request })
  const opened = isRight ? await passkeys.openByPasskey(db, clock, used, session, record) : undefined
  if (!opened) throw new AppError('passkey_wrong')
  jobs.wake()
  return opened
}

/** Throws `passkey_wrong` or `too_many_tries`. The log and, for a passkey that an account has, the audit log have a failure. */
export const logIn = async (
  services: Services,
  body: BodyOf<typeof logInWithPasskey>,
  request: FastifyRequest,
): Promise<{ session: RestoredSession; account: Account }> => {
  const { db, clock, config } = services
  const limit = config.loginTriesPerAddress
  const counted = await countTry(db, clock, [
    { kind: 'passkey-login-address', key: request.ip, limit, windowMs: LOGIN_WINDOW },
  ])
  const passkey = await passkeys.findPasskey(db, body.credential.handle)
  try {
    if (!passkey) throw new AppError('passkey_wrong')
    const session = await verified(services, body, request, passkey)
    await refundTry(db, counted)
    return { session, account: accountOf(passkey) }
  } catch (error) {
    if (error instanceof AppError && error.code === 'passkey_wrong') {
      logSecurity(request, 'login_failed', passkey?.username ?? null, { wrong: 'passkey' })
      const user = passkey && { userID: passkey.user_id, username: passkey.username }
      const failed = { kind: 'login_failed', by: null, detail: 'passkey', from: request } as const
      if (user) await recordEvent(services, db, { ...failed, user })
    }
    throw error
  }
}
