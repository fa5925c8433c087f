import { undo } from '../../shared/history/undo.api.ts'
import type { Serve } from '../platform/http/serve.ts'
import type { AppServices } from '../services.ts'
import * as events from './undo.repo.ts'

export const undoRoutes = (serve: Serve, { clock, hooks }: AppServices): void => {
  serve(undo, ({ actor, body: { eventID = 0, eventIDs = [eventID] }, once }) =>
    once(async (trx) => {
      const undone = await events.undo(trx, clock, actor, eventIDs, hooks.history.undo)
      return { ...undone, eventID: undone.eventIDs[0] ?? 0 }
    }),
  )
}
