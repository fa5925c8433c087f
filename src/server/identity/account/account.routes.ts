import {
  changePassword,
  deleteMyAccount,
  endMySession,
  getMyAccount,
  listMySessions,
  updateMyAccount,
} from '../../../shared/identity/account.api.ts'
import { takeProviderEmail } from '../../../shared/identity/openid-connect.api.ts'
import { nameKey } from '../../../shared/contract/name-key.ts'
import { keepBrowserKnown } from '../sessions/known-browsers.ts'
import { clearSessionCookies, cookieScopeOf } from '../sessions/session-cookies.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { AppServices } from '../../services.ts'
import * as account from './account.repo.ts'
import * as accounts from './account.service.ts'
import { listProviders } from '../openid-connect/provider-accounts.repo.ts'
import { listPasskeys } from '../passkeys/passkeys.repo.ts'
import { findSecondFactor, listRemembered } from '../second-factor/second-factor.repo.ts'
import { findSender } from './mailboxes.repo.ts'
import * as sessions from '../sessions/my-sessions.repo.ts'

export const accountRoutes = (serve: Serve, services: AppServices): void => {
  const { db, clock, config, mail } = services

  serve(getMyAccount, async ({ actor }) => ({
    ...(await account.getAccount(db, actor)),
    emailConfirmed: mail ? ((await findSender(db, actor))?.isConfirmed ?? false) : null,
    passkeys: await listPasskeys(db, actor.userID),
    providers: await listProviders(db, actor),
    secondFactor: await findSecondFactor(db, actor.userID),
    rememberedDevices: await listRemembered(db, clock, actor.userID),
    storage: { bytes: await services.hooks.account.bytesStored(db, actor), mostBytes: config.storagePerAccountBytes },
  }))

  serve(updateMyAccount, async ({ actor, body, request }) => {
    const { user, ...inputs } = body.inputs
    if (nameKey(user) !== nameKey(actor.username)) {
      throw new AppError('invalid_input', { fields: { user: 'A username cannot be changed.' } })
    }
    await accounts.updateAccount(services, actor, { inputs, currentPass: body.currentPass }, request)
    return { message: 'Account updated' }
  })

  serve(takeProviderEmail, async ({ actor, body, request }) => {
    const email = await accounts.takeProviderEmail(services, actor, body.issuer, request)
    return { message: 'Email address changed', email }
  })

  serve(changePassword, async ({ actor, body, request, reply }) => {
    await accounts.changePassword(services, actor, body, request)
    await keepBrowserKnown(db, { request, reply }, cookieScopeOf(config), actor)
    return { message: 'Password changed' }
  })

  serve(deleteMyAccount, async ({ actor, body, request, reply }) => {
    await accounts.deleteAccount(services, actor, body.currentPass, request)
    clearSessionCookies(reply, cookieScopeOf(config))
    return { message: 'Account deleted' }
  })

  serve(listMySessions, async ({ actor }) => sessions.listMySessions(db, clock, actor))

  serve(endMySession, async ({ actor, query, body, request, reply }) => {
    await accounts.endSession(services, actor, { ...query, ...body }, request)
    if (query.sessionID === actor.sessionID) clearSessionCookies(reply, cookieScopeOf(config))
    return { message: 'Session ended' }
  })
}
