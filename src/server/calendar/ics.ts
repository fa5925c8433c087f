/**
 * A calendar as RFC 5545 writes it, of whole days alone. Lines end with CRLF and are folded at 75 bytes, never within a
 * character.
 */

export interface DayInCalendar {
  /** The same in every answer, so that programs know it again. */
  uid: string
  day: string
  name: string
  place: string
  note: string
  url: string
  /** As RFC 5545 writes a rule; undefined for none. */
  rule: string | undefined
  /** Grows with each change. */
  sequence: number
}

const LONGEST = 75

const textOf = (text: string): string => text.replace(/[\\;,]/g, (sign) => `\\${sign}`).replace(/\r\n|\r|\n/g, '\\n')

const folded = (line: string): string => {
  const parts: string[] = []
  let [part, bytes] = ['', 0]
  for (const sign of line) {
    const size = Buffer.byteLength(sign)
    if (bytes + size > LONGEST) {
      parts.push(part)
      // The blank that begins a further line counts.
      ;[part, bytes] = ['', 1]
    }
    part += sign
    bytes += size
  }
  return [...parts, part].join('\r\n ')
}

const dateOf = (day: string): string => day.replaceAll('-', '')
const dayAfter = (day: string): string => new Date(Date.parse(day) + 24 * 60 * 60_000).toISOString().slice(0, 10)

const linesOf = ({ uid, day, name, place, note, url, rule, sequence }: DayInCalendar, stamp: string): string[] => [
  'BEGIN:VEVENT',
  `UID:${uid}`,
  `DTSTAMP:${stamp}`,
  `SEQUENCE:${sequence}`,
  `DTSTART;VALUE=DATE:${dateOf(day)}`,
  `DTEND;VALUE=DATE:${dateOf(dayAfter(day))}`,
  ...(rule === undefined ? [] : [`RRULE:${rule}`]),
  `SUMMARY:${textOf(name)}`,
  ...(place === '' ? [] : [`LOCATION:${textOf(place)}`]),
  ...(note === '' ? [] : [`DESCRIPTION:${textOf(note)}`]),
  `URL:${url}`,
  'TRANSP:TRANSPARENT',
  'END:VEVENT',
]

/** `now` as an ISO time. */
export const calendarOf = (name: string, days: readonly DayInCalendar[], now: string): string => {
  const stamp = `${now.slice(0, 19).replace(/[-:]/g, '')}Z`
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Roomfolio//Coming Up//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${textOf(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT6H',
    'X-PUBLISHED-TTL:PT6H',
    ...days.flatMap((day) => linesOf(day, stamp)),
    'END:VCALENDAR',
    '',
  ]
    .map(folded)
    .join('\r\n')
}
