import type { FastifyReply, FastifyRequest } from 'fastify'
import { exportMyData } from '../../shared/account.ts'
import type { SessionBody } from '../../shared/auth.ts'
import { download } from '../../shared/files.ts'
import { systemClock, type Clock } from '../clock.ts'
import { mintActor, type Actor } from '../db/actor.ts'
import type { Database } from '../db/database.ts'
import { AppError } from '../http/app-error.ts'
import { findByAccessToken, findByDownloadToken, sessionLife, type FoundSession, type Tokens } from './sessions.repo.ts'

const REFRESH_COOKIE = 'roomfolio_session'
const DOWNLOAD_COOKIE = 'roomfolio_download'
/** Plain addresses, which a browser asks for without the access token. */
const DOWNLOADS: readonly string[] = [download.path, exportMyData.path]
const DOWNLOAD_PATHS = ['/download', '/export']

export const bearerOf = (request: FastifyRequest): string | undefined =>
  /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]

export const refreshCookieOf = (request: FastifyRequest): string | undefined => request.cookies[REFRESH_COOKIE]

/** Who calls: by the bearer, or on downloads by their cookie. A token that is no longer good is a 401 of its own. */
export const makeFindActor =
  (db: Database, clock: Clock = systemClock) =>
  async (request: FastifyRequest): Promise<Actor | undefined> => {
    const bearer = bearerOf(request)
    const cookie = DOWNLOADS.includes(request.routeOptions.url ?? '') ? request.cookies[DOWNLOAD_COOKIE] : undefined
    let found: FoundSession | undefined
    if (bearer) found = await findByAccessToken(db, clock, bearer)
    else if (cookie) found = await findByDownloadToken(db, clock, cookie)
    else return undefined
    if (!found) throw new AppError('session_ended')
    return mintActor(found)
  }

/**
 * Sets the cookies of a session and gives the body of /login and /refresh. Without `remember` the cookies end with the
 * browser.
 */
export const handOver = (
  reply: FastifyReply,
  session: FoundSession & { remember: boolean; tokens: Tokens },
  secure: boolean,
): SessionBody => {
  const shared = {
    httpOnly: true,
    sameSite: 'strict',
    secure,
    ...(session.remember && { maxAge: sessionLife(true) / 1000 }),
  } as const
  reply.setCookie(REFRESH_COOKIE, session.tokens.refresh, { ...shared, path: '/' })
  for (const path of DOWNLOAD_PATHS) reply.setCookie(DOWNLOAD_COOKIE, session.tokens.download, { ...shared, path })
  return { accessToken: session.tokens.access, roles: session.roles, user: session.username }
}

export const clearCookies = (reply: FastifyReply): void => {
  reply.clearCookie(REFRESH_COOKIE, { path: '/' })
  for (const path of DOWNLOAD_PATHS) reply.clearCookie(DOWNLOAD_COOKIE, { path })
}
