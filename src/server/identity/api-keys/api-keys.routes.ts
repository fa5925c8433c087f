import { createKey, listKeys, removeKey } from '../../../shared/identity/api-keys.api.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { Services } from '../../services.ts'
import * as keys from './api-keys.repo.ts'
import { addKey, dropKey } from './api-keys.service.ts'

export const apiKeyRoutes = (serve: Serve, services: Services): void => {
  const { db } = services

  serve(listKeys, ({ actor }) => keys.listKeys(db, actor))

  serve(createKey, ({ actor, body, request }) => addKey(services, actor, body, request))

  serve(removeKey, async ({ actor, query: { keyID }, request }) => {
    await dropKey(services, actor, keyID, request)
    return { message: 'Key removed' }
  })
}
