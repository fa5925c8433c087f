import cookie from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { findUserByID } from '../account/users.repo.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Database } from '../../platform/db/database.ts'
import { cookieNameOf, cookieOf, type CookieScope } from './session-cookies.ts'
import { newToken } from '../../platform/lib/tokens.ts'

/** Browsers keep no cookie longer. */
const LIFE_S = 400 * 24 * 60 * 60
/** Accounts per browser. */
const MOST_ACCOUNTS = 5

/** The account that a browser logged in to. */
export interface Account {
  id: number
  password_hash: string
  browsers_since: string | null
}

const tokensOf = (request: FastifyRequest, scope: CookieScope): string[] =>
  cookieOf(request, 'browser', scope)?.split(' ').slice(0, MOST_ACCOUNTS) ?? []

/** Signed with the account's password hash, so that no secret has to be stored and a new password makes all browsers unknown. */
const secretOf = ({ id, password_hash, browsers_since }: Account): string =>
  [id, password_hash, ...(browsers_since === null ? [] : [browsers_since])].join(' ')

const isOf =
  (account: Account) =>
  (token: string): boolean =>
    cookie.unsign(token, secretOf(account)).valid

/** The token of a browser that has logged in to the account before; undefined for others. */
export const knownBrowser = (request: FastifyRequest, scope: CookieScope, account: Account): string | undefined =>
  tokensOf(request, scope).find(isOf(account))

/** A token for a browser that the account does not know yet. */
export const newBrowser = (account: Account): string => cookie.sign(newToken(), secretOf(account))

/** Makes the browser known to the account. */
export const rememberBrowser = (
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  scope: CookieScope,
  account: Account,
  own = knownBrowser(request, scope, account) ?? newBrowser(account),
): void => {
  const isOwn = isOf(account)
  const others = tokensOf(request, scope).filter((token) => !isOwn(token))
  reply.setCookie(cookieNameOf('browser', scope), [own, ...others].slice(0, MOST_ACCOUNTS).join(' '), {
    httpOnly: true,
    sameSite: 'strict',
    secure: scope.secure,
    path: scope.path || '/',
    maxAge: LIFE_S,
  })
}

/** After a change that made all browsers unknown: the browser of whoever made it stays known. */
export const keepBrowserKnown = async (
  db: Database,
  answering: { request: FastifyRequest; reply: FastifyReply },
  scope: CookieScope,
  { userID }: Actor,
): Promise<void> => {
  const account = await findUserByID(db, userID)
  if (account) rememberBrowser(answering, scope, account)
}
