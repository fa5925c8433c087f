import * as z from 'zod/mini'
import { endpoint, type ExamplesOf } from './endpoint.ts'
import { KEEPS_PROJECTS } from './roles.ts'

/** As JavaScript counts them. */
export const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const
export type Weekday = (typeof WEEKDAYS)[number]

/** A mailbox that has refused so many reminders gets none until its owner asks for them again. */
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
  /** Of the person, as the tz database calls it; null while no browser has said it. */
  zone: z.nullable(z.string()),
  /** Whether this installation sends mail at all. */
  sendsMail: z.boolean(),
  /** Where they go. */
  email: z.string(),
  /** When it is looked next whether something is due; null where nothing is sent. */
  nextAt: z.nullable(z.string()),
  /** What the mail server said of the mailbox, where it has refused so many that no more are sent; else null. */
  refusal: z.nullable(z.string()),
})
export type Reminders = z.output<typeof reminders>

export const getReminders = endpoint({
  method: 'GET',
  path: '/reminders',
  summary: 'Whether and when the caller is reminded by mail of what comes up',
  access: KEEPS_PROJECTS,
  status: 200,
  response: reminders,
})

const NO_WEEKDAY = { error: 'Must be a day of the week, such as sunday.' }

/** What is absent stays. Turned on, also where they are on, they are sent again to a mailbox that refused them. */
export const updateReminders = endpoint({
  method: 'POST',
  path: '/reminders',
  summary: 'Turn reminders by mail on or off, and choose their weekday and time zone',
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

/** What follows a link in a mail, perhaps a program that looks for bad ones, changes nothing. */
export const askToEndReminders = endpoint({
  method: 'GET',
  path: '/endreminders/:token',
  summary: 'A page with a button that ends the reminders by mail',
  access: 'public',
  params: token,
  status: 200,
  response: 'bytes',
})

/** Takes no session and any body: mail programs send it (RFC 8058), and the button of the page. The answer is the same for any token. */
export const endReminders = endpoint({
  method: 'POST',
  path: '/endreminders/:token',
  summary: 'End the reminders by mail to whom the token was mailed; answers a page',
  access: 'public',
  params: token,
  status: 200,
  response: 'bytes',
  problems: ['too_many_tries'],
})

/** Of each call, in the order of the documentation. */
export const examples = (): ExamplesOf<typeof import('./reminders.ts')> => {
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
