import type { Routes } from '../services.ts'
import { trashRoutes } from './trash.routes.ts'
import { historyRoutes } from './history.routes.ts'
import { activityRoutes } from './activity.routes.ts'
import { undoRoutes } from './undo.routes.ts'

export const HISTORY_ROUTES: readonly Routes[] = [trashRoutes, historyRoutes, activityRoutes, undoRoutes]
