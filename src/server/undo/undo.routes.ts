import { undo } from '../../shared/undo.ts'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import * as events from './undo.repo.ts'

export const undoRoutes = (serve: Serve, { clock }: Services): void => {
  serve(undo, ({ actor, body, once }) => once((trx) => events.undo(trx, clock, actor, body.eventID)))
}
