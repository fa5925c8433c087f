import {
  inviteMember,
  joinProject,
  listMembers,
  openInvitation,
  removeMember,
  setMemberRight,
  cancelInvitation,
} from '../../../shared/sharing/members.api.ts'
import { TITLE_OF } from '../../../shared/contract/rights.ts'
import { logSecurity } from '../../platform/http/security/security-log.ts'
import { ownAddress } from '../../platform/http/own-address.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { Services } from '../../services.ts'
import { countingWrongTokens, inviting, onceByToken } from './invitation-limits.ts'
import { joinLink, memberMailJob } from './member-mail.service.ts'
import * as members from './members.repo.ts'
import * as invitations from './open-invitations.repo.ts'

export const memberRoutes = (serve: Serve, services: Services): void => {
  const { db, clock, config, jobs } = services

  serve(listMembers, ({ actor, query }) => members.listMembers(db, clock, actor, query.projectID))

  serve(inviteMember, async ({ actor, body, request }) => {
    const { token, ...invited } = await inviting(
      services,
      { actor, email: body.email, log: request.log },
      (trx) => members.invite(trx, clock, actor, body),
      (trx, { invitationID }) => jobs.addWithin(trx, memberMailJob, { invitationID }),
    )
    // Here an invitation also lets its recipient register.
    if (config.registration === 'invited')
      logSecurity(request, 'invited', actor.username, { projectID: body.projectID })
    return { ...invited, link: joinLink(ownAddress(request, config), token) }
  })

  serve(cancelInvitation, async ({ actor, query }) => {
    const email = await members.cancelInvitation(db, clock, actor, query)
    return { message: `The invitation for ${email} is canceled.` }
  })

  serve(setMemberRight, async ({ actor, body }) => {
    const name = await members.setRight(db, clock, actor, body)
    return { message: `${name} is now ${TITLE_OF[body.may]}.` }
  })

  serve(removeMember, async ({ actor, query }) => {
    if (query.userID === actor.userID) {
      return { message: `You left "${await members.leave(db, clock, actor, query.projectID)}".` }
    }
    return { message: `${await members.remove(db, clock, actor, query)} no longer has access.` }
  })

  serve(openInvitation, ({ body, request }) =>
    countingWrongTokens(services, request.ip, () => invitations.look(db, clock, body.token)),
  )

  serve(joinProject, ({ actor, body, request }) =>
    countingWrongTokens(services, request.ip, async () => {
      const { projectID, name } = await onceByToken(services, actor, body.token, (trx) =>
        invitations.join(trx, clock, actor, body.token),
      )
      return { projectID, message: `You joined "${name}".` }
    }),
  )
}
