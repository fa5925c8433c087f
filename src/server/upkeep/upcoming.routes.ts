import { getUpcoming } from '../../shared/upkeep/upcoming.api.ts'
import { isoTime } from '../platform/lib/clock.ts'
import type { Serve } from '../platform/http/serve.ts'
import type { Services } from '../services.ts'
import { listUpcoming } from './upcoming.repo.ts'

export const upcomingRoutes = (serve: Serve, { db, clock }: Services): void => {
  serve(getUpcoming, async ({ actor, query: { today = isoTime(clock).slice(0, 10), ...asked } }) =>
    listUpcoming(db, actor, { ...asked, today }),
  )
}
