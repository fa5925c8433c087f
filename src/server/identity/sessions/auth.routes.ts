import { forgot, login, logout, refresh, register, resetPassword } from '../../../shared/identity/auth.api.ts'
import type { Registration } from '../../../shared/admin/site.api.ts'
import { BY_INVITATION } from '../../../shared/contract/problem.ts'
import type { BodyOf } from '../../../shared/contract/endpoint.ts'
import type { AppServices } from '../../services.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { watchAddresses } from '../../platform/http/own-address.ts'
import { makeRefuseForeignSite } from '../../platform/http/security/same-site.ts'
import { logSecurity } from '../../platform/http/security/security-log.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { requireWorkingMail } from '../../platform/mail/mail-health.service.ts'
import { refuseGuessable } from '../passwords/guessable.ts'
import { countForgot } from './login-attempts.service.ts'
import { logInWithPassword } from './login.service.ts'
import { knownBrowser, newBrowser, rememberBrowser } from './known-browsers.ts'
import { resetMailJob } from '../passwords/reset-mail.service.ts'
import { userOfPasswordReset } from '../passwords/password-resets.repo.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { bearerOf } from './find-actor.ts'
import { clearSessionCookies, cookieOf, cookieScopeOf, sendNewSession, sendSession } from './session-cookies.ts'
import { recordEvent } from '../security-events/security-events.service.ts'
import { endSession, rotateSession } from './sessions.repo.ts'
import { setPasswordByToken } from '../passwords/set-password.service.ts'
import { countTry, REGISTER_WINDOW } from '../../platform/http/throttle.repo.ts'
import { createUser } from '../account/create-user.repo.ts'
import { findNames, findUserForLogin } from '../account/users.repo.ts'

/** Throws `registration_closed`. The setup code of the first Admin is checked later. */
const requireOpenRegistration = (registration: Registration, { code, invitation }: BodyOf<typeof register>): void => {
  if (registration === 'closed' && !code) throw new AppError('registration_closed')
  if (registration === 'invited' && !code && !invitation)
    throw new AppError('registration_closed', { sentence: BY_INVITATION })
}

export const authRoutes = (serve: Serve, services: AppServices): void => {
  const { db, clock, config, mail, jobs } = services
  const scope = cookieScopeOf(config)
  const refuseForeignSite = makeRefuseForeignSite(config)
  const noteAddress = watchAddresses(config)

  serve(login, async ({ body, request, reply }) => {
    const name = body.user?.trim()
    const password = body.pwd
    if (!name || !password) {
      throw new AppError('missing_credentials', {
        fields: { ...(!name && { user: true }), ...(!password && { pwd: true }) },
      })
    }
    const user = await findUserForLogin(db, name)
    const known = user && knownBrowser(request, scope, user)
    const browser = user && (known ?? newBrowser(user))
    const session = await logInWithPassword(services, request, {
      name,
      account: user,
      password,
      code: body.code ?? undefined,
      knownBrowser: known,
      rememberedBrowser: body.rememberBrowser ? browser : undefined,
      remember: body.remember ?? false,
      openedBy: 'password',
    })
    noteAddress(request)
    const answer = await sendNewSession(db, { request, reply }, session, scope)
    if (user) rememberBrowser({ request, reply }, scope, user, browser)
    return answer
  })

  serve(refresh, async ({ request, reply }) => {
    refuseForeignSite(request)
    const token = cookieOf(request, 'refresh', scope)
    const session = token ? await rotateSession(db, clock, token) : undefined
    if (session) return sendSession(reply, session, scope)
    clearSessionCookies(reply, scope)
    throw new AppError('session_ended')
  })

  serve(logout, async ({ request, reply }) => {
    refuseForeignSite(request)
    for (const token of [cookieOf(request, 'refresh', scope), bearerOf(request)]) if (token) await endSession(db, token)
    clearSessionCookies(reply, scope)
    // Cached pictures and files must not stay for the next user of this browser.
    void reply.header('Clear-Site-Data', '"cache"')
    return undefined
  })

  serve(register, async ({ body, request, once }) => {
    requireOpenRegistration(config.registration, body)
    await refuseGuessable('pwd', body.pwd, { username: body.user, email: body.inputs.email })
    await countTry(db, clock, [
      { kind: 'register-address', key: request.ip, limit: config.registrationsPerHour, windowMs: REGISTER_WINDOW },
    ])
    // The code may have been logged before the setting was turned off.
    if (body.code && !config.firstUserIsAdmin) throw new AppError('admin_code_wrong', { fields: { code: true } })
    const firstIsAdmin = config.firstUserIsAdmin && !config.firstAdminNeedsCode
    const passwordHash = await hashPassword(body.pwd)
    const { pwd: _, ...sent } = body
    return once(async (trx) => {
      await createUser(trx, clock, body, passwordHash, { firstIsAdmin, hooks: services.hooks.account.created })
      return { message: 'Registration Successful!' }
    }, sent)
  })

  serve(forgot, async ({ body, request }) => {
    if (!mail) throw new AppError('mail_not_set_up')
    await requireWorkingMail(services, request.log)
    const user = await findUserForLogin(db, body.user)
    const { refusal } = await countForgot(services, { name: body.user, userID: user?.id, address: request.ip })
    // One job in any case, so that the answer's time tells nobody whether there is such an account.
    const asked = user && !refusal ? { userID: user.id, email: user.email, askedBy: 'visitor' as const } : null
    await jobs.add(resetMailJob, asked)
    return { message: 'If there is such an account, we’ve emailed a link to it.' }
  })

  serve(resetPassword, async ({ body: { token, newPass }, request }) => {
    const userID = await userOfPasswordReset(db, clock, token)
    const names = userID === undefined ? undefined : await findNames(db, userID)
    if (userID === undefined || !names) throw new AppError('reset_link_invalid')
    await refuseGuessable('newPass', newPass, names)
    const user = { userID, username: names.username }
    const change = { userID, token, passwordHash: await hashPassword(newPass) }
    await setPasswordByToken(db, clock, change, services.hooks.account.firstConfirmed, (trx, isFirst) =>
      recordEvent(services, trx, {
        kind: 'password_changed',
        user,
        by: user,
        detail: isFirst ? 'by a mailed link, the first: other ways in were removed' : 'by a mailed link',
        from: request,
      }),
    )
    jobs.wake()
    logSecurity(request, 'password_changed', names.username, { by: 'link' })
    return { message: 'Password changed' }
  })
}
