import { getEmergency } from '../../../shared/items/emergency.api.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { Services } from '../../services.ts'
import { readEmergencySheet } from './emergency.repo.ts'

export const emergencyRoutes = (serve: Serve, { db }: Services): void => {
  serve(getEmergency, ({ actor, query }) => readEmergencySheet(db, actor, query.projectID))
}
