import { orderItems, orderRooms } from '../../../shared/items/bulk/ordering.api.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { Services } from '../../services.ts'
import * as ordering from './ordering.repo.ts'

export const orderingRoutes = (serve: Serve, { db, clock }: Services): void => {
  serve(orderRooms, async ({ actor, body }) => {
    const { name, eventID } = await ordering.orderRooms(db, clock, actor, body)
    return {
      eventID,
      message:
        body.roomIDs.length > 0
          ? `Reordered the rooms of project "${name}"`
          : `Sorted the rooms of project "${name}" by name`,
    }
  })

  serve(orderItems, async ({ actor, body }) => {
    const { name, eventID } = await ordering.orderItems(db, clock, actor, body)
    return {
      eventID,
      message:
        body.itemIDs.length > 0
          ? `Reordered the items of room "${name}"`
          : `Sorted the items of room "${name}" as created`,
    }
  })
}
