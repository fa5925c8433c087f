import type { Routes } from '../services.ts'
import { projectFileRoutes } from './project-file/project-file.routes.ts'
import { sheetRoutes } from './sheets/sheets.routes.ts'
import { accountExportRoutes } from './account-export.routes.ts'

export const EXCHANGE_ROUTES: readonly Routes[] = [projectFileRoutes, sheetRoutes, accountExportRoutes]
