import { forgot, login, logout, refresh, register, resetPassword } from '../../shared/auth.ts'
import { isReachedByHTTPS } from '../config.ts'
import type { Services } from '../services.ts'
import { AppError } from '../http/app-error.ts'
import { refuseForeignSite } from '../http/same-site.ts'
import type { Serve } from '../http/serve.ts'
import { accountKeyOf, admit, countPassword, nameKeyOf } from './login.service.ts'
import { requireWorkingMail } from '../mail/mail-health.service.ts'
import { mailResetLink } from './reset-mail.service.ts'
import { userOfPasswordReset } from './password-resets.repo.ts'
import { hashPassword, passwordMatches } from './passwords.ts'
import { bearerOf, clearCookies, handOver, refreshCookieOf } from './session.ts'
import { endSession, rotateSession } from './sessions.repo.ts'
import { setPasswordByToken } from './set-password.service.ts'
import { countTry, FORGOT_WINDOW, REGISTER_WINDOW } from './throttle.repo.ts'
import { createUser, findUserForLogin } from './users.repo.ts'

const USER_AGENT_MAX = 255

export const authRoutes = (serve: Serve, services: Services): void => {
  const { db, clock, config, mail } = services
  const secure = isReachedByHTTPS(config)

  serve(login, async ({ body, request, reply }) => {
    const name = body.user?.trim()
    const password = body.pwd
    if (!name || !password) {
      throw new AppError('missing_credentials', {
        fields: { ...(!name && { user: true }), ...(!password && { pwd: true }) },
      })
    }
    const user = await findUserForLogin(db, name)
    const accountKey = user ? accountKeyOf(user.id) : nameKeyOf(name)
    const counted = await countPassword(services, accountKey, request.ip)
    if (!(await passwordMatches(user?.password_hash, password)) || !user) throw new AppError('wrong_credentials')
    const session = await admit(db, clock, accountKey, counted, {
      userID: user.id,
      passwordHash: user.password_hash,
      remember: body.remember ?? false,
      userAgent: (request.headers['user-agent'] ?? '').slice(0, USER_AGENT_MAX),
      address: request.ip,
    })
    return handOver(reply, session, secure)
  })

  serve(refresh, async ({ request, reply }) => {
    refuseForeignSite(request, config.publicURL)
    const token = refreshCookieOf(request, secure)
    const session = token ? await rotateSession(db, clock, token) : undefined
    if (session) return handOver(reply, session, secure)
    clearCookies(reply, secure)
    throw new AppError('session_ended')
  })

  serve(logout, async ({ request, reply }) => {
    refuseForeignSite(request, config.publicURL)
    for (const token of [refreshCookieOf(request, secure), bearerOf(request)]) if (token) await endSession(db, token)
    clearCookies(reply, secure)
    return undefined
  })

  serve(register, async ({ body, request }) => {
    await countTry(db, clock, [
      { kind: 'register-address', key: request.ip, limit: config.registrationsPerHour, windowMs: REGISTER_WINDOW },
    ])
    const firstIsAdmin = config.firstUserIsAdmin && !config.firstAdminNeedsCode
    await createUser(db, clock, body, await hashPassword(body.pwd), firstIsAdmin)
    return { message: 'Registration Successful!' }
  })

  serve(forgot, async ({ body, request }) => {
    if (!mail) throw new AppError('mail_not_set_up')
    await requireWorkingMail(services, request.log)
    const user = await findUserForLogin(db, body.user)
    const key = user ? accountKeyOf(user.id) : nameKeyOf(body.user)
    await countTry(db, clock, [
      { kind: 'forgot-account', key, limit: config.forgotPerAccount, windowMs: FORGOT_WINDOW },
      { kind: 'forgot-address', key: request.ip, limit: config.forgotPerAddress, windowMs: FORGOT_WINDOW },
    ])
    // After the answer, so that its time tells nobody whether there is such an account.
    if (user) mail.inBackground(request.log, () => mailResetLink(services, mail, user))
    return { message: 'If there is such an account, an e-mail with a link is on its way.' }
  })

  serve(resetPassword, async ({ body: { token, newPass } }) => {
    const userID = await userOfPasswordReset(db, clock, token)
    if (userID === undefined) throw new AppError('reset_link_invalid')
    await setPasswordByToken(db, clock, { userID, token, passwordHash: await hashPassword(newPass) })
    return { message: 'Password changed' }
  })
}
