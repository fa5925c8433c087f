import { getActivity, markActivitySeen } from '../../shared/history/activity.api.ts'
import type { Serve } from '../platform/http/serve.ts'
import type { Services } from '../services.ts'
import { listActivity, markSeen } from './activity.repo.ts'

export const activityRoutes = (serve: Serve, { db, clock }: Services): void => {
  serve(getActivity, async ({ actor, query }) => listActivity(db, actor, query))

  serve(markActivitySeen, async ({ actor, body }) => {
    await markSeen(db, clock, actor, body)
    return undefined
  })
}
