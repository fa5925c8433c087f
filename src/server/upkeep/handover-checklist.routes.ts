import { getReadiness, setNotNeeded } from '../../shared/upkeep/handover-checklist.api.ts'
import type { Serve } from '../platform/http/serve.ts'
import type { Services } from '../services.ts'
import * as checklist from './handover-checklist.repo.ts'

export const handoverChecklistRoutes = (serve: Serve, { db, clock }: Services): void => {
  serve(getReadiness, ({ actor, query }) => checklist.readReadiness(db, actor, query))

  serve(setNotNeeded, async ({ actor, body }) => {
    await checklist.setNotNeeded(db, clock, actor, body)
    return { message: body.notNeeded ? 'Marked as not needed' : 'Needed again' }
  })
}
