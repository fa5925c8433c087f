import { issueRevision, listRevisions, removeRevision } from '../../../shared/papers/revisions.api.ts'
import { makeFindPicture } from '../../attachments/pictures.service.ts'
import { clientDisconnect } from '../../platform/http/client-disconnect.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { Services } from '../../services.ts'
import * as revisions from './revisions.repo.ts'
import { issue, remove } from './revisions.service.ts'

export const revisionRoutes = (serve: Serve, services: Services): void => {
  const { db } = services
  const find = makeFindPicture(services)

  serve(listRevisions, ({ actor, query }) => revisions.listRevisions(db, actor, query.projectID))

  serve(issueRevision, ({ actor, body, request, reply, once }) =>
    issue(services, actor, body, {
      ...{ find, log: request.log, once, languages: request.headers['accept-language'] ?? '' },
      gone: clientDisconnect(reply),
    }),
  )

  serve(removeRevision, async ({ actor, query }) => {
    return { message: `Removed Revision ${await remove(services, actor, query.revisionID)}` }
  })
}
