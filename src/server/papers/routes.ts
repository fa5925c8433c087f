import type { Routes } from '../services.ts'
import { paperRoutes } from './papers.routes.ts'
import { revisionRoutes } from './revisions/revisions.routes.ts'

export const PAPERS_ROUTES: readonly Routes[] = [paperRoutes, revisionRoutes]
