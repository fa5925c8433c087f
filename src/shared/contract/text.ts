import * as z from 'zod/mini'
import { codePoints, hasAtMost, LIMITS } from './limits.ts'
import { atMost, isStorable, SENTENCES } from './text-rules.ts'

export const storable = z.refine<string>(isStorable, { error: SENTENCES.unusable })
/**
 * At most `max` code points; longer texts skip all further checks, which can cost far more than the length, as Unicode
 * normalization does. Only trimming may come first.
 */
const within = (max: number) => z.refine<string>((text) => hasAtMost(text, max), { error: atMost(max), abort: true })
/** The limit for the API documentation; JSON Schema counts code points too. */
const documented = (max: number) => z.meta({ maxLength: max })
/**
 * Characters that make a one-line text look like another: control characters and line breaks, which terminals obey, and
 * direction overrides. Emoji joiners are not among them.
 */
export const DECEPTIVE = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu
/** Direction marks, which phone books and websites put around copied text. */
const DIRECTION = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
const withoutDirection = z.overwrite<string>((text) => text.replace(DIRECTION, ''))
/** A text with line breaks or invisible characters, made a one-line name. */
export const asOneLine = (text: string): string =>
  text
    .toWellFormed()
    .replace(DIRECTION, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
const inOneLine = z.refine<string>((text) => text.search(DECEPTIVE) < 0, { error: SENTENCES.oneLine })
const filledOr = (missing: string) => z.refine<string>((text) => text.trim() !== '', { error: missing })
const filled = filledOr(SENTENCES.required)
const textOr =
  (missing: string) =>
  (issue: { input?: unknown }): string =>
    issue.input === undefined || issue.input === null ? missing : SENTENCES.notText
const textOrMissing = textOr(SENTENCES.required)

/** Text stored exactly as sent, at most `max` code points. */
export const exactText = (max: number) =>
  z.string({ error: textOrMissing }).check(within(max), storable, documented(max))

/** A one-line name: trimmed, may be blank. */
export const optionalLine = (max: number = LIMITS.line) =>
  z
    .string({ error: textOrMissing })
    .check(withoutDirection, z.trim(), within(max), storable, inOneLine, documented(max))

/** A one-line name: trimmed; a blank one counts as missing, with the sentence `missing`. */
export const line = (max: number = LIMITS.line, missing: string = SENTENCES.required) =>
  z
    .string({ error: textOr(missing) })
    .check(withoutDirection, z.trim(), within(max), filledOr(missing), storable, inOneLine, documented(max))

/** Multi-line text: trimmed; a blank one counts as missing. */
export const paragraph = (max: number = LIMITS.line) =>
  z.string({ error: textOrMissing }).check(z.trim(), within(max), filled, storable, documented(max))

/** An email address: text on both sides of an @. Only a mail can tell whether it exists. */
export const emailAddress = z.string({ error: textOrMissing }).check(
  withoutDirection,
  z.trim(),
  within(LIMITS.email),
  filled,
  storable,
  documented(LIMITS.email),
  z.refine<string>((text) => /^[^@\s]+@[^@\s]+$/.test(text), { error: SENTENCES.email }),
  inOneLine,
)

export const username = z.string({ error: textOrMissing }).check(
  z.trim(),
  filled,
  z.refine<string>((text) => /^[A-Za-z][A-Za-z0-9_-]{3,23}$/.test(text), { error: SENTENCES.username }),
  z.meta({ minLength: LIMITS.usernameMin, maxLength: LIMITS.usernameMax, pattern: '^[A-Za-z][A-Za-z0-9_-]*$' }),
)

/** A new password. Any characters count; none are trimmed. */
export const newPassword = exactText(LIMITS.passwordMax).check(
  z.refine<string>((text) => codePoints(text) >= LIMITS.passwordMin, { error: SENTENCES.password }),
  z.meta({ minLength: LIMITS.passwordMin }),
)
