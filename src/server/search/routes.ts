import type { Routes } from '../services.ts'
import { searchRoutes } from './search.routes.ts'

export const SEARCH_ROUTES: readonly Routes[] = [searchRoutes]
