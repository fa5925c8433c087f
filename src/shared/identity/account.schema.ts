import * as z from 'zod/mini'
import { emailAddress, line, newPassword, optionalLine, username } from '../contract/text.ts'

/** What an account stores besides username and password, by its names on the wire in /register. */
export const accountInputs = z.strictObject({
  email: emailAddress,
  phone: line(),
  first: line(),
  last: line(),
  company: z.optional(optionalLine()),
  address: line(),
  address2: z.optional(optionalLine()),
  city: line(),
  state: line(),
  zip: line(),
})

/**
 * `code` is printed at startup while no Admin exists; it makes the new user an Admin. `invitation` is the single-use
 * token of an invitation link.
 */
export const registration = z.strictObject({
  user: username,
  pwd: newPassword,
  inputs: accountInputs,
  code: z.optional(optionalLine()),
  invitation: z.optional(optionalLine()),
})

export const forgotInputs = z.strictObject({ user: line() })
