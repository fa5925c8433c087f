import { getHistory } from '../../shared/history/history.api.ts'
import type { Serve } from '../platform/http/serve.ts'
import type { Services } from '../services.ts'
import { listItemEvents } from './history.repo.ts'

export const historyRoutes = (serve: Serve, { db, clock }: Services): void => {
  serve(getHistory, async ({ actor, query }) => listItemEvents(db, clock, actor, query))
}
