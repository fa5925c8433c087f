import { login, logout, refresh, register } from '../../shared/auth.ts'
import { nameKey } from '../../shared/name-key.ts'
import type { Services } from '../services.ts'
import { AppError } from '../http/app-error.ts'
import { refuseForeignSite } from '../http/same-site.ts'
import type { Serve } from '../http/serve.ts'
import { admit } from './login.service.ts'
import { hashPassword, passwordMatches } from './passwords.ts'
import { bearerOf, clearCookies, handOver, refreshCookieOf } from './session.ts'
import { endSession, rotateSession } from './sessions.repo.ts'
import { countTry, LOGIN_WINDOW, REGISTER_WINDOW } from './throttle.repo.ts'
import { createUser, findUserForLogin } from './users.repo.ts'

const USER_AGENT_MAX = 255

export const authRoutes = (serve: Serve, { db, clock, config }: Services): void => {
  const secure = config.publicURL.startsWith('https:')

  serve(login, async ({ body, request, reply }) => {
    const name = body.user?.trim()
    const password = body.pwd
    if (!name || !password) {
      throw new AppError('missing_credentials', {
        fields: { ...(!name && { user: true }), ...(!password && { pwd: true }) },
      })
    }
    const user = await findUserForLogin(db, name)
    const accountKey = user ? `id ${user.id}` : `name ${nameKey(name)}`
    const counted = await countTry(db, clock, [
      { kind: 'login-account', key: accountKey, limit: config.loginTriesPerAccount, windowMs: LOGIN_WINDOW },
      { kind: 'login-address', key: request.ip, limit: config.loginTriesPerAddress, windowMs: LOGIN_WINDOW },
    ])
    if (!(await passwordMatches(user?.password_hash, password)) || !user) throw new AppError('wrong_credentials')
    const session = await admit(db, clock, accountKey, counted, {
      userID: user.id,
      remember: body.remember ?? false,
      userAgent: (request.headers['user-agent'] ?? '').slice(0, USER_AGENT_MAX),
      address: request.ip,
    })
    return handOver(reply, session, secure)
  })

  serve(refresh, async ({ request, reply }) => {
    refuseForeignSite(request, config.publicURL)
    const token = refreshCookieOf(request)
    const session = token ? await rotateSession(db, clock, token) : undefined
    if (session) return handOver(reply, session, secure)
    clearCookies(reply)
    throw new AppError('session_ended')
  })

  serve(logout, async ({ request, reply }) => {
    refuseForeignSite(request, config.publicURL)
    for (const token of [refreshCookieOf(request), bearerOf(request)]) if (token) await endSession(db, token)
    clearCookies(reply)
    return undefined
  })

  serve(register, async ({ body, request }) => {
    await countTry(db, clock, [
      { kind: 'register-address', key: request.ip, limit: config.registrationsPerHour, windowMs: REGISTER_WINDOW },
    ])
    await createUser(db, clock, body, await hashPassword(body.pwd), config.firstUserIsAdmin)
    return { message: 'Registration Successful!' }
  })
}
