import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SessionBody } from '../../../shared/identity/auth.api.ts'
import { isReachedByHTTPS, publicPathOf, type Config } from '../../config.ts'
import type { Database } from '../../platform/db/database.ts'
import { endSession, type RestoredSession } from './sessions.repo.ts'

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
 * Browsers take these over https only, and `__Host-` only from this very host with the path /. So neither another site
 * under the same domain nor an attacker on the network can plant a session.
 */
const PREFIXED: CookieNames = {
  refresh: `__Host-${PLAIN.refresh}`,
  download: `__Secure-${PLAIN.download}`,
  browser: `__Host-${PLAIN.browser}`,
}
/** Other sites may be on the same host under other paths and must not receive our cookies. */
const UNDER_A_PATH: CookieNames = {
  ...PREFIXED,
  refresh: `__Secure-${PLAIN.refresh}`,
  browser: `__Secure-${PLAIN.browser}`,
}

/** What PUBLIC_URL decides about cookies. */
export interface CookieScope {
  secure: boolean
  /** '' or such as '/homes'. */
  path: string
}
export const cookieScopeOf = (config: Pick<Config, 'publicURL'>): CookieScope => ({
  secure: isReachedByHTTPS(config),
  path: publicPathOf(config),
})

/** The paths that the download cookie is sent to. */
const DOWNLOAD_PATHS = ['/download', '/export', '/sheet', '/paper']

/** Under https a plain name is never read: a neighboring host can set a cookie of that name, but none with these prefixes. */
const namesOf = ({ secure, path }: CookieScope): CookieNames => {
  if (!secure) return PLAIN
  return path === '' ? PREFIXED : UNDER_A_PATH
}

export const cookieNameOf = (kind: keyof CookieNames, scope: CookieScope): string => namesOf(scope)[kind]

/** Under https undefined if there are two: a neighboring host can set one for a longer path, which is sent first. */
export const cookieOf = (request: FastifyRequest, kind: keyof CookieNames, scope: CookieScope): string | undefined => {
  const name = cookieNameOf(kind, scope)
  const sent = request.headers.cookie?.split(';').filter((pair) => pair.split('=', 1)[0]?.trim() === name) ?? []
  return scope.secure && sent.length > 1 ? undefined : request.cookies[name]
}

/** Each cookie of a session with its path. */
const cookiesOf = (scope: CookieScope) => {
  const names = namesOf(scope)
  return [
    { kind: 'refresh' as const, name: names.refresh, path: scope.path || '/' },
    ...DOWNLOAD_PATHS.map((path) => ({ kind: 'download' as const, name: names.download, path: scope.path + path })),
  ]
}

/** Sets the cookies of a session and returns the body for the browser. Without `remember` they end with the browser. */
export const sendSession = (reply: FastifyReply, session: RestoredSession, scope: CookieScope): SessionBody => {
  const options = {
    httpOnly: true,
    sameSite: 'strict',
    secure: scope.secure,
    ...(session.remember && { maxAge: Math.ceil(session.lifeMs / 1000) }),
  } as const
  for (const { kind, name, path } of cookiesOf(scope)) reply.setCookie(name, session.tokens[kind], { ...options, path })
  return {
    accessToken: session.tokens.access,
    roles: session.roles,
    user: session.username,
    ...(session.mustChangePassword && { mustChangePassword: true }),
    ...(session.mustSetUpSecondFactor && { mustSetUpSecondFactor: true }),
    ...(session.openedBy === 'provider' && { provider: true }),
  }
}

/** The answer of a login. The session that this browser had ends, as its cookie is replaced. */
export const sendNewSession = async (
  db: Database,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  session: RestoredSession,
  scope: CookieScope,
): Promise<SessionBody> => {
  const replaced = cookieOf(request, 'refresh', scope)
  if (replaced !== undefined) await endSession(db, replaced)
  return sendSession(reply, session, scope)
}

export const clearSessionCookies = (reply: FastifyReply, scope: CookieScope): void => {
  for (const { name, path } of cookiesOf(scope)) reply.clearCookie(name, { path, secure: scope.secure })
}
