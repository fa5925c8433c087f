import { createKey, listKeys, removeKey } from '../../shared/identity/api-keys.api.ts'
import type { Serve } from '../platform/http/serve.ts'
import type { Services } from '../services.ts'
import * as keys from './api-keys.repo.ts'
import { addKey } from './api-keys.service.ts'
import { logSecurity } from '../platform/http/security-log.ts'

export const apiKeyRoutes = (serve: Serve, services: Services): void => {
  const { db } = services

  serve(listKeys, ({ actor }) => keys.listKeys(db, actor))

  serve(createKey, ({ actor, body, request }) => addKey(services, actor, body, request))

  serve(removeKey, async ({ actor, query: { keyID }, request }) => {
    const name = await keys.deleteKey(db, actor, keyID)
    logSecurity(request, 'api_key_changed', actor.username, { keyID, name, added: false })
    return { message: 'Key removed' }
  })
}
