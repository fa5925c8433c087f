import {
  changeLinkedCopies,
  leaveLinkedCopies,
  listLinkedCopies,
} from '../../../shared/items/bulk/linked-copies.api.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { Services } from '../../services.ts'
import * as linkedCopies from './linked-copies.repo.ts'

export const linkedCopiesRoutes = (serve: Serve, { db, clock }: Services): void => {
  serve(listLinkedCopies, ({ actor, query }) => linkedCopies.findLinkedCopies(db, actor, query))

  serve(changeLinkedCopies, ({ actor, body, once }) =>
    once((trx) => linkedCopies.changeLinkedCopies(trx, clock, actor, body)),
  )

  serve(leaveLinkedCopies, ({ actor, body }) => linkedCopies.leaveLinkedCopies(db, clock, actor, body))
}
