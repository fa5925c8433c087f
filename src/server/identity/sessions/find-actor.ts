import type { FastifyRequest } from 'fastify'
import { download } from '../../../shared/attachments/files.api.ts'
import { getSheet } from '../../../shared/exchange/sheets.api.ts'
import { exportMyData } from '../../../shared/identity/account.api.ts'
import { exportSecurityEvents } from '../../../shared/identity/security-events.api.ts'
import { getPaper } from '../../../shared/papers/papers.api.ts'
import type { Config } from '../../config.ts'
import { mintActor, type Actor } from '../../platform/db/actor.ts'
import type { Database } from '../../platform/db/database.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { Clock } from '../../platform/lib/clock.ts'
import { findByKey } from '../api-keys/api-keys.repo.ts'
import { countKeyCalls } from '../api-keys/key-rate.ts'
import { cookieOf, cookieScopeOf } from './session-cookies.ts'
import { findByAccessToken, findByDownloadToken, isOfSession, type FoundSession } from './sessions.repo.ts'
import { API_KEY_PREFIX } from '../api-keys/key-format.ts'

/** Addresses that a browser opens itself, without the access token. */
const DOWNLOADS: readonly string[] = [
  download.path,
  exportMyData.path,
  exportSecurityEvents.path,
  getSheet.path,
  getPaper.path,
]

export const bearerOf = (request: FastifyRequest): string | undefined =>
  /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]

/**
 * Returns the function that finds who calls: the owner of the API key or access token, or on downloads of the cookie.
 * It throws `key_invalid` or `session_ended` for a token that is no longer good.
 */
export const makeFindActor = (db: Database, config: Pick<Config, 'publicURL'>, clock: Clock) => {
  const scope = cookieScopeOf(config)
  const countCall = countKeyCalls(clock)

  const findByAPIKey = async (key: string): Promise<Actor> => {
    const found = await findByKey(db, clock, key)
    if (!found) throw new AppError('key_invalid')
    const { keyID, writes, projects, ...person } = found
    countCall(keyID)
    return mintActor({ ...person, sessionID: 0, apiKey: { keyID, writes, projects } })
  }

  const asActor = (found: FoundSession | undefined): Actor => {
    if (!found) throw new AppError('session_ended')
    return mintActor(found)
  }

  /** A neighboring host can set a download cookie, but not the other cookie of the session, which browsers send too. */
  const findByCookies = async (request: FastifyRequest): Promise<Actor | undefined> => {
    const cookie = cookieOf(request, 'download', scope)
    if (!cookie) return undefined
    const found = await findByDownloadToken(db, clock, cookie)
    if (found && scope.secure && !(await isOfSession(db, found, cookieOf(request, 'refresh', scope) ?? '')))
      throw new AppError('session_ended')
    return asActor(found)
  }

  return async (request: FastifyRequest): Promise<Actor | undefined> => {
    const bearer = bearerOf(request)
    if (bearer?.startsWith(API_KEY_PREFIX)) return findByAPIKey(bearer)
    if (bearer) return asActor(await findByAccessToken(db, clock, bearer))
    const isDownload = DOWNLOADS.includes(request.routeOptions.url ?? '')
    return isDownload ? findByCookies(request) : undefined
  }
}
