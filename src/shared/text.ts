import * as z from 'zod/mini'
import { codePoints, hasAtMost, LIMITS } from './limits.ts'

/** The sentences a form or a 400's `fields` shows. Those of section 5 of the specification stand there word for word. */
export const SENTENCES = {
  required: 'Required.',
  email: 'Must be an email address.',
  username: '4 to 24 characters. Must begin with a letter. Letters, numbers, underscores and hyphens allowed.',
  password: 'Must be at least 8 characters.',
  passwordCommon: 'One of the commonest passwords. Please choose another.',
  passwordNamed: 'Must not be the username, the email address or Roomfolio.',
  passwordSame: 'Must not be the password that you have now.',
  newPasswordFirst: 'Please set a new password first.',
  passwordsMatch: 'Passwords must match.',
  categoryBlank: 'Category name cannot be blank!',
  subcategoryBlank: 'Subcategory name cannot be blank!',
  unusable: 'Contains a character that cannot be stored.',
  oneLine: 'Contains a line break or an invisible control character.',
  notText: 'Must be text.',
  notID: 'Must be a positive whole number.',
} as const

export const atMost = (max: number): string => `Must be at most ${max} characters.`

/** A NUL cannot be stored by PostgreSQL; a lone surrogate has no UTF-8 form, so what comes back would not be what was sent. */
export const storable = z.refine<string>((text) => !text.includes('\0') && text.isWellFormed(), {
  error: SENTENCES.unusable,
})
/**
 * At most `max` code points, and nothing else is done with a text that has more: what comes after may cost far more than
 * its length, as the normal forms of Unicode do. Only trimming may come before.
 */
const within = (max: number) => z.refine<string>((text) => hasAtMost(text, max), { error: atMost(max), abort: true })
/** The same limit for the documentation of the API; JSON Schema counts code points, too. */
const documented = (max: number) => z.meta({ maxLength: max })
/**
 * What makes a text look like another one where it is shown in one line: control characters and line breaks, which a
 * terminal obeys, and what turns the direction of what follows. What joins emoji is not among them.
 */
export const DECEPTIVE = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu
/** Marks of direction: phone books and websites put them around what is copied there. */
const DIRECTION = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
const withoutDirection = z.overwrite<string>((text) => text.replace(DIRECTION, ''))
/** A text of several lines, or with what cannot be seen, as a name in one. */
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

/** Text kept exactly as sent, at most `max` code points. */
export const exactText = (max: number) =>
  z.string({ error: textOrMissing }).check(within(max), storable, documented(max))

/** A one-line name: trimmed, blank allowed. */
export const optionalLine = (max: number = LIMITS.line) =>
  z
    .string({ error: textOrMissing })
    .check(withoutDirection, z.trim(), within(max), storable, inOneLine, documented(max))

/** A one-line name: trimmed; blanks alone count as missing, and `missing` says so. */
export const line = (max: number = LIMITS.line, missing: string = SENTENCES.required) =>
  z
    .string({ error: textOr(missing) })
    .check(withoutDirection, z.trim(), within(max), filledOr(missing), storable, inOneLine, documented(max))

/** Like a line, of several lines: trimmed; blanks alone count as missing. */
export const paragraph = (max: number = LIMITS.line) =>
  z.string({ error: textOrMissing }).check(z.trim(), within(max), filled, storable, documented(max))

/** An e-mail address: text on both sides of an @. Whether it is anybody's, only a mail can tell. */
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

/** A password to be set. Any characters count, none are trimmed. */
export const newPassword = exactText(LIMITS.passwordMax).check(
  z.refine<string>((text) => codePoints(text) >= LIMITS.passwordMin, { error: SENTENCES.password }),
  z.meta({ minLength: LIMITS.passwordMin }),
)
