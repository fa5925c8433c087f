import * as z from 'zod/mini'
import { accountInputs } from './account.schema.ts'
import { myPasskey } from './my-passkey.ts'
import { endpoint, type ExamplesOf } from '../contract/endpoint.ts'
import { message } from '../contract/message.ts'
import { namedProject } from '../contract/named-project.ts'
import { EXAMPLE_ACCOUNT } from '../contract/example-account.ts'
import { id, queryID } from '../contract/id.ts'
import { exactText, newPassword, username } from '../contract/text.ts'
import { LIMITS } from '../contract/limits.ts'

const account = z.object({
  username: z.string(),
  email: z.string(),
  phone: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  company: z.string(),
  address: z.string(),
  address2: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  /** JSON text of a list of role codes. */
  roles: z.string(),
})
export type Account = z.output<typeof account>

const myAccount = z.extend(account, {
  /** Whether mail to the address has come back with its link; null if the installation sends no mail. */
  emailConfirmed: z.nullable(z.boolean()),
  /** Null if it is off. */
  secondFactor: z.nullable(z.object({ since: z.string(), recoveryCodesLeft: z.number() })),
  /** Those that log in without a code until then. */
  rememberedDevices: z.array(z.object({ userAgent: z.string(), expiresAt: z.string() })),
  passkeys: z.array(myPasskey),
  /** OpenID providers that log the user in, with the address that each has verified. */
  providers: z.array(z.object({ issuer: z.string(), since: z.string(), email: z.nullable(z.string()) })),
  /** Storage used by the account's files, including the trash; `mostBytes` is null without a limit. */
  storage: z.object({ bytes: z.number(), mostBytes: z.nullable(z.number()) }),
})
export type MyAccount = z.output<typeof myAccount>

export const getMyAccount = endpoint({
  method: 'GET',
  path: '/myaccount',
  summary: "The signed-in user's account",
  access: 'signedIn',
  duringSetup: true,
  status: 200,
  response: myAccount,
})

/** The current password, which may be older than today's rules for new ones: any length ever allowed. */
const currentPass = exactText(LIMITS.passwordMax)

/** Whether both addresses belong to the same mailbox. */
export const isSameEmail = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase()

/**
 * `user` must be the signed-in user's name; absent optional members stay unchanged. `currentPass` is required only when
 * the email address changes and is ignored otherwise. A wrong password counts as a failed login. After a change, the
 * old address is notified by mail, and password reset links mailed earlier stop working.
 */
export const updateMyAccount = endpoint({
  method: 'POST',
  path: '/myaccount',
  summary: "Change the signed-in user's account",
  access: 'signedIn',
  body: z.strictObject({ inputs: z.extend(accountInputs, { user: username }), currentPass: z.optional(currentPass) }),
  status: 200,
  response: message,
  problems: ['email_taken', 'current_password_wrong', 'too_many_tries'],
})

/** Ends all other sessions of the user. A wrong current password counts as a failed login. */
export const changePassword = endpoint({
  method: 'POST',
  path: '/changepass',
  summary: "Change the signed-in user's password",
  access: 'signedIn',
  duringSetup: true,
  body: z.strictObject({ currentPass, newPass: newPassword }),
  status: 200,
  response: message,
  problems: ['current_password_wrong', 'too_many_tries'],
})

/** A project of the caller that other users can access. */
export const sharedProject = namedProject
export type SharedProject = z.output<typeof sharedProject>

/**
 * Permanently deletes the account with its projects, rooms, items, files, trash and sessions. Responds 409 with the
 * projects in `projects` if others have access to any. A wrong password counts as a failed login.
 */
export const deleteMyAccount = endpoint({
  method: 'DELETE',
  path: '/myaccount',
  summary: "Permanently delete the signed-in user's account with everything in it",
  access: 'signedIn',
  body: z.strictObject({ currentPass }),
  status: 200,
  response: message,
  problems: ['current_password_wrong', 'last_admin', 'projects_have_members', 'too_many_tries'],
})

