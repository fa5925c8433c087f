import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { BodyOf } from '../../../shared/contract/endpoint.ts'
import { LIMITS } from '../../../shared/contract/limits.ts'
import { asOneLine, emailAddress, username } from '../../../shared/contract/text.ts'
import { Role } from '../../../shared/contract/roles.ts'
import type { linkProvider, logInAtProvider, unlinkProvider } from '../../../shared/identity/openid-connect.api.ts'
import type { OIDCSettings } from '../../config.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { transact, type Database } from '../../platform/db/database.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { logSecurity } from '../../platform/http/security/security-log.ts'
import { MINUTE } from '../../platform/lib/clock.ts'
import type { Services } from '../../services.ts'
import { isSealOf, sealOf } from '../../platform/lib/secret.ts'
import { checkPassword, confirmPassword } from '../account/account.service.ts'
import { createUser } from '../account/create-user.repo.ts'
import { logInWithPassword } from '../sessions/login.service.ts'
import { knownBrowser, type Account } from '../sessions/known-browsers.ts'
import { noteConfirmed } from '../account/mailboxes.repo.ts'
import { countTry } from '../../platform/http/throttle.repo.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { claimHas } from './claims.ts'
import { sealIDToken } from './id-token.ts'
import { errorOf, type Answered, type Claims, type Provider } from './provider.ts'
import * as accounts from './provider-accounts.repo.ts'
import { recordEvent, recordLogin, recordRole } from '../security-events/security-events.service.ts'
import { deviceOf } from '../sessions/device-of.ts'
import { cookieScopeOf } from '../sessions/session-cookies.ts'
import type { RestoredSession } from '../sessions/sessions.repo.ts'
import { newToken } from '../../platform/lib/tokens.ts'
import { findUserByID, findUserForLogin, setRole } from '../account/users.repo.ts'

const TICKET_LIFE = 10 * MINUTE
const MOST_NAMES = 100

const textOf = (claim: unknown): string =>
  typeof claim === 'string' ? asOneLine(claim).slice(0, LIMITS.line).toWellFormed() : ''

/** Usernames to try, made of what the provider calls someone. */
const usernamesOf = ({ preferred_username, email }: Claims): string[] => {
  const called = textOf(preferred_username) || textOf(email)
  const plain = (called.split('@')[0] ?? '')
    .normalize('NFKD')
    .replace(/[^\w-]/g, '')
    .replace(/^[^A-Za-z]+/, '')
  const start = `${plain}${'user'.slice(0, Math.max(0, LIMITS.usernameMin - plain.length))}`
  return Array.from({ length: MOST_NAMES }, (_, n) => {
    const end = n === 0 ? '' : String(n + 1)
    return start.slice(0, LIMITS.usernameMax - end.length) + end
  }).filter((name) => username.safeParse(name).success)
}

/** An account without a password that anyone knows. Throws `email_taken`. */
const createAccount = async (services: Services, { issuer, claims }: Answered, email: string): Promise<number> => {
  const { db, clock, config } = services
  const [first = '', ...rest] = textOf(claims.name).split(/\s+/)
  const inputs = {
    ...{ email, first: textOf(claims.given_name) || first, last: textOf(claims.family_name) || rest.join(' ') },
    ...{ phone: '', address: '', city: '', state: '', zip: '' },
  }
  const passwordHash = await hashPassword(newToken())
  const firstIsAdmin = config.firstUserIsAdmin && !config.firstAdminNeedsCode
  const link = async (trx: Database, userID: number) => {
    await accounts.linkAccount(trx, clock, { issuer, subject: claims.sub }, userID)
    if (claims.email_verified === true) await noteConfirmed(trx, clock, userID)
  }
  for (const user of usernamesOf(claims)) {
    try {
      return await createUser(db, clock, { user, pwd: '', inputs }, passwordHash, { firstIsAdmin, also: link })
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'username_taken')) throw error
    }
  }
  throw new AppError('username_taken')
}

