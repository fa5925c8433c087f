import type { Routes } from '../services.ts'
import { consultationRoutes } from './consultations.routes.ts'
import { overviewRoutes } from './overview.routes.ts'
import { jobRoutes } from './jobs.routes.ts'
import { siteRoutes } from './site.routes.ts'

export const ADMIN_ROUTES: readonly Routes[] = [consultationRoutes, overviewRoutes, jobRoutes, siteRoutes]
