import { toSingleLine } from '../../platform/lib/to-single-line.ts'

interface Named {
  username: string
  first_name: string
  last_name: string
}

/** The username for accounts that a command created, which have no name. */
export const fullName = ({ username, first_name, last_name }: Named): string =>
  `${first_name} ${last_name}`.trim() || username

/** Null for a left join that found no user. */
export const fullNameOrNull = ({ username, first_name, last_name }: { [Key in keyof Named]: Named[Key] | null }) =>
  username === null ? null : fullName({ username, first_name: first_name ?? '', last_name: last_name ?? '' })

/** What to select for `greetingOf`. */
export const GREETED = ['users.username', 'users.first_name', 'users.last_name', 'users.email_confirmed_at'] as const

/**
 * What a mail calls its reader: their username until they have confirmed the mailbox, which may be a stranger's, who gets
 * nothing that the user wrote.
 */
export const greetingOf = (user: Named & { email_confirmed_at: string | null }): string =>
  user.email_confirmed_at === null ? user.username : toSingleLine(fullName(user))
