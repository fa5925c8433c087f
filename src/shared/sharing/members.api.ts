import * as z from 'zod/mini'
import { endpoint, type ExamplesOf } from '../contract/endpoint.ts'
import { message } from '../contract/message.ts'
import { namedProject } from '../contract/named-project.ts'
import { id, queryID } from '../contract/id.ts'
import { right } from '../contract/right.schema.ts'
import { KEEPS_PROJECTS } from '../contract/roles.ts'
import { emailAddress, line } from '../contract/text.ts'

/** Access to a project: its members and invitations. */

/** Members and pending invitations of one project together. */
export const MOST_MEMBERS = 100

/** What an owner can grant; 'write' makes an Editor. */
const grantedRight = z.enum(['read', 'write'], { error: 'Must be read or write.' })
export type GivenRight = z.output<typeof grantedRight>

const member = z.object({
  userID: id,
  name: z.string(),
  username: z.string(),
  /** Visible to the owner, and each member's own to that member. */
  email: z.nullable(z.string()),
  may: right,
  isMe: z.boolean(),
  /** For members, visible to the owner; null if unknown. */
  joinedAt: z.nullable(z.string()),
  /** The invited address, visible to the owner, if it differs from the account's. */
  invitedAs: z.nullable(z.string()),
})
export type Member = z.output<typeof member>

const pending = z.object({
  invitationID: id,
  email: z.string(),
  may: grantedRight,
  expiresAt: z.string(),
})
export type PendingInvitation = z.output<typeof pending>

/**
 * Whether a mail goes to the invited address. With `unconfirmed`, none is sent until the sender confirms their own
 * address; the mail for that is on its way.
 */
export const mailing = { mailed: z.boolean(), unconfirmed: z.boolean() }

/** Anyone with access can read members; only the owner sees invitations. */
export const listMembers = endpoint({
  method: 'GET',
  path: '/members',
  summary: 'Who has access to a project, the owner first, then by name',
  access: KEEPS_PROJECTS,
  query: z.strictObject({ projectID: queryID }),
  notForTemplates: true,
  target: { project: 'projectID' },
  status: 200,
  response: z.object({ project: namedProject, may: right, members: z.array(member), invitations: z.array(pending) }),
})

/**
 * The link is shown only in this answer; if mail works, the recipient is also mailed a link with its own token.
 * Inviting the same person again issues new links and invalidates the earlier ones.
 */
export const inviteMember = endpoint({
  method: 'PUT',
  path: '/invitation',
  summary: 'Invite a person to a project, by a link that works once and for 14 days',
  access: KEEPS_PROJECTS,
  body: z.strictObject({ projectID: id, email: emailAddress, may: grantedRight }),
  needs: 'own',
  target: { project: 'projectID' },
  notForTemplates: true,
  status: 200,
  response: z.object({ invitationID: id, link: z.string(), ...mailing }),
  problems: ['too_many_members', 'already_member', 'too_many_tries'],
})

export const cancelInvitation = endpoint({
  method: 'DELETE',
  path: '/memberinvitation',
  summary: 'Cancel an invitation to a project, whose links stop working',
  access: KEEPS_PROJECTS,
  query: z.strictObject({ projectID: queryID, invitationID: queryID }),
  needs: 'own',
  target: { project: 'projectID' },
  notForTemplates: true,
  status: 200,
  response: message,
})

export const setMemberRight = endpoint({
  method: 'POST',
  path: '/member',
  summary: 'Make a member Viewer or Editor',
  access: KEEPS_PROJECTS,
  body: z.strictObject({ projectID: id, userID: id, may: grantedRight }),
  needs: 'own',
  target: { project: 'projectID' },
  notForTemplates: true,
  status: 200,
  response: message,
})

/** Members can remove themselves, which means leaving. */
export const removeMember = endpoint({
  method: 'DELETE',
  path: '/member',
  summary: 'Remove a member, or leave a project',
  access: KEEPS_PROJECTS,
  query: z.strictObject({ projectID: queryID, userID: queryID }),
  needs: 'own',
  target: { project: 'projectID' },
  notForTemplates: true,
  status: 200,
  response: message,
})

/** Does not use up the token. The answer does not reveal whether an invalid token ever existed. */
export const openInvitation = endpoint({
  method: 'POST',
  path: '/openinvitation',
  summary: 'What an invitation to a project is for, by the token of its link',
  access: 'public',
  body: z.strictObject({ token: line() }),
  status: 200,
  response: z.object({ project: z.string(), by: z.string(), may: grantedRight, expiresAt: z.string() }),
  problems: ['invitation_invalid', 'too_many_tries'],
})

export const joinProject = endpoint({
  method: 'POST',
  path: '/join',
  summary: 'Join a project by the token of an invitation, which is used up',
  access: KEEPS_PROJECTS,
  body: z.strictObject({ token: line() }),
  status: 200,
  response: z.object({ projectID: id, message: z.string() }),
  problems: ['invitation_invalid', 'already_member', 'too_many_tries'],
})

export const shapes = () => ({ Member: member, MemberInvitation: pending, GrantedRight: grantedRight })

export const examples = (): ExamplesOf<typeof import('./members.api.ts')> => ({
  listMembers: {
    query: { projectID: 3 },
    response: {
      project: { projectID: 3, name: 'Maple Street' },
      may: 'own',
      members: [
        {
          userID: 7,
          name: 'Robin Sample',
          username: 'robin',
          email: 'robin@example.com',
          may: 'own',
          isMe: true,
          joinedAt: null,
          invitedAs: null,
        },
        {
          userID: 9,
          name: 'Avery Sample',
          username: 'avery',
          email: 'avery@example.com',
          may: 'write',
          isMe: false,
          joinedAt: '2026-02-14T16:20:11.000Z',
          invitedAs: null,
        },
      ],
      invitations: [{ invitationID: 4, email: 'kim@example.com', may: 'read', expiresAt: '2026-02-28T16:20:11.000Z' }],
    },
  },
  inviteMember: {
    body: { projectID: 3, email: 'kim@example.com', may: 'read' },
    response: { invitationID: 4, link: 'https://homes.example.com/join#q7Jx…', mailed: true, unconfirmed: false },
  },
  cancelInvitation: {
    query: { projectID: 3, invitationID: 4 },
    response: { message: 'The invitation for kim@example.com is canceled.' },
  },
  setMemberRight: {
    body: { projectID: 3, userID: 9, may: 'read' },
    response: { message: 'Avery Sample is now Viewer.' },
  },
  removeMember: {
    query: { projectID: 3, userID: 9 },
    response: { message: 'Avery Sample no longer has access.' },
  },
  openInvitation: {
    body: { token: 'q7Jx…' },
    response: { project: 'Maple Street', by: 'Robin Sample', may: 'read', expiresAt: '2026-02-28T16:20:11.000Z' },
  },
  joinProject: { body: { token: 'q7Jx…' }, response: { projectID: 3, message: 'You joined "Maple Street".' } },
})
