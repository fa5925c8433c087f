import { deleteForGood, listDeleted, restore as restoreEndpoint } from '../../shared/trash.ts'
import { removeBytes } from '../files/remove-bytes.service.ts'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { restore } from './restore.repo.ts'
import { listTrash, removeForGood } from './trash.repo.ts'

export const trashRoutes = (serve: Serve, services: Services): void => {
  const { db, clock, config } = services

  serve(listDeleted, async ({ actor }) => listTrash(db, clock, actor))

  serve(restoreEndpoint, async ({ actor, body }) => {
    const { kind, name } = await restore(db, clock, actor, body.trashID, config)
    return { message: kind === 'items' ? `Restored ${name}` : `Restored ${kind} "${name}"` }
  })

  serve(deleteForGood, async ({ actor, query, request }) => {
    const { kind, name, blobIDs } = await removeForGood(db, clock, actor, query.trashID)
    // It is deleted, whatever comes of the bytes: the sweep tries again.
    await removeBytes(services, blobIDs).catch((error: unknown) => {
      request.log.error({ err: error }, 'removing the bytes of deleted files failed')
    })
    return { message: kind === 'items' ? `Deleted ${name} for good` : `Deleted "${name}" for good` }
  })
}
