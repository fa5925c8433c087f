import type { Routes } from '../services.ts'
import { memberRoutes } from './members/members.routes.ts'
import { handoverRoutes } from './handover/handover.routes.ts'
import { linkRoutes } from './links/links.routes.ts'
import { webhookRoutes } from './webhooks/webhooks.routes.ts'

export const SHARING_ROUTES: readonly Routes[] = [memberRoutes, handoverRoutes, linkRoutes, webhookRoutes]
