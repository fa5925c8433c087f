import { changeOthers, leaveOthers, listOthers } from '../../../shared/items/bulk/linked-copies.api.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { Services } from '../../services.ts'
import * as others from './linked-copies.repo.ts'

export const othersRoutes = (serve: Serve, { db, clock }: Services): void => {
  serve(listOthers, ({ actor, query }) => others.findOthers(db, actor, query))

  serve(changeOthers, ({ actor, body, once }) => once((trx) => others.changeOthers(trx, clock, actor, body)))

  serve(leaveOthers, ({ actor, body }) => others.leaveOthers(db, clock, actor, body))
}
