import type { Routes } from '../services.ts'
import { authRoutes } from './sessions/auth.routes.ts'
import { secondFactorRoutes } from './second-factor/second-factor.routes.ts'
import { passkeyRoutes } from './passkeys/passkeys.routes.ts'
import { apiKeyRoutes } from './api-keys/api-keys.routes.ts'
import { providerRoutes } from './openid-connect/provider.routes.ts'
import { securityEventRoutes } from './security-events/security-events.routes.ts'
import { accountRoutes } from './account/account.routes.ts'
import { peopleRoutes } from './people/people.routes.ts'

export const IDENTITY_ROUTES: readonly Routes[] = [
  authRoutes,
  secondFactorRoutes,
  passkeyRoutes,
  apiKeyRoutes,
  providerRoutes,
  securityEventRoutes,
  accountRoutes,
  peopleRoutes,
]
