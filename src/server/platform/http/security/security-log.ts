import { hostname } from 'node:os'
import type { FastifyBaseLogger } from 'fastify'

/** The source of a log line or security event: a request. */
export interface From {
  ip: string
  headers: { 'user-agent'?: string | undefined }
  log: FastifyBaseLogger
}

interface Event {
  level: 'info' | 'warn'
  words: string
}

/**
 * Lines for guards (fail2ban) and audits, identified by `event`. `address` and `account` always follow it directly, so
 * patterns can rely on that. None contains a password. docs/operations/monitoring.md lists them.
 */
const EVENTS = {
  login_failed: { level: 'warn', words: 'login with a wrong password or unknown account' },
  login_refused: { level: 'warn', words: 'login refused after too many wrong passwords' },
  right_refused: { level: 'warn', words: 'call refused: missing role or right' },
  password_changed: { level: 'info', words: 'password changed' },
  passkey_changed: { level: 'info', words: 'passkey added or removed' },
  api_key_changed: { level: 'info', words: 'API key made or removed' },
  provider_linked: { level: 'info', words: 'account linked to the OpenID provider' },
  provider_unlinked: { level: 'info', words: 'account unlinked from the OpenID provider' },
  factor_changed: { level: 'info', words: 'second factor turned on or off' },
  factor_rule_changed: { level: 'info', words: 'rule changed who needs a second factor' },
  email_changed: { level: 'info', words: 'email address changed' },
  invited: { level: 'info', words: 'invited to create an account' },
  role_changed: { level: 'info', words: 'role granted or revoked' },
  lock_changed: { level: 'info', words: 'account locked or unlocked' },
} satisfies Record<string, Event>

/**
 * Commands have no address. `account` is the username of the author, or the one whose password was tried; null if no
 * such account exists.
 */
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

/** Logs what a command did, as the same line on standard error, so that standard output holds only its result. */
export const logCommand = (event: keyof typeof EVENTS, facts: Record<string, string | number | boolean>): void =>
  logSecurity({ ip: null, log: { info: lineOf(30), warn: lineOf(40) } }, event, null, { ...facts, by: 'command' })
