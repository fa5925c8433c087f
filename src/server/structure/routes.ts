import type { Routes } from '../services.ts'
import { roomStructureRoutes } from './room-structure.routes.ts'
import { structureRoutes } from './structure.routes.ts'

export const STRUCTURE_ROUTES: readonly Routes[] = [roomStructureRoutes, structureRoutes]
