import type { FastifyReply, FastifyRequest } from 'fastify'
import { exportMyData } from '../../../shared/identity/account.api.ts'
import { getPaper } from '../../../shared/papers/papers.api.ts'
import { exportSecurityEvents } from '../../../shared/identity/security-events.api.ts'
import { getSheet } from '../../../shared/exchange/sheets.api.ts'
import type { SessionBody } from '../../../shared/identity/auth.api.ts'
import { download } from '../../../shared/attachments/files.api.ts'
import type { From } from '../../platform/http/security/security-log.ts'
import { systemClock, type Clock } from '../../platform/lib/clock.ts'
import { mintActor, type Actor } from '../../platform/db/actor.ts'
import type { Database } from '../../platform/db/database.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { isReachedByHTTPS, publicPathOf, type Config } from '../../config.ts'
import { findByKey } from '../api-keys/api-keys.repo.ts'
import { countKeyCalls } from '../api-keys/key-rate.ts'
import { API_KEY_PREFIX } from './tokens.ts'
import { findByAccessToken, findByDownloadToken, type FoundSession, type RestoredSession } from './sessions.repo.ts'

interface CookieNames {
  refresh: string
  download: string
  /** See known-browsers.ts. */
  browser: string
}

const PLAIN: CookieNames = {
  refresh: 'roomfolio_session',
  download: 'roomfolio_download',
  browser: 'roomfolio_browser',
}
/**
 * Browsers take these from https alone, and `__Host-` from this very host with the path / alone: so that neither another
 * site under the same domain nor an attacker on the network can plant a session.
 */
const PREFIXED: CookieNames = {
  refresh: `__Host-${PLAIN.refresh}`,
  download: `__Secure-${PLAIN.download}`,
  browser: `__Host-${PLAIN.browser}`,
}
/** Others may be on the same host, under paths of their own, and are not sent our cookies. */
const UNDER_A_PATH: CookieNames = {
  ...PREFIXED,
  refresh: `__Secure-${PLAIN.refresh}`,
  browser: `__Secure-${PLAIN.browser}`,
}

/** By what people reach this installation, as its cookies go by it. */
export interface Reach {
  secure: boolean
  /** '' or such as '/homes'. */
  path: string
}
export const reachOf = (config: Pick<Config, 'publicURL'>): Reach => ({
  secure: isReachedByHTTPS(config),
  path: publicPathOf(config),
})

const secureNames = ({ path }: Reach): CookieNames => (path === '' ? PREFIXED : UNDER_A_PATH)

/** Plain addresses, which a browser asks for without the access token. */
const DOWNLOADS: readonly string[] = [
  download.path,
  exportMyData.path,
  exportSecurityEvents.path,
  getSheet.path,
  getPaper.path,
]
const DOWNLOAD_PATHS = ['/download', '/export', '/sheet', '/paper']

export const bearerOf = (request: FastifyRequest): string | undefined =>
  /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]

/** Under https a plain name is never read: a neighboring host can set a cookie of that name, but none with these prefixes. */
const namesOf = (reach: Reach): CookieNames => (reach.secure ? secureNames(reach) : PLAIN)
export const nameOf = (kind: keyof CookieNames, reach: Reach): string => namesOf(reach)[kind]
export const cookieOf = (request: FastifyRequest, kind: keyof CookieNames, reach: Reach): string | undefined =>
  request.cookies[nameOf(kind, reach)]

export const refreshCookieOf = (request: FastifyRequest, reach: Reach): string | undefined =>
  cookieOf(request, 'refresh', reach)

/** Who calls: by the bearer, or on downloads by their cookie. A token that is no longer good is a 401 of its own. */
export const makeFindActor = (db: Database, reach: Reach, clock: Clock = systemClock) => {
  const countCall = countKeyCalls(clock)
  const findActorOfKey = async (key: string): Promise<Actor> => {
    const found = await findByKey(db, clock, key)
    if (!found) throw new AppError('key_invalid')
    const { keyID, writes, projects, ...person } = found
    countCall(keyID)
    return mintActor({ ...person, sessionID: 0, apiKey: { keyID, writes, projects } })
  }
  return async (request: FastifyRequest): Promise<Actor | undefined> => {
    const bearer = bearerOf(request)
    if (bearer?.startsWith(API_KEY_PREFIX)) return findActorOfKey(bearer)
    const isDownload = DOWNLOADS.includes(request.routeOptions.url ?? '')
    const cookie = isDownload ? cookieOf(request, 'download', reach) : undefined
    let found: FoundSession | undefined
    if (bearer) found = await findByAccessToken(db, clock, bearer)
    else if (cookie) found = await findByDownloadToken(db, clock, cookie)
    else return undefined
    if (!found) throw new AppError('session_ended')
    return mintActor(found)
  }
}

const USER_AGENT_MAX = 255

/** What the list of sessions shows of a device. */
export const deviceOf = ({ headers, ip }: Pick<From, 'headers' | 'ip'>): { userAgent: string; address: string } => ({
  userAgent: (headers['user-agent'] ?? '').slice(0, USER_AGENT_MAX),
  address: ip,
})

/** Each cookie of a session with its path. */
const placesOf = (names: CookieNames, { path }: Reach) => [
  { kind: 'refresh' as const, name: names.refresh, path: path || '/' },
  ...DOWNLOAD_PATHS.map((below) => ({ kind: 'download' as const, name: names.download, path: path + below })),
]

const clear = (reply: FastifyReply, names: CookieNames, reach: Reach): void => {
  for (const { name, path } of placesOf(names, reach)) reply.clearCookie(name, { path, secure: reach.secure })
}

/**
 * Sets the cookies of a session and gives the body of /login and /refresh. Without `remember` the cookies end with the
 * browser.
 */
export const handOver = (reply: FastifyReply, session: RestoredSession, reach: Reach): SessionBody => {
  const { secure } = reach
  const shared = {
    httpOnly: true,
    sameSite: 'strict',
    secure,
    ...(session.remember && { maxAge: Math.ceil(session.lifeMs / 1000) }),
  } as const
  for (const { kind, name, path } of placesOf(namesOf(reach), reach)) {
    reply.setCookie(name, session.tokens[kind], { ...shared, path })
  }
  return {
    accessToken: session.tokens.access,
    roles: session.roles,
    user: session.username,
    ...(session.mustChangePassword && { mustChangePassword: true }),
    ...(session.mustSetUpSecondFactor && { mustSetUpSecondFactor: true }),
    ...(session.openedBy === 'provider' && { provider: true }),
  }
}

export const clearCookies = (reply: FastifyReply, reach: Reach): void => {
  clear(reply, namesOf(reach), reach)
}
