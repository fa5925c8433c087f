import * as z from 'zod/mini'
import { endpoint, type ExamplesOf } from '../contract/endpoint.ts'
import { KEEPS_PROJECTS } from '../contract/roles.ts'

/** The secret URL of a user's calendar feed: anyone who has it can read upcoming dates, and nothing else. */
const address = z.object({
  /** Null if there is none, or if it predates a restore: backups contain no tokens. */
  address: z.nullable(z.string()),
  /** Whether a feed exists, even if its address is unknown. */
  isOn: z.boolean(),
})
export type CalendarAddress = z.output<typeof address>

export const getCalendarAddress = endpoint({
  method: 'GET',
  path: '/calendaraddress',
  summary: 'The link to the calendar of what is coming up',
  access: KEEPS_PROJECTS,
  status: 200,
  response: address,
})

export const renewCalendarAddress = endpoint({
  method: 'POST',
  path: '/calendaraddress',
  summary: 'Create a link to the calendar; the earlier one stops working',
  access: KEEPS_PROJECTS,
  status: 200,
  response: address,
})

export const endCalendarAddress = endpoint({
  method: 'DELETE',
  path: '/calendaraddress',
  summary: 'Turn off the link to the calendar',
  access: KEEPS_PROJECTS,
  status: 200,
  response: address,
})

const NO_ADDRESS = 'Must be the address of a calendar.'

/** Needs no session: the secret URL grants access. `file` is its token followed by '.ics'. */
export const readCalendar = endpoint({
  method: 'GET',
  path: '/calendar/:file',
  summary: 'What comes up, as a calendar (iCalendar, RFC 5545)',
  access: 'public',
  params: z.strictObject({ file: z.string({ error: NO_ADDRESS }).check(z.maxLength(100, { error: NO_ADDRESS })) }),
  status: 200,
  response: 'bytes',
  problems: ['too_many_downloads', 'too_many_tries'],
})

export const shapes = () => ({ CalendarAddress: address })

export const examples = (): ExamplesOf<typeof import('./calendar.api.ts')> => {
  const response = { address: 'https://homes.example.com/calendar/q7Jx….ics', isOn: true }
  return {
    getCalendarAddress: { response },
    renewCalendarAddress: { response },
    endCalendarAddress: { response: { address: null, isOn: false } },
    readCalendar: { params: { file: 'q7Jx….ics' } },
  }
}
