const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })

/** The local day of a time, in the format of a date field. */
export const dayOf = (time: string | Date): string => {
  const at = new Date(time)
  const parts = [at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0'))
  return [at.getFullYear(), ...parts].join('-')
}

/** Computed on each call, because a page may stay open for days. */
export const dayNow = (): string => dayOf(new Date())

/** The days between two days; negative if `to` is earlier. */
export const daysFrom = (day: string, to: string): number => (Date.parse(to) - Date.parse(day)) / (24 * 60 * 60_000)

/** The last moment of a local day from a date field. */
export const endOf = (day: string): string => new Date(`${day}T23:59:59.999`).toISOString()

/** The day of a time in words. */
export const dayInWords = (time: string): string => DAY.format(new Date(time))
