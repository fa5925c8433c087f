import {
  deletePermanently,
  listTrash,
  restore as restoreEndpoint,
  type TrashEntry,
} from '../../shared/history/trash.api.ts'
import { removeBytes } from '../platform/storage/remove-bytes.service.ts'
import type { Serve } from '../platform/http/serve.ts'
import type { AppServices } from '../services.ts'
import { restore } from './restore.repo.ts'
import * as trash from './trash.repo.ts'

/** For several things, the name already says what they are. */
const describe = ({ kind, name }: Pick<TrashEntry, 'kind' | 'name'>): string =>
  kind === 'items' || kind === 'rooms' ? name : `${kind} "${name}"`

export const trashRoutes = (serve: Serve, services: AppServices): void => {
  const { db, clock, config, hooks } = services

  serve(listTrash, async ({ actor }) => trash.listTrash(db, clock, actor))

  serve(restoreEndpoint, async ({ actor, body }) => {
    return {
      message: `Restored ${describe(await restore(db, clock, actor, body.trashID, { config, kinds: hooks.history.restore }))}`,
    }
  })

  serve(deletePermanently, async ({ actor, query, request }) => {
    const { kind, name, blobIDs } = await trash.deletePermanently(db, clock, actor, query.trashID)
    // They are deleted even if removing the bytes fails: the sweep retries.
    await removeBytes(services, blobIDs).catch((error: unknown) => {
      request.log.error({ err: error }, 'removing the bytes of deleted files failed')
    })
    return {
      message: kind === 'items' || kind === 'rooms' ? `Permanently deleted ${name}` : `Permanently deleted "${name}"`,
    }
  })
}
