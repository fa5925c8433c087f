import cookie from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookieNameOf, cookieOf, type CookieScope } from './session-cookies.ts'
import { newToken } from './tokens.ts'

/** Browsers keep no cookie longer. */
const LIFE_S = 400 * 24 * 60 * 60
/** How many accounts one browser is known to. */
const MOST_ACCOUNTS = 5

/** Whose browser it is. */
export interface Account {
  id: number
  password_hash: string
}

const tokensOf = (request: FastifyRequest, scope: CookieScope): string[] =>
  cookieOf(request, 'browser', scope)?.split(' ').slice(0, MOST_ACCOUNTS) ?? []

/**
 * Signed with the hash of the account's password, which only the server has: so no secret has to be kept, and a new
 * password makes every browser unknown.
 */
const secretOf = ({ id, password_hash }: Account): string => `${id} ${password_hash}`

const isOf =
  (account: Account) =>
  (token: string): boolean =>
    cookie.unsign(token, secretOf(account)).valid

/** What names a browser that has logged in to the account before; undefined for others. */
export const knownBrowser = (request: FastifyRequest, scope: CookieScope, account: Account): string | undefined =>
  tokensOf(request, scope).find(isOf(account))

/** What will name a browser that the account does not know yet. */
export const newBrowser = (account: Account): string => cookie.sign(newToken(), secretOf(account))

/** Makes the browser known to the account, for its next login. */
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
