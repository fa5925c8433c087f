import * as z from 'zod/mini'
import { endpoint, type ExamplesOf } from '../contract/endpoint.ts'

/**
 * Calls made from links in mails: a mailbox confirms that it belongs to an account, or refuses further invitations. GET
 * changes nothing, since link checkers follow links; the page's button posts.
 */

const NO_TOKEN = 'Must be the token of a mail.'
const token = z.strictObject({
  token: z.string({ error: NO_TOKEN }).check(z.maxLength(100, { error: NO_TOKEN })),
})

export const askToConfirmEmail = endpoint({
  method: 'GET',
  path: '/confirmemail/:token',
  summary: 'A page with a button that confirms the email address of an account',
  access: 'public',
  params: token,
  status: 200,
  response: 'bytes',
})

/** From then on, the account's invitations are mailed. */
export const confirmEmail = endpoint({
  method: 'POST',
  path: '/confirmemail/:token',
  summary: 'Confirm the email address of the account that the token was mailed to; answers a page',
  access: 'public',
  params: token,
  status: 200,
  response: 'bytes',
})

export const askToEndInvitations = endpoint({
  method: 'GET',
  path: '/endinvitations/:token',
  summary: 'A page with a button that ends invitations by mail',
  access: 'public',
  params: token,
  status: 200,
  response: 'bytes',
})

/**
 * Accepts any body, since mail programs (RFC 8058) and the page's button post forms. The answer is the same for any
 * token.
 */
export const endInvitations = endpoint({
  method: 'POST',
  path: '/endinvitations/:token',
  summary: 'End invitations by mail to the address that the token was mailed to; answers a page',
  access: 'public',
  params: token,
  status: 200,
  response: 'bytes',
})

export const examples = (): ExamplesOf<typeof import('./mailboxes.api.ts')> => ({
  askToConfirmEmail: { params: { token: '42.q7Jx…' } },
  confirmEmail: { params: { token: '42.q7Jx…' } },
  askToEndInvitations: { params: { token: 'q7Jx….q7Jx…' } },
  endInvitations: { params: { token: 'q7Jx….q7Jx…' } },
})
