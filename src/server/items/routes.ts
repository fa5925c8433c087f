import type { Routes } from '../services.ts'
import { itemRoutes } from './items.routes.ts'
import { copyRoutes } from './bulk/copies.routes.ts'
import { moveRoutes } from './bulk/moves.routes.ts'
import { bulkChangesRoutes } from './bulk/bulk-changes.routes.ts'
import { linkedCopiesRoutes } from './bulk/linked-copies.routes.ts'
import { orderingRoutes } from './bulk/ordering.routes.ts'
import { inboxRoutes } from './inbox/inbox.routes.ts'
import { templateRoutes } from './bulk/templates.routes.ts'
import { emergencyRoutes } from './emergency/emergency.routes.ts'
import { projectHomeRoutes } from './project-home.routes.ts'

export const ITEMS_ROUTES: readonly Routes[] = [
  itemRoutes,
  copyRoutes,
  moveRoutes,
  bulkChangesRoutes,
  linkedCopiesRoutes,
  orderingRoutes,
  inboxRoutes,
  templateRoutes,
  emergencyRoutes,
  projectHomeRoutes,
]
