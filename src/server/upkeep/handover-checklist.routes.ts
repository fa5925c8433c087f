import { getReady, setNotNeeded } from '../../shared/upkeep/handover-checklist.api.ts'
import type { Serve } from '../platform/http/serve.ts'
import type { Services } from '../services.ts'
import * as gaps from './handover-checklist.repo.ts'

export const handoverChecklistRoutes = (serve: Serve, { db, clock }: Services): void => {
  serve(getReady, ({ actor, query }) => gaps.readReadiness(db, actor, query))

  serve(setNotNeeded, async ({ actor, body }) => {
    await gaps.setNotNeeded(db, clock, actor, body)
    return { message: body.notNeeded ? 'Marked as not needed' : 'Needed again' }
  })
}
