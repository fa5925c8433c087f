import {
  savePasskey,
  askToAddPasskey,
  askToLogInWithPasskey,
  logInWithPasskey,
  removePasskey,
} from '../../../shared/identity/passkeys.api.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { Services } from '../../services.ts'
import { rememberBrowser } from '../sessions/known-browsers.ts'
import * as passkeys from './passkeys.service.ts'
import { cookieScopeOf, sendNewSession } from '../sessions/session-cookies.ts'

export const passkeyRoutes = (serve: Serve, services: Services): void => {
  const scope = cookieScopeOf(services.config)

  serve(askToAddPasskey, async ({ actor, body, request }) => ({
    ...(await passkeys.askToAdd(services, actor, body.currentPass, request)),
  }))

  serve(savePasskey, ({ actor, body, request }) => passkeys.add(services, actor, body, request))

  serve(removePasskey, async ({ actor, query, body, request }) => {
    await passkeys.remove(services, actor, { ...query, ...body }, request)
    return { message: 'Passkey removed' }
  })

  serve(askToLogInWithPasskey, async ({ request }) => ({ ...(await passkeys.askToLogIn(services, request)) }))

  serve(logInWithPasskey, async ({ body, request, reply }) => {
    const { session, account } = await passkeys.logIn(services, body, request)
    rememberBrowser({ request, reply }, scope, account)
    return sendNewSession(services.db, { request, reply }, session, scope)
  })
}
