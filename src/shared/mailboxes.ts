import * as z from 'zod/mini'
import { endpoint, type ExamplesOf } from './endpoint.ts'

/**
 * What a mailbox says by a link in a mail: that it is the one of an account, or that it wants no more invitations. A GET
 * changes nothing, for programs that look for bad links follow it; the button of its page posts.
 */

const NO_TOKEN = 'Must be the token of a mail.'
const token = z.strictObject({
  token: z.string({ error: NO_TOKEN }).check(z.maxLength(100, { error: NO_TOKEN })),
})

export const askToConfirmEmail = endpoint({
  method: 'GET',
  path: '/confirmemail/:token',
  summary: 'A page with a button that confirms the e-mail address of an account',
  access: 'public',
  params: token,
  status: 200,
  response: 'bytes',
})

/** From then on invitations of the account are mailed. */
export const confirmEmail = endpoint({
  method: 'POST',
  path: '/confirmemail/:token',
  summary: 'Confirm the e-mail address of the account that the token was mailed to; answers a page',
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

/** Takes any body: mail programs send it (RFC 8058), and the button of the page. The answer is the same for any token. */
export const endInvitations = endpoint({
  method: 'POST',
  path: '/endinvitations/:token',
  summary: 'End invitations by mail to the address that the token was mailed to; answers a page',
  access: 'public',
  params: token,
  status: 200,
  response: 'bytes',
})

/** Of each call, in the order of the documentation. */
export const examples = (): ExamplesOf<typeof import('./mailboxes.ts')> => ({
  askToConfirmEmail: { params: { token: 'q7Jx…' } },
  confirmEmail: { params: { token: 'q7Jx…' } },
  askToEndInvitations: { params: { token: 'q7Jx…' } },
  endInvitations: { params: { token: 'q7Jx…' } },
})
