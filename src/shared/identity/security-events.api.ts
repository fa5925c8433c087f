import * as z from 'zod/mini'
import { moment } from '../contract/ends-at.ts'
import { endpoint, type ExamplesOf } from '../contract/endpoint.ts'
import { id, queryID } from '../contract/id.ts'
import { Role } from '../contract/roles.ts'
import { optionalLine } from '../contract/text.ts'
import { SECURITY_EVENT_KINDS } from './security-events.ts'

const securityEvent = z.object({
  eventID: id,
  at: z.string(),
  /** One of SECURITY_EVENTS, or a kind known only to another version of the server. */
  kind: z.string(),
  /** The username of the account; null if no account is concerned, or for a failed login with an unknown name. */
  account: z.nullable(z.string()),
  /** The username of who did it; null for a command, the OpenID provider, or someone not logged in. */
  by: z.nullable(z.string()),
  /** Such as a role or the name of a passkey; '' for none. */
  detail: z.string(),
  /** Null for a command. */
  address: z.nullable(z.string()),
  /** The User-Agent. */
  device: z.string(),
  /** Equal failures within a minute are one event. */
  times: z.int(),
})
export type SecurityEvent = z.output<typeof securityEvent>

const page = z.object({
  events: z.array(securityEvent),
  /** Send as `before` to get older events; null if there are none. */
  older: z.nullable(id),
})

export const listMySecurityEvents = endpoint({
  method: 'GET',
  path: '/mysecurityevents',
  summary: "Logins and security changes of the signed-in user's account, the latest first",
  access: 'signedIn',
  query: z.strictObject({ before: z.optional(queryID) }),
  status: 200,
  response: page,
})

/** `person` is a username: of the account, or of who did it. */
const filter = {
  kind: z.optional(z.enum(SECURITY_EVENT_KINDS, { error: 'Must be a kind of security event.' })),
  person: z.optional(optionalLine()),
  since: z.optional(moment),
  until: z.optional(moment),
}

export const listSecurityEvents = endpoint({
  method: 'GET',
  path: '/securityevents',
  summary: 'Logins and security changes of all accounts, the latest first',
  access: [Role.Admin],
  query: z.strictObject({ ...filter, before: z.optional(queryID) }),
  status: 200,
  response: page,
})

/** Works as a plain download URL: the session comes from the bearer token or the download cookie. */
export const exportSecurityEvents = endpoint({
  method: 'GET',
  path: '/export/securityevents',
  summary: 'The same as CSV, all pages',
  access: [Role.Admin],
  query: z.strictObject(filter),
  status: 200,
  response: 'bytes',
})

const EXAMPLE: SecurityEvent = {
  eventID: 912,
  at: '2026-02-14T16:20:11.000Z',
  kind: 'role_granted',
  account: 'robin',
  by: 'avery',
  detail: 'Admin',
  address: '192.0.2.7',
  device: 'Mozilla/5.0 (X11; Linux x86_64) … Chrome/145.0.0.0 Safari/537.36',
  times: 1,
}

export const shapes = () => ({ SecurityEvent: securityEvent, SecurityEventPage: page })

export const examples = (): ExamplesOf<typeof import('./security-events.api.ts')> => ({
  listMySecurityEvents: { query: {}, response: { events: [EXAMPLE], older: null } },
  listSecurityEvents: { query: { kind: 'role_granted', person: 'robin' }, response: { events: [EXAMPLE], older: 911 } },
  exportSecurityEvents: { query: {} },
})
