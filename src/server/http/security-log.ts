import { hostname } from 'node:os'
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
  right_refused: { level: 'warn', words: 'a call was refused for want of a role or a right' },
  password_changed: { level: 'info', words: 'a password was changed' },
  email_changed: { level: 'info', words: 'an e-mail address was changed' },
  invited: { level: 'info', words: 'somebody was invited to create an account' },
  role_changed: { level: 'info', words: 'a role was given or taken' },
  lock_changed: { level: 'info', words: 'an account was locked or unlocked' },
} satisfies Record<string, Event>

/** A command has no address. `account` is the username of who did it, or whose password was tried; null where there is no such account. */
export const logSecurity = (
  { ip, log }: { ip: string | null; log: Pick<FastifyBaseLogger, 'info' | 'warn'> },
  event: keyof typeof EVENTS,
  account: string | null,
  facts: Record<string, string | number | boolean> = {},
): void => {
  const { level, words } = EVENTS[event]
  log[level]({ event, address: ip, account, ...facts }, words)
}

const lineOf = (level: number) => (facts: unknown, msg?: unknown) =>
  console.error(
    JSON.stringify({ level, time: Date.now(), pid: process.pid, hostname: hostname(), ...Object(facts), msg }),
  )

/** For what a command did: the same line on its standard error, so that what it prints is what was asked for. */
export const logCommand = (event: keyof typeof EVENTS, facts: Record<string, string | number | boolean>): void =>
  logSecurity({ ip: null, log: { info: lineOf(30), warn: lineOf(40) } }, event, null, { ...facts, by: 'command' })
