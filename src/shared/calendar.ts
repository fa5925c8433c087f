import * as z from 'zod/mini'
import { endpoint, type ExamplesOf } from './endpoint.ts'
import { KEEPS_PROJECTS } from './roles.ts'

/** The address of a person's own calendar, which programs subscribe to: whoever has it reads what comes up, and nothing else. */
const address = z.object({
  /** Null where there is none, or where it was made before a restore from a backup, which has no tokens. */
  address: z.nullable(z.string()),
  /** Whether there is one, known or not. */
  isOn: z.boolean(),
})
export type CalendarAddress = z.output<typeof address>

export const getCalendarAddress = endpoint({
  method: 'GET',
  path: '/calendaraddress',
  summary: 'The address of the calendar with what comes up',
  access: KEEPS_PROJECTS,
  status: 200,
  response: address,
})

export const renewCalendarAddress = endpoint({
  method: 'POST',
  path: '/calendaraddress',
  summary: 'Make an address for the calendar; the former one opens nothing from then on',
  access: KEEPS_PROJECTS,
  status: 200,
  response: address,
})

export const endCalendarAddress = endpoint({
  method: 'DELETE',
  path: '/calendaraddress',
  summary: 'Take the address of the calendar back',
  access: KEEPS_PROJECTS,
  status: 200,
  response: address,
})

const NO_ADDRESS = 'Must be the address of a calendar.'

/** Takes no session: the address is the right. `file` is its token with '.ics' behind it. */
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

/** Of each call, in the order of the documentation. */
export const examples = (): ExamplesOf<typeof import('./calendar.ts')> => {
  const response = { address: 'https://homes.example.com/calendar/q7Jx….ics', isOn: true }
  return {
    getCalendarAddress: { response },
    renewCalendarAddress: { response },
    endCalendarAddress: { response: { address: null, isOn: false } },
    readCalendar: { params: { file: 'q7Jx….ics' } },
  }
}
