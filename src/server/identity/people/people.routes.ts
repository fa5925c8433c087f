import {
  endUserSessions,
  inviteUser,
  listInvitations,
  listUsers,
  sendUserReset,
  setUserLock,
  setUserRole,
  cancelUserInvitation,
} from '../../../shared/identity/people.api.ts'
import { ROLE_NAMES } from '../../../shared/contract/roles.ts'
import { invitationLink, invitationMailJob } from './invitation-mail.service.ts'
import * as invitations from './invitations.repo.ts'
import { resetMailJob } from '../passwords/reset-mail.service.ts'
import { endSessionsByAdmin } from '../account/account.service.ts'
import { recordLock, recordRole } from '../security-events/security-events.service.ts'
import { setLock } from './set-lock.service.ts'
import { setRole } from '../account/users.repo.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { logSecurity } from '../../platform/http/security/security-log.ts'
import { ownAddress } from '../../platform/http/own-address.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { newSeededToken, openSeededTokens } from '../../platform/lib/secret.ts'
import { mailIsFailing, requireWorkingMail } from '../../platform/mail/mail-health.service.ts'
import { refusesInvitations } from '../account/mailboxes.repo.ts'
import type { Services } from '../../services.ts'
import { getPerson, listPeople } from './people.repo.ts'

export const peopleRoutes = (serve: Serve, services: Services): void => {
  const { db, clock, config, mail, jobs } = services

  serve(listUsers, ({ query }) => listPeople(db, clock, query))

  serve(setUserRole, async ({ actor, body: { userID, role, held }, request }) => {
    const { username, name } = await getPerson(db, userID)
    if (
      isChange(await setRole(db, userID, role, held, recordRole(services, { role, held, by: actor, from: request })))
    ) {
      logSecurity(request, 'role_changed', actor.username, { of: username, role, held })
    }
    return { message: `${name} ${held ? 'now' : 'no longer'} has the role ${ROLE_NAMES[role]}.` }
  })

  serve(setUserLock, async ({ actor, body: { userID, locked }, request }) => {
    const { username, name } = await getPerson(db, userID)
    if (
      isChange(await setLock(db, clock, userID, locked, recordLock(services, { locked, by: actor, from: request })))
    ) {
      logSecurity(request, 'lock_changed', actor.username, { of: username, locked })
    }
    return { message: locked ? `${name} is locked.` : `${name} can log in again.` }
  })

  serve(endUserSessions, async ({ actor, query: { userID }, request }) => {
    const { username, name } = await getPerson(db, userID)
    await endSessionsByAdmin(services, { userID, username }, actor, request)
    return { message: `${name} is logged out everywhere.` }
  })

  serve(sendUserReset, async ({ body: { userID }, request }) => {
    const person = await getPerson(db, userID)
    if (!mail) throw new AppError('mail_not_set_up')
    // The link would do nothing.
    if (person.locked_at !== null) throw new AppError('account_locked')
    await requireWorkingMail(services, request.log)
    await jobs.add(resetMailJob, { userID, email: person.email, askedBy: 'administrator' })
    return { message: `We emailed a link for a new password to ${person.email}.` }
  })

  serve(inviteUser, async ({ actor, body: { email }, request, once }) => {
    // Without mail, the inviter copies the link.
    const mailed =
      mail !== undefined && !(await mailIsFailing(services, request.log)) && !(await refusesInvitations(db, email))
    const { seed, token_hash } = await newSeededToken(db)
    // The answer kept for a retry must contain no token.
    const made = await once(async (trx) => {
      const invitationID = await invitations.addInvitation(trx, clock, actor, { email, linkHash: token_hash })
      if (mailed) await jobs.addWithin(trx, invitationMailJob, { invitationID })
      return { invitationID, seed, token_hash, mailed }
    })
    if (made.seed === seed) logSecurity(request, 'invited', actor.username, { invitationID: made.invitationID })
    jobs.wake()
    const token = (await openSeededTokens(db))(made)
    if (token === null) throw new Error('The secret of links has changed')
    const link = invitationLink(ownAddress(request, config), token)
    return { invitationID: made.invitationID, link, mailed: made.mailed }
  })

  serve(listInvitations, async () => ({ invitations: await invitations.listInvitations(db, clock) }))

  serve(cancelUserInvitation, async ({ query: { invitationID } }) => {
    if (!(await invitations.removeInvitation(db, invitationID))) throw new AppError('not_found')
    return { message: 'The invitation is canceled.' }
  })
}

/** Throws `last_admin` or `not_found`. */
const isChange = (outcome: Awaited<ReturnType<typeof setRole>>): boolean => {
  if (outcome === 'last Admin') throw new AppError('last_admin')
  if (outcome === 'no such user') throw new AppError('not_found')
  return outcome === 'changed'
}
