import * as z from 'zod/mini'
import { endpoint, type ExamplesOf } from '../contract/endpoint.ts'
import { KEEPS_PROJECTS } from '../contract/roles.ts'

/** In JavaScript's order. */
export const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const
export type Weekday = (typeof WEEKDAYS)[number]

/** After this many rejected reminders, a mailbox gets no more until its owner asks again. */
export const MOST_REFUSALS = 3

const LONGEST_ZONE = 64

const isZone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

const NO_ZONE = { error: 'Must be a time zone, such as America/New_York.' }
const zone = z
  .string(NO_ZONE)
  .check(z.maxLength(LONGEST_ZONE, NO_ZONE), z.regex(/^[A-Za-z][\w+/-]*$/, NO_ZONE), z.refine(isZone, NO_ZONE))

const reminders = z.object({
  isOn: z.boolean(),
  weekday: z.enum(WEEKDAYS),
  /** The user's time zone, as named in the tz database; null until a browser has sent it. */
  zone: z.nullable(z.string()),
  /** Whether this installation sends mail at all. */
  sendsMail: z.boolean(),
  /** Where reminders are sent. */
  email: z.string(),
  /** The next check for due items; null if no reminders are sent. */
  nextAt: z.nullable(z.string()),
  /** The mail server's reply, if too many rejections stopped the reminders; otherwise null. */
  refusal: z.nullable(z.string()),
})
export type Reminders = z.output<typeof reminders>

export const getReminders = endpoint({
  method: 'GET',
  path: '/reminders',
  summary: 'The reminders that the caller gets by email',
  access: KEEPS_PROJECTS,
  status: 200,
  response: reminders,
})

const NO_WEEKDAY = { error: 'Must be a day of the week, such as sunday.' }

/**
 * Absent members stay unchanged. Turning reminders on, even if they are on, resumes sending to a mailbox that rejected
 * them.
 */
export const updateReminders = endpoint({
  method: 'POST',
  path: '/reminders',
  summary: 'Turn reminders by email on or off, and choose their weekday and time zone',
  access: KEEPS_PROJECTS,
  body: z
    .strictObject({
      isOn: z.optional(z.boolean()),
      weekday: z.optional(z.enum(WEEKDAYS, NO_WEEKDAY)),
      zone: z.optional(zone),
    })
    .check(
      z.refine((changes) => Object.keys(changes).length > 0, { error: 'Name what is to change.', path: ['isOn'] }),
    ),
  status: 200,
  response: reminders,
})

const NO_TOKEN = 'Must be the token of a mail.'
const token = z.strictObject({
  token: z.string({ error: NO_TOKEN }).check(z.maxLength(100, { error: NO_TOKEN })),
})

/** GET changes nothing, since link checkers also follow links in mails. */
export const askToEndReminders = endpoint({
  method: 'GET',
  path: '/endreminders/:token',
  summary: 'A page with a button that ends the reminders by mail',
  access: 'public',
  params: token,
  status: 200,
  response: 'bytes',
})

/**
 * Needs no session and accepts any body, since mail programs (RFC 8058) and the page's button post forms. The answer is
 * the same for any token.
 */
export const endReminders = endpoint({
  method: 'POST',
  path: '/endreminders/:token',
  summary: 'End reminders by email for the user the token was mailed to; answers a page',
  access: 'public',
  params: token,
  status: 200,
  response: 'bytes',
  problems: ['too_many_tries'],
})

export const shapes = () => ({ Reminders: reminders })

export const examples = (): ExamplesOf<typeof import('./reminders.api.ts')> => {
  const response: Reminders = {
    ...{ isOn: true, weekday: 'sunday', zone: 'America/New_York', sendsMail: true, email: 'robin@example.com' },
    ...{ nextAt: '2031-02-02T12:00:00.000Z', refusal: null },
  }
  return {
    getReminders: { response },
    updateReminders: { body: { isOn: true, weekday: 'sunday', zone: 'America/New_York' }, response },
    askToEndReminders: { params: { token: 'q7Jx…' } },
    endReminders: { params: { token: 'q7Jx…' } },
  }
}
