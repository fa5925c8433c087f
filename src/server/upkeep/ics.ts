/**
 * Writes an RFC 5545 calendar of all-day events. Lines end with CRLF and are folded at 75 bytes, never within a
 * character.
 */

export interface DayInCalendar {
  /** The same in every answer, so that programs recognize the event. */
  uid: string
  day: string
  name: string
  place: string
  note: string
  url: string
  /** In RFC 5545 notation; undefined for none. */
  rule: string | undefined
  /** Grows with each change. */
  sequence: number
  /** When it, or the name of its place, was last changed, as an ISO time. */
  changedAt: string
  /** When the alarm sounds, relative to the start of the day, as an RFC 5545 duration. */
  alarm: string
}

const LONGEST = 75
/** The most UTF-8 bytes per UTF-16 unit. */
const BYTES_AT_MOST = 3

/** All except the tab: programs reject calendars that contain others. */
const CONTROLS = /(?!\t)\p{Cc}/gu

const textOf = (text: string): string =>
  text
    .replace(/[\\;,]/g, (sign) => `\\${sign}`)
    .replace(/\r\n|\r|\n/g, '\\n')
    .replace(CONTROLS, ' ')

/** In UTF-8 bytes. */
const sizeOf = (sign: string): number => {
  const code = sign.codePointAt(0) ?? 0
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
}

/** Continuation lines begin with a space, which counts. */
const folded = (line: string): string => {
  if (line.length * BYTES_AT_MOST <= LONGEST || Buffer.byteLength(line) <= LONGEST) return line
  const parts: string[] = []
  let [start, at, bytes] = [0, 0, 0]
  for (const sign of line) {
    const size = sizeOf(sign)
    if (bytes + size > LONGEST) {
      parts.push(line.slice(start, at))
      ;[start, bytes] = [at, 1]
    }
    at += sign.length
    bytes += size
  }
  return [...parts, line.slice(start)].join('\r\n ')
}

const stampOf = (time: string): string => `${time.slice(0, 19).replace(/[-:]/g, '')}Z`
const dateOf = (day: string): string => day.replaceAll('-', '')
const dayAfter = (day: string): string => new Date(Date.parse(day) + 24 * 60 * 60_000).toISOString().slice(0, 10)

const linesOf = (
  { uid, day, name, place, note, url, rule, sequence, changedAt, alarm }: DayInCalendar,
  stamp: string,
): string[] => [
  'BEGIN:VEVENT',
  `UID:${uid}`,
  `DTSTAMP:${stamp}`,
  `SEQUENCE:${sequence}`,
  `LAST-MODIFIED:${stampOf(changedAt)}`,
  `DTSTART;VALUE=DATE:${dateOf(day)}`,
  `DTEND;VALUE=DATE:${dateOf(dayAfter(day))}`,
  ...(rule === undefined ? [] : [`RRULE:${rule}`]),
  `SUMMARY:${textOf(name)}`,
  ...(place === '' ? [] : [`LOCATION:${textOf(place)}`]),
  ...(note === '' ? [] : [`DESCRIPTION:${textOf(note)}`]),
  `URL:${url}`,
  'TRANSP:TRANSPARENT',
  'BEGIN:VALARM',
  'ACTION:DISPLAY',
  `DESCRIPTION:${textOf(name)}`,
  `TRIGGER:${alarm}`,
  'END:VALARM',
  'END:VEVENT',
]

/** `now` is an ISO time. */
export const calendarOf = (name: string, days: readonly DayInCalendar[], now: string): string => {
  const stamp = stampOf(now)
  const events = days.flatMap((day) => linesOf(day, stamp).map(folded))
  const head = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Roomfolio//Coming Up//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${textOf(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT6H',
    'X-PUBLISHED-TTL:PT6H',
  ]
  return [...head.map(folded), ...events, 'END:VCALENDAR', ''].join('\r\n')
}
