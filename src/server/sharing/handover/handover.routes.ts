import {
  acceptOffer,
  declineOffer,
  getOffer,
  offerProject,
  openOffer,
  cancelOffer,
} from '../../../shared/sharing/handover.api.ts'
import { logSecurity } from '../../platform/http/security/security-log.ts'
import { ownAddress } from '../../platform/http/own-address.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { countingWrongTokens, inviting } from '../members/invitation-limits.ts'
import type { Services } from '../../services.ts'
import { acceptLink, offerMailJob } from './handover-mail.service.ts'
import * as handover from './handover.repo.ts'
import { accept, decline } from './handover.service.ts'
import { look } from './open-offers.repo.ts'

export const handoverRoutes = (serve: Serve, services: Services): void => {
  const { db, clock, config, jobs } = services

  serve(getOffer, ({ actor, query }) => handover.getOffer(db, clock, actor, query.projectID))

  serve(offerProject, async ({ actor, body, request }) => {
    const { token, mailed, unconfirmed } = await inviting(
      services,
      { actor, email: body.email, log: request.log },
      (trx) => handover.offer(trx, clock, actor, body),
      (trx, { offerID }) => jobs.addWithin(trx, offerMailJob, { offerID }),
    )
    // Here an offer also lets its recipient register.
    if (config.registration === 'invited')
      logSecurity(request, 'invited', actor.username, { projectID: body.projectID })
    return { link: acceptLink(ownAddress(request, config), token), mailed, unconfirmed }
  })

  serve(cancelOffer, async ({ actor, query }) => {
    await handover.cancelOffer(db, clock, actor, query.projectID)
    return { message: 'The offer is canceled.' }
  })

  serve(openOffer, ({ body, request }) => countingWrongTokens(services, request.ip, () => look(db, clock, body.token)))

  serve(acceptOffer, ({ actor, body, request }) =>
    countingWrongTokens(services, request.ip, async () => {
      const { projectID, name } = await accept(services, actor, body, request)
      return { projectID, message: `"${name}" is yours now.` }
    }),
  )

  serve(declineOffer, ({ actor, body, request }) =>
    countingWrongTokens(services, request.ip, async () => ({
      message: `You declined "${await decline(services, actor, body.token)}".`,
    })),
  )
}
