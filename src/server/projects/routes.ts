import type { Routes } from '../services.ts'
import { projectRoutes } from './projects.routes.ts'
import { roomRoutes } from './rooms.routes.ts'
import { coverRoutes } from './covers.routes.ts'
import { brandingRoutes } from './branding.routes.ts'

export const PROJECTS_ROUTES: readonly Routes[] = [projectRoutes, roomRoutes, coverRoutes, brandingRoutes]
