import type { FastifyBaseLogger } from 'fastify'

/** Whose doing a line tells of: a request, or its address and log. */
export interface From {
  ip: string
  log: FastifyBaseLogger
}

interface Event {
  level: 'info' | 'warn'
  words: string
}

/**
 * Lines that a guard (fail2ban) or an audit looks for, by their `event`. Each has `address` and `account` right after
 * it, so that a pattern needs to know no more; none has a password. docs/operations.md lists them.
 */
const EVENTS = {
  login_failed: { level: 'warn', words: 'a wrong password was given, or an account that is not there' },
  login_refused: { level: 'warn', words: 'a password was not looked at after too many wrong ones' },
  right_refused: { level: 'warn', words: 'a call was refused for want of a role' },
  password_changed: { level: 'info', words: 'a password was changed' },
  email_changed: { level: 'info', words: 'an e-mail address was changed' },
  invited: { level: 'info', words: 'somebody was invited to create an account' },
  role_changed: { level: 'info', words: 'a role was given or taken' },
  lock_changed: { level: 'info', words: 'an account was locked or unlocked' },
} satisfies Record<string, Event>

/** `account` is the username of who did it, or whose password was tried; null where there is no such account. */
export const logSecurity = (
  { ip, log }: From,
  event: keyof typeof EVENTS,
  account: string | null,
  facts: Record<string, string | number | boolean> = {},
): void => {
  const { level, words } = EVENTS[event]
  log[level]({ event, address: ip, account, ...facts }, words)
}
