import { copyItem, copyProject, copyRoom } from '../../../shared/items/bulk/copies.api.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { Services } from '../../services.ts'
import * as copies from './copies.repo.ts'

export const copyRoutes = (serve: Serve, { clock, config }: Services): void => {
  serve(copyItem, ({ actor, body, once }) =>
    once(async (trx) => {
      const { itemIDs, skipped, eventID, what, rooms } = await copies.copyItem(trx, clock, actor, body)
      const where = rooms.length === 1 ? `room "${rooms[0]}"` : `${rooms.length} rooms`
      return { itemIDs, skipped, eventID, message: `Copied ${what} into ${where}` }
    }),
  )

  serve(copyRoom, ({ actor, body, once }) =>
    once(async (trx) => {
      const { roomID, eventID, name, copiedFrom } = await copies.copyRoom(trx, clock, actor, body)
      return { roomID, roomName: name, eventID, message: `Copied room "${copiedFrom}" as "${name}"` }
    }),
  )

  serve(copyProject, ({ actor, body, once }) =>
    once(async (trx) => {
      const { projectID, eventID, name, copiedFrom } = await copies.copyProject(trx, clock, actor, body, config)
      return { projectID, name, eventID, message: `Copied project "${copiedFrom}" as "${name}"` }
    }),
  )
}
