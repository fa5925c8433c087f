import { forgot, login, logout, refresh, register, resetPassword } from '../../../shared/identity/auth.api.ts'
import type { Registration } from '../../../shared/admin/site.api.ts'
import { BY_INVITATION } from '../../../shared/contract/problem.ts'
import type { BodyOf } from '../../../shared/contract/endpoint.ts'
import type { Services } from '../../services.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { watchAddresses } from '../../platform/http/own-address.ts'
import { makeRefuseForeignSite } from '../../platform/http/security/same-site.ts'
import { logSecurity } from '../../platform/http/security/security-log.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { requireWorkingMail } from '../../platform/mail/mail-health.service.ts'
import { refuseGuessable } from '../passwords/guessable.ts'
import { admit, countForgot, countLogin, logFailedTry } from './login.service.ts'
import { knownBrowser, newBrowser, rememberBrowser } from './known-browsers.ts'
import { resetMailJob } from '../passwords/reset-mail.service.ts'
import { userOfPasswordReset } from '../passwords/password-resets.repo.ts'
import { hashPassword, passwordMatches } from '../passwords/passwords.ts'
import { bearerOf, clearCookies, handOver, reachOf, refreshCookieOf } from './session.ts'
import { recordEvent } from '../security-events/security-events.service.ts'
import { endSession, rotateSession } from './sessions.repo.ts'
import { setPasswordByToken } from '../passwords/set-password.service.ts'
import { countTry, REGISTER_WINDOW, takeBackTry } from './throttle.repo.ts'
import { createUser } from '../account/create-user.repo.ts'
import { findNames, findUserForLogin } from '../account/users.repo.ts'

/** Throws where nothing that is brought could let anybody in. A code makes the first Admin, or no account. */
const requireDoor = (registration: Registration, { code, invitation }: BodyOf<typeof register>): void => {
  if (registration === 'closed' && !code) throw new AppError('registration_closed')
  if (registration === 'invited' && !code && !invitation)
    throw new AppError('registration_closed', { sentence: BY_INVITATION })
}

export const authRoutes = (serve: Serve, services: Services): void => {
  const { db, clock, config, mail, jobs } = services
  const reach = reachOf(config)
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
    const browser = user && knownBrowser(request, reach, user)
    const ownBrowser = user && (browser ?? newBrowser(user))
    const logIn = async () => {
      const counted = await countLogin(services, { name, userID: user?.id, address: request.ip, browser })
      if (!(await passwordMatches(user?.password_hash, password)) || !user) throw new AppError('wrong_credentials')
      if (counted.refusal && !counted.own) {
        await takeBackTry(db, counted)
        throw counted.refusal
      }
      return admit(services, request, counted, {
        userID: user.id,
        username: user.username,
        passwordHash: user.password_hash,
        code: body.code ?? undefined,
        known: browser,
        remembered: body.rememberBrowser ? ownBrowser : undefined,
        remember: body.remember ?? false,
      })
    }
    // The account by its own name: what was typed may be a password in the wrong field.
    const account = user ? { userID: user.id, username: user.username } : null
    const session = await logIn().catch(logFailedTry(services, request, account))
    noteAddress(request)
    const answer = handOver(reply, session, reach)
    if (user) rememberBrowser({ request, reply }, reach, user, ownBrowser)
    return answer
  })

  serve(refresh, async ({ request, reply }) => {
    refuseForeignSite(request)
    const token = refreshCookieOf(request, reach)
    const session = token ? await rotateSession(db, clock, token) : undefined
    if (session) return handOver(reply, session, reach)
    clearCookies(reply, reach)
    throw new AppError('session_ended')
  })

  serve(logout, async ({ request, reply }) => {
    refuseForeignSite(request)
    for (const token of [refreshCookieOf(request, reach), bearerOf(request)]) if (token) await endSession(db, token)
    clearCookies(reply, reach)
    // Cached pictures and files must not stay for the next user of this browser.
    void reply.header('Clear-Site-Data', '"cache"')
    return undefined
  })

  serve(register, async ({ body, request, once }) => {
    requireDoor(config.registration, body)
    await refuseGuessable('pwd', body.pwd, { username: body.user, email: body.inputs.email })
    await countTry(db, clock, [
      { kind: 'register-address', key: request.ip, limit: config.registrationsPerHour, windowMs: REGISTER_WINDOW },
    ])
    // One that was printed before the setting was turned off is good for nothing.
    if (body.code && !config.firstUserIsAdmin) throw new AppError('admin_code_wrong', { fields: { code: true } })
    const firstIsAdmin = config.firstUserIsAdmin && !config.firstAdminNeedsCode
    const passwordHash = await hashPassword(body.pwd)
    const { pwd: _, ...sent } = body
    return once(async (trx) => {
      await createUser(trx, clock, body, passwordHash, firstIsAdmin)
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
    await setPasswordByToken(db, clock, { userID, token, passwordHash: await hashPassword(newPass) }, (trx) =>
      recordEvent(services, trx, {
        kind: 'password_changed',
        user,
        by: user,
        detail: 'by a mailed link',
        from: request,
      }),
    )
    jobs.wake()
    logSecurity(request, 'password_changed', names.username, { by: 'link' })
    return { message: 'Password changed' }
  })
}
