import type { Routes } from '../services.ts'
import { fileRoutes } from './files.routes.ts'
import { downloadRoutes } from './downloads.routes.ts'

export const ATTACHMENTS_ROUTES: readonly Routes[] = [fileRoutes, downloadRoutes]
