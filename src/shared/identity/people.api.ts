import * as z from 'zod/mini'
import { endpoint, type ExamplesOf } from '../contract/endpoint.ts'
import { message } from '../contract/message.ts'
import { id, queryID } from '../contract/id.ts'
import { ALL_ROLES, Role } from '../contract/roles.ts'
import { emailAddress, optionalLine } from '../contract/text.ts'

/** Calls with which Admins manage users. None of them reveals anyone's projects. */

const ADMIN = [Role.Admin] as const
const person = z.object({
  userID: id,
  username: z.string(),
  email: z.string(),
  /** The full name, or the username if there is none. */
  name: z.string(),
  roles: z.array(z.number()),
  locked: z.boolean(),
  sessions: z.number(),
  createdAt: z.string(),
})
export type Person = z.output<typeof person>

/**
 * `search` matches username, email address and name; `after` is the last username of the previous page. `total` counts
 * all matches, on every page.
 */
export const listUsers = endpoint({
  method: 'GET',
  path: '/users',
  summary: 'People, 50 at a time in the order of their usernames',
  access: ADMIN,
  query: z.strictObject({ search: z.optional(optionalLine()), after: z.optional(optionalLine()) }),
  status: 200,
  response: z.object({ users: z.array(person), more: z.boolean(), total: z.number() }),
})

export const setUserRole = endpoint({
  method: 'POST',
  path: '/userrole',
  summary: 'Give or take a role',
  access: ADMIN,
  body: z.strictObject({
    userID: id,
    role: z.literal(ALL_ROLES, { error: 'Must be 9001, 2023 or 1001.' }),
    held: z.boolean(),
  }),
  status: 200,
  response: message,
  problems: ['last_admin'],
})

/** Locking signs the user out at once and blocks login. The last Admin cannot be locked. */
export const setUserLock = endpoint({
  method: 'POST',
  path: '/userlock',
  summary: 'Lock or unlock an account',
  access: ADMIN,
  body: z.strictObject({ userID: id, locked: z.boolean() }),
  status: 200,
  response: message,
  problems: ['last_admin'],
})

export const endUserSessions = endpoint({
  method: 'DELETE',
  path: '/usersessions',
  summary: "End all of a user's sessions",
  access: ADMIN,
  query: z.strictObject({ userID: queryID }),
  status: 200,
  response: message,
})

export const sendUserReset = endpoint({
  method: 'POST',
  path: '/userreset',
  summary: 'Send a user the email that sets a new password',
  access: ADMIN,
  body: z.strictObject({ userID: id }),
  status: 200,
  response: message,
  problems: ['mail_not_set_up', 'mail_fails', 'account_locked'],
})

const invitation = z.object({
  invitationID: id,
  email: z.string(),
  /** The name of the inviting user; null if that account is gone. */
  by: z.nullable(z.string()),
  createdAt: z.string(),
  expiresAt: z.string(),
})
export type Invitation = z.output<typeof invitation>

/**
 * The link creates one account, within 14 days. It is shown only in this answer; if mail works, the address is also
 * mailed a link with its own token.
 */
export const inviteUser = endpoint({
  method: 'POST',
  path: '/invitation',
  summary: 'Invite a person to create an account',
  access: ADMIN,
  body: z.strictObject({ email: emailAddress }),
  creates: true,
  status: 200,
  response: z.object({ invitationID: id, link: z.string(), mailed: z.boolean() }),
})

export const listInvitations = endpoint({
  method: 'GET',
  path: '/invitations',
  summary: 'Open invitations, the latest first',
  access: ADMIN,
  status: 200,
  response: z.object({ invitations: z.array(invitation) }),
})

export const cancelUserInvitation = endpoint({
  method: 'DELETE',
  path: '/invitation',
  summary: 'Cancel an invitation, whose links stop working',
  access: ADMIN,
  query: z.strictObject({ invitationID: queryID }),
  status: 200,
  response: message,
})

export const shapes = () => ({ Person: person, Invitation: invitation })

export const examples = (): ExamplesOf<typeof import('./people.api.ts')> => ({
  listUsers: {
    query: { search: 'sam' },
    response: {
      users: [
        {
          userID: 7,
          username: 'robin',
          email: 'robin@example.com',
          name: 'Robin Sample',
          roles: [1001],
          locked: false,
          sessions: 2,
          createdAt: '2026-01-03T10:00:00.000Z',
        },
      ],
      more: false,
      total: 1,
    },
  },
  setUserRole: {
    body: { userID: 7, role: 2023, held: true },
    response: { message: 'Robin Sample now has the role Reseller.' },
  },
  setUserLock: { body: { userID: 7, locked: true }, response: { message: 'Robin Sample is locked.' } },
  endUserSessions: { query: { userID: 7 }, response: { message: 'Robin Sample is logged out everywhere.' } },
  sendUserReset: {
    body: { userID: 7 },
    response: { message: 'We emailed a link for a new password to robin@example.com.' },
  },
  inviteUser: {
    body: { email: 'avery@example.com' },
    response: { invitationID: 3, link: 'https://homes.example.com/register#q7Jx…', mailed: true },
  },
  listInvitations: {
    response: {
      invitations: [
        {
          invitationID: 3,
          email: 'avery@example.com',
          by: 'Robin Sample',
          createdAt: '2026-02-14T16:20:11.000Z',
          expiresAt: '2026-02-28T16:20:11.000Z',
        },
      ],
    },
  },
  cancelUserInvitation: { query: { invitationID: 3 }, response: { message: 'The invitation is canceled.' } },
})