/** Gives or takes the role Admin as the provider says, if it says anything. The last Admin stays. */
const followAdminClaim = async (
  services: Services,
  { adminClaim }: OIDCSettings,
  claims: Claims,
  userID: number,
  request: FastifyRequest,
): Promise<boolean | undefined> => {
  if (!adminClaim) return undefined
  const held = claimHas(claims, adminClaim)
  if (held === undefined) {
    const what = { event: 'admin_claim_missing', claim: adminClaim.name }
    request.log.warn(what, 'the OpenID provider did not send OIDC_ADMIN_CLAIM, so the role Admin stays as it is')
    return undefined
  }
  const record = recordRole(services, { role: Role.Admin, held, by: null, from: request })
  return (await setRole(services.db, userID, Role.Admin, held, record)) === 'changed' ? held : undefined
}

const ticketShape = z.object({
  ...{ issuer: z.string(), subject: z.string(), userID: z.number(), until: z.number() },
  /** Of the account: with another one, the ticket is void. */
  email: z.string(),
})
type Ticket = z.output<typeof ticketShape>

/** Only this installation can make it. */
const ticketOf = async ({ db }: Services, ticket: Ticket): Promise<string> => {
  const text = Buffer.from(JSON.stringify(ticket)).toString('base64url')
  return `${text}.${await sealOf(db, `provider ${text}`)}`
}

/** Throws `ticket_invalid`. */
const openTicket = async ({ db, clock }: Services, sent: string): Promise<Ticket> => {
  const [text = '', seal = ''] = sent.split('.')
  if (!(await isSealOf(db, `provider ${text}`, seal))) throw new AppError('ticket_invalid')
  const ticket = ticketShape.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
  if (ticket.until <= clock.now().getTime()) throw new AppError('ticket_invalid')
  return ticket
}

const openMoved = (services: Services, at: accounts.AtProvider, email: string, request: FastifyRequest) =>
  transact(services.db, async (trx) => {
    const user = await accounts.takeMoved(trx, services.clock, at, email)
    if (!user) return undefined
    await recordEvent(services, trx, { kind: 'provider_linked', user, by: null, detail: at.issuer, from: request })
    return user
  })

/** The linked account, a new one, or `link_first`: an address is no proof, so the account's password has to follow. */
const accountOf = async (
  services: Services,
  settings: OIDCSettings,
  answered: Answered,
  request: FastifyRequest,
): Promise<number> => {
  const { db, clock } = services
  const at = { issuer: answered.issuer, subject: answered.claims.sub }
  const linked = await accounts.findLinked(db, at)
  if (linked !== undefined) return linked
  const email = emailAddress.safeParse(answered.claims.email)
  if (!email.success && answered.userInfoError !== undefined) throw refused(settings)
  if (!email.success) throw new AppError('no_email', { values: { name: settings.name } })
  // Some providers take any address unverified: it must not tell strangers of its account.
  const isProven = answered.claims.email_verified === true
  const moved = isProven && (await openMoved(services, at, email.data, request))
  if (moved) return moved.userID
  const known = await findUserForLogin(db, email.data)
  if (known) {
    const until = clock.now().getTime() + TICKET_LIFE
    const ticket = await ticketOf(services, { ...at, userID: known.id, email: known.email, until })
    const user = isProven ? known.username : email.data
    const isOthers = (await accounts.listLinked(db, known.id)).some(({ issuer }) => issuer === at.issuer)
    const code = isOthers ? 'link_other' : 'link_first'
    throw new AppError(code, { values: { name: settings.name }, body: { ticket, user } })
  }
  if (!settings.createsAccounts) throw new AppError('registration_closed')
  try {
    return await createAccount(services, answered, email.data)
  } catch (error) {
    // Another tab was faster, or the account is locked.
    const made = await accounts.findLinked(db, at)
    if (made !== undefined) return made
    if (!(error instanceof AppError)) throw error
    throw isProven && error.code === 'email_taken' ? locked(settings) : refused(settings)
  }
}

const locked = ({ name }: OIDCSettings) => new AppError('locked_here', { values: { name } })
const refused = ({ name }: OIDCSettings) => new AppError('provider_refused', { values: { name } })

