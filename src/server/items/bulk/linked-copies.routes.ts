import { changeOthers, leaveOthers, listOthers } from '../../../shared/items/bulk/linked-copies.api.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { Services } from '../../services.ts'
import * as others from './linked-copies.repo.ts'

export const linkedCopiesRoutes = (serve: Serve, { db, clock }: Services): void => {
  serve(listOthers, ({ actor, query }) => others.findLinkedCopies(db, actor, query))

  serve(changeOthers, ({ actor, body, once }) => once((trx) => others.changeLinkedCopies(trx, clock, actor, body)))

  serve(leaveOthers, ({ actor, body }) => others.leaveLinkedCopies(db, clock, actor, body))
}
