import * as z from 'zod/mini'

export const isDay = (text: string): boolean => {
  const time = Date.parse(text)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}
const NO_DAY = { error: 'Must be a day, such as 2031-01-30.' }

/** A calendar day, on the wire and in the database. */
export const day = z.string(NO_DAY).check(z.regex(/^[12]\d{3}-\d\d-\d\d$/, NO_DAY), z.refine(isDay, NO_DAY))