/** Each asks the provider, so callers with invented answers are stopped; so many serve a large office. */
const ANSWERS = { kind: 'provider-address', limit: 300, windowMs: 15 * MINUTE } as const

/** A session, and whose browser it is in. */
interface LoggedIn {
  session: RestoredSession
  account: Account
}

export const logIn = async (
  services: Services,
  { provider, settings }: { provider: Provider; settings: OIDCSettings },
  { answer, remember = false, ...kept }: BodyOf<typeof logInAtProvider>,
  request: FastifyRequest,
): Promise<LoggedIn> => {
  const { db, clock, config, jobs } = services
  await countTry(db, clock, [{ ...ANSWERS, key: request.ip }])
  const answered = await provider.finish(answer, kept).catch((error: unknown) => {
    const why = { err: error, event: 'provider_refused', ...errorOf(error) }
    request.log.warn(why, 'the OpenID provider did not log someone in')
    throw error
  })
  if (answered.userInfoError !== undefined) {
    const why = { err: answered.userInfoError, event: 'user_info_failed', ...errorOf(answered.userInfoError) }
    request.log.warn(why, 'the OpenID provider gave no user info, so the ID token alone counts')
  }
  const userID = await accountOf(services, settings, answered, request)
  const { sub: subject, email, email_verified: isVerified } = answered.claims
  const verified = isVerified === true ? emailAddress.safeParse(email).data : undefined
  await accounts.noteEmail(db, { issuer: answered.issuer, subject }, verified ?? null)
  const held = await followAdminClaim(services, settings, answered.claims, userID, request)
  const idToken = answered.idToken === undefined ? null : sealIDToken(answered.idToken, settings.clientSecret)
  const account = await findUserByID(db, userID)
  if (!account) throw refused(settings)
  const user = { userID, username: account.username }
  const isKnown = knownBrowser(request, cookieScopeOf(config), account) !== undefined
  const session = { userID, remember, idToken, ...deviceOf(request) }
  const opened = await accounts.openAtProvider(db, clock, session, (trx) =>
    recordLogin(services, trx, { user, how: 'provider', isKnown, from: request }),
  )
  if (!opened) throw locked(settings)
  jobs.wake()
  if (held !== undefined)
    logSecurity(request, 'role_changed', null, { of: opened.username, role: Role.Admin, held, by: 'provider' })
  return { session: opened, account }
}

export const link = async (
  services: Services,
  { ticket, pwd, code, remember = false }: BodyOf<typeof linkProvider>,
  request: FastifyRequest,
): Promise<LoggedIn> => {
  const { db, clock } = services
  const { userID, issuer, subject, email } = await openTicket(services, ticket)
  const user = await findUserByID(db, userID)
  if (user?.email !== email) throw new AppError('ticket_invalid')
  const login = { name: user.username, account: user, password: pwd, code, remember, openedBy: 'provider' as const }
  const browsers = { knownBrowser: undefined, rememberedBrowser: undefined }
  const session = await logInWithPassword(services, request, { ...login, ...browsers }, async (trx) => {
    await accounts.linkAccount(trx, clock, { issuer, subject }, userID)
    const by = { userID, username: user.username }
    await recordEvent(services, trx, { kind: 'provider_linked', user: by, by, detail: issuer, from: request })
  })
  logSecurity(request, 'provider_linked', user.username, { issuer })
  return { session, account: user }
}

/** Throws `not_found`, `current_password_wrong` or `too_many_tries`. */
export const unlink = async (
  services: Services,
  actor: Actor,
  { issuer, currentPass }: BodyOf<typeof unlinkProvider>,
  request: FastifyRequest,
): Promise<void> => {
  const checked = await checkPassword(services, actor, currentPass, request)
  await transact(services.db, async (trx) => {
    await confirmPassword(trx, actor, checked)
    await accounts.unlinkAccount(trx, actor, issuer)
    const unlinked = { kind: 'provider_unlinked', user: actor, by: actor, detail: issuer, from: request } as const
    await recordEvent(services, trx, unlinked)
  })
  services.jobs.wake()
  logSecurity(request, 'provider_unlinked', actor.username, { issuer })
}
