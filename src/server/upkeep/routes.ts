import type { Routes } from '../services.ts'
import { handoverChecklistRoutes } from './handover-checklist.routes.ts'
import { upcomingRoutes } from './upcoming.routes.ts'
import { taskRoutes } from './tasks.routes.ts'
import { calendarRoutes } from './calendar.routes.ts'
import { reminderRoutes } from './reminders.routes.ts'

export const UPKEEP_ROUTES: readonly Routes[] = [
  handoverChecklistRoutes,
  upcomingRoutes,
  taskRoutes,
  calendarRoutes,
  reminderRoutes,
]
