import { deleteItems, setLabel } from '../../../shared/items/bulk/bulk-changes.api.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { Services } from '../../services.ts'
import * as bulkChanges from './bulk-changes.repo.ts'

export const bulkChangesRoutes = (serve: Serve, { clock }: Services): void => {
  serve(deleteItems, ({ actor, body, once }) =>
    once(async (trx) => {
      const { trashID, eventID, what } = await bulkChanges.deleteItems(trx, clock, actor, body.itemIDs)
      return { trashID, eventID, message: `Deleted ${what}` }
    }),
  )

  serve(setLabel, ({ actor, body, once }) =>
    once(async (trx) => {
      const { itemIDs, skipped, eventID, label, shown } = await bulkChanges.setLabel(trx, clock, actor, body)
      const how = body.value === '' ? `Cleared ${label} on` : `Set ${label} on`
      const to = body.value === '' ? '' : ` to "${shown}"`
      return {
        itemIDs,
        skipped,
        eventID,
        message: `${how} ${itemIDs.length === 1 ? '1 item' : `${itemIDs.length} items`}${to}`,
      }
    }),
  )
}
