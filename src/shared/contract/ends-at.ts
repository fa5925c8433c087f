import * as z from 'zod/mini'

const NOT_A_TIME = 'Must be a time such as 2026-12-20T22:59:59.000Z.'
/** In UTC, limited to years that both databases support. */
export const moment = z.string({ error: NOT_A_TIME }).check(
  z.regex(/^2\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, { error: NOT_A_TIME, abort: true }),
  z.refine<string>((text) => !Number.isNaN(Date.parse(text)) && new Date(text).toISOString() === text, {
    error: NOT_A_TIME,
  }),
)

/** When something ends, or null for never. */
export const endsAt = z.nullable(moment)
