import { ordersOf, readDate, readInOrder } from '../../../../shared/lib/dates.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND

/** As programs rewrite times: '11/28/2026 23:51', '28.11.2026 23:51:07', '11/28/26, 11:51 PM'. */
const REWRITTEN = /^(.*\d[./-]?),?[ T]+(\d{1,2}):(\d\d)(?::(\d\d))?(?:[.,]\d+)?(?: ?([ap])\.?m\.?)?$/i

/** What a text without a time zone may say in UTC, in milliseconds, and how exactly. */
const readingsOf = (text: string): { times: number[]; within: number } => {
  const iso = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d/.test(text)
  if (iso)
    return {
      times: [Date.parse(/[zZ]$|[+-]\d\d:?\d\d$/.test(text) ? text : `${text.replace(' ', 'T')}Z`)],
      within: SECOND,
    }
  const [, day = '', hours = '', minutes = '', seconds, half] = REWRITTEN.exec(text.replace(/\s+/g, ' ').trim()) ?? []
  const isAfternoon = half?.toLowerCase() === 'p'
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (isAfternoon ? 12 : 0)
  const time = `${String(hour).padStart(2, '0')}:${minutes}:${seconds ?? '00'}Z`
  const read = readDate(day)
  const days =
    read.is === 'date' ? [read.iso] : [...new Set(ordersOf(day).flatMap((order) => readInOrder(day, order)?.iso ?? []))]
  return { times: days.map((iso) => Date.parse(`${iso}T${time}`)), within: seconds === undefined ? MINUTE : SECOND }
}

/** Whether a cell says this moment, as exactly as it is written; undefined if it is no time. */
export const isSameTime = (cell: string, moment: string): boolean | undefined => {
  const { times, within } = readingsOf(cell)
  const read = times.filter((time) => !Number.isNaN(time))
  return read.length === 0 ? undefined : read.some((time) => Math.abs(time - Date.parse(moment)) <= within)
}
