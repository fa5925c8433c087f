import { orderItems, orderRooms } from '../../shared/own-order.ts'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import * as ownOrder from './own-order.repo.ts'

export const ownOrderRoutes = (serve: Serve, { db, clock }: Services): void => {
  serve(orderRooms, async ({ actor, body }) => {
    const project = await ownOrder.orderRooms(db, clock, actor, body)
    return {
      message:
        body.roomIDs.length > 0
          ? `Put the rooms of project "${project}" in order`
          : `Sorted the rooms of project "${project}" by name`,
    }
  })

  serve(orderItems, async ({ actor, body }) => {
    const room = await ownOrder.orderItems(db, clock, actor, body)
    return {
      message:
        body.itemIDs.length > 0
          ? `Put the items of room "${room}" in order`
          : `Put the items of room "${room}" as they were created`,
    }
  })
}
