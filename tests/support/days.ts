/** When tests begin, whatever the day of their run: a Monday in June, in America still Sunday in May. */
export const START = Date.parse('2026-06-01T02:30:00Z')

const DAY = 24 * 60 * 60_000

/** The time zone of the browsers (playwright.config.ts): for some hours a day the test process is a day ahead. */
export const TIME_ZONE = 'America/New_York'

const dayIn = (timeZone: string | undefined, after: number): string => {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date())
  return new Date(Date.parse(today) + after * DAY).toISOString().slice(0, 10)
}

/** The date this many days from today in the browser's time zone, as 2031-01-30. */
export const isoDay = (after: number): string => dayIn(TIME_ZONE, after)

/** The same in the time zone of this process, which is that of component tests. */
export const localDay = (after: number): string => dayIn(undefined, after)
