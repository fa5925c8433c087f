import { getUpcoming } from '../../shared/upcoming.ts'
import { isoTime } from '../clock.ts'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { listUpcoming } from './upcoming.repo.ts'

export const upcomingRoutes = (serve: Serve, { db, clock }: Services): void => {
  serve(getUpcoming, async ({ actor, query: { today = isoTime(clock).slice(0, 10), ...asked } }) =>
    listUpcoming(db, actor, { ...asked, today }),
  )
}