const mySession = z.object({
  sessionID: id,
  /** Whether this is the session making the request. */
  current: z.boolean(),
  /** The User-Agent sent at login. */
  userAgent: z.string(),
  address: z.string(),
  remember: z.boolean(),
  createdAt: z.string(),
  lastUsedAt: z.string(),
  expiresAt: z.string(),
})
export type MySession = z.output<typeof mySession>

export const listMySessions = endpoint({
  method: 'GET',
  path: '/mysessions',
  summary: "The signed-in user's sessions, the last used first",
  access: 'signedIn',
  status: 200,
  response: z.array(mySession),
})

/**
 * `currentPass` is required unless the caller ends the current session, where it is ignored. A wrong password counts as
 * a failed login.
 */
export const endMySession = endpoint({
  method: 'DELETE',
  path: '/mysession',
  summary: "End one of the signed-in user's sessions",
  access: 'signedIn',
  query: z.strictObject({ sessionID: queryID }),
  body: z.strictObject({ currentPass: z.optional(currentPass) }),
  status: 200,
  response: message,
  problems: ['current_password_wrong', 'too_many_tries'],
})

/**
 * Works as a plain download URL: the session comes from the bearer token or the download cookie. With `projectID`,
 * exports that project, which the caller must be able to read, as a file that any installation can import.
 */
export const exportMyData = endpoint({
  method: 'GET',
  path: '/export',
  summary: 'All data of the signed-in user as a ZIP with a project file of each project, or one project file',
  access: 'signedIn',
  query: z.strictObject({ projectID: z.optional(queryID) }),
  notForTemplates: true,
  target: { project: 'projectID' },
  status: 200,
  response: 'bytes',
  problems: ['export_under_way', 'too_many_tries'],
})

export const shapes = () => ({
  Account: myAccount,
  AccountSession: mySession,
  Passkey: myPasskey,
  NamedProject: namedProject,
})

export const examples = (): ExamplesOf<typeof import('./account.api.ts')> => {
  return {
    getMyAccount: {
      response: {
        ...{ username: 'robin', ...EXAMPLE_ACCOUNT, firstName: 'Robin', lastName: 'Sample', roles: '[1001]' },
        emailConfirmed: true,
        passkeys: [{ passkeyID: 3, name: 'Safari on iPhone', createdAt: '2026-02-14T16:02:40.000Z', lastUsedAt: null }],
        providers: [{ issuer: 'https://auth.example.com', since: '2026-01-12T08:30:00.000Z', email: null }],
        secondFactor: { since: '2026-01-30T09:12:00.000Z', recoveryCodesLeft: 10 },
        rememberedDevices: [
          { userAgent: 'Mozilla/5.0 (Macintosh; …) Firefox/140.0', expiresAt: '2026-03-01T09:12:00.000Z' },
        ],
        storage: { bytes: 18_402_291, mostBytes: null },
      },
    },
    updateMyAccount: {
      body: {
        inputs: { user: 'robin', ...EXAMPLE_ACCOUNT, first: 'Robin', last: 'Sample', email: 'robin@homes.example' },
        currentPass: 'three cups of tea',
      },
      response: { message: 'Account updated' },
    },
    changePassword: {
      body: { currentPass: 'three cups of tea', newPass: 'four cups of tea' },
      response: { message: 'Password changed' },
    },
    deleteMyAccount: { body: { currentPass: 'three cups of tea' }, response: { message: 'Account deleted' } },
    listMySessions: {
      response: [
        {
          sessionID: 5,
          current: true,
          userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X)',
          address: '192.0.2.14',
          remember: true,
          createdAt: '2026-02-01T08:00:00.000Z',
          lastUsedAt: '2026-02-14T16:02:40.000Z',
          expiresAt: '2026-03-16T16:02:40.000Z',
        },
      ],
    },
    endMySession: {
      query: { sessionID: 6 },
      body: { currentPass: 'three cups of tea' },
      response: { message: 'Session ended' },
    },
    exportMyData: { query: { projectID: 3 } },
  }
}
