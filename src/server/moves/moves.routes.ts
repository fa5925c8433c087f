import { moveItems } from '../../shared/moves.ts'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import * as moves from './moves.repo.ts'

export const moveRoutes = (serve: Serve, { db, clock }: Services): void => {
  serve(moveItems, async ({ actor, body }) => {
    const { itemIDs, skipped, eventID, room, name } = await moves.moveItems(db, clock, actor, body)
    const what = itemIDs.length === 1 ? `"${name}"` : `${itemIDs.length} items`
    return { itemIDs, skipped, eventID, message: `Moved ${what} to room "${room}"` }
  })
}
