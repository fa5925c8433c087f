import {
  inviteMember,
  joinProject,
  listMembers,
  openInvitation,
  removeMember,
  setMemberRight,
  withdrawInvitation,
} from '../../shared/members.ts'
import { TITLE_OF } from '../../shared/rights.ts'
import { countTry, MEMBER_WINDOW, takeBackTry } from '../auth/throttle.repo.ts'
import { logSecurity } from '../http/security-log.ts'
import type { Serve } from '../http/serve.ts'
import { mailIsFailing } from '../mail/mail-health.service.ts'
import type { Services } from '../services.ts'
import { joinLink, memberMailJob } from './member-mail.service.ts'
import * as members from './members.repo.ts'
import * as invitations from './open-invitations.repo.ts'

/** Each sends a mail to whomever an owner names: enough for a full project and some who did not get theirs. */
const INVITATIONS_PER_HOUR = 150
/** Of one address. Those that are good are not counted. */
const WRONG_TOKENS_PER_HOUR = 30

export const memberRoutes = (serve: Serve, services: Services): void => {
  const { db, clock, config, mail, jobs } = services

  const orCounted = async <T>(address: string, work: () => Promise<T>): Promise<T> => {
    const counted = await countTry(db, clock, [
      { kind: 'member-address', key: address, limit: WRONG_TOKENS_PER_HOUR, windowMs: MEMBER_WINDOW },
    ])
    const result = await work()
    await takeBackTry(db, counted)
    return result
  }

  serve(listMembers, ({ actor, query }) => members.listMembers(db, clock, actor, query.projectID))

  serve(inviteMember, async ({ actor, body, request }) => {
    // Whoever invites copies the link where no mail goes out.
    const mailed = mail !== undefined && !(await mailIsFailing(services, request.log))
    await countTry(db, clock, [
      { kind: 'member-account', key: String(actor.userID), limit: INVITATIONS_PER_HOUR, windowMs: MEMBER_WINDOW },
    ])
    const { invitationID, token } = await members.invite(db, clock, actor, body)
    if (mailed) await jobs.add(memberMailJob, { invitationID })
    // It also creates an account there.
    if (config.registration === 'invited')
      logSecurity(request, 'invited', actor.username, { projectID: body.projectID })
    return { invitationID, link: joinLink(config.publicURL, token), mailed }
  })

  serve(withdrawInvitation, async ({ actor, query }) => {
    const email = await members.withdraw(db, clock, actor, query)
    return { message: `Nobody can use the invitation of ${email} any more.` }
  })

  serve(setMemberRight, async ({ actor, body }) => {
    const name = await members.setRight(db, clock, actor, body)
    return { message: `${name} is now ${TITLE_OF[body.may]}.` }
  })

  serve(removeMember, async ({ actor, query }) => {
    if (query.userID === actor.userID) {
      return { message: `You have left "${await members.leave(db, clock, actor, query.projectID)}".` }
    }
    return { message: `${await members.remove(db, clock, actor, query)} has no access any more.` }
  })

  serve(openInvitation, ({ body, request }) => orCounted(request.ip, () => invitations.look(db, clock, body.token)))

  serve(joinProject, ({ actor, body, request }) =>
    orCounted(request.ip, async () => {
      const { projectID, name } = await invitations.join(db, clock, actor, body.token)
      return { projectID, message: `You have joined "${name}".` }
    }),
  )
}
