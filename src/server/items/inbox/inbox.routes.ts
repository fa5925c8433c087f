import {
  addInboxPhoto,
  deleteInboxPhotos,
  listInboxPhotos,
  addPhotosToItem,
  turnPhoto,
} from '../../../shared/items/inbox.api.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { Services } from '../../services.ts'
import * as inbox from './inbox.repo.ts'

export const inboxRoutes = (serve: Serve, { db, clock }: Services): void => {
  serve(listInboxPhotos, ({ actor, query }) => inbox.listInboxPhotos(db, actor, query.projectID))

  serve(addInboxPhoto, ({ actor, body, once }) =>
    once(async (trx) => {
      const { photoID, name } = await inbox.addInboxPhoto(trx, clock, actor, body)
      return { photoID, message: `Added photo "${name}"` }
    }),
  )

  serve(deleteInboxPhotos, ({ actor, body, once }) =>
    once(async (trx) => {
      const { trashID, what } = await inbox.deleteInboxPhotos(trx, clock, actor, body)
      return { trashID, message: `Deleted ${what}` }
    }),
  )

  serve(turnPhoto, ({ actor, body, once }) =>
    once(async (trx) => {
      const { remote, name } = await inbox.turnPhoto(trx, clock, actor, body)
      return { remote, message: `Turned photo "${name}"` }
    }),
  )

  serve(addPhotosToItem, ({ actor, body, once }) =>
    once(async (trx) => {
      const { eventID, title } = await inbox.addPhotosToItem(trx, clock, actor, body)
      const what = body.photoIDs.length === 1 ? '1 photo' : `${body.photoIDs.length} photos`
      return { eventID, message: `Added ${what} to "${title}"` }
    }),
  )
}
