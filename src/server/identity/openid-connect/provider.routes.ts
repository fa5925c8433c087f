import {
  askToLogInAtProvider,
  askToLogOutAtProvider,
  linkProvider,
  logInAtProvider,
  unlinkProvider,
} from '../../../shared/identity/openid-connect.api.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { Services } from '../../services.ts'
import { rememberBrowser } from '../sessions/known-browsers.ts'
import { idTokenOf } from './provider-accounts.repo.ts'
import { openIDToken } from './id-token.ts'
import { openProvider } from './provider.ts'
import * as logins from './provider.service.ts'
import { cookieScopeOf, sendNewSession } from '../sessions/session-cookies.ts'

export const providerRoutes = (serve: Serve, services: Services): void => {
  const { db, config, clock } = services
  const scope = cookieScopeOf(config)
  const settings = config.oidc
  const at = settings && { settings, provider: openProvider(config, settings, clock) }
  const required = () => {
    if (!at) throw new AppError('no_provider')
    return at
  }

  serve(askToLogInAtProvider, () => required().provider.begin())

  serve(logInAtProvider, async ({ body, request, reply }) => {
    const { session, account } = await logins.logIn(services, required(), body, request)
    rememberBrowser({ request, reply }, scope, account)
    return sendNewSession(db, { request, reply }, session, scope)
  })

  serve(linkProvider, async ({ body, request, reply }) => {
    const { session, account } = await logins.link(services, body, request)
    rememberBrowser({ request, reply }, scope, account)
    return sendNewSession(db, { request, reply }, session, scope)
  })

  serve(unlinkProvider, async ({ actor, body, request }) => {
    await logins.unlink(services, actor, body, request)
    return { message: `Disconnected from ${new URL(body.issuer).host}` }
  })

  serve(askToLogOutAtProvider, async ({ actor, request }) => {
    const sealed = at && (await idTokenOf(db, actor))
    if (!at || sealed === undefined) return { address: null }
    const idToken = sealed === null ? null : openIDToken(sealed, at.settings.clientSecret)
    // The session here must end even if the provider does not answer.
    const address = await at.provider.logOutAddress(idToken).catch((error: unknown) => {
      request.log.warn({ err: error }, 'the OpenID provider does not say where to log out')
      return null
    })
    return { address }
  })
}
