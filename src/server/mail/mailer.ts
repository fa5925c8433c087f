import type { FastifyBaseLogger } from 'fastify'
import { createTransport } from 'nodemailer'
import { MINUTE, SECOND } from '../clock.ts'
import type { Config } from '../config.ts'

export interface Mail {
  to: string
  subject: string
  text: string
  replyTo?: { name: string; address: string }
}

export interface Mailer {
  /** Resolves when the mail server has taken the mail. */
  send(mail: Mail): Promise<void>
  /** Does what no request waits for, after the answer that is being made now. What fails is logged. */
  inBackground(log: FastifyBaseLogger, work: () => Promise<void>): void
  /** Gives what is under way a moment to end, then gives it up. */
  close(): Promise<void>
}

/** A mail server that hangs, or that answers a byte at a time, is given up after these. */
const SILENCE_MS = 10 * SECOND
export const LONGEST_SENDING = MINUTE
const CLOSING_MS = 3 * SECOND

/** What users type stands on one line where a mail has one line for it, in headers above all. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()

/** Undefined where no mail server is set. One connection a mail: there are few, and none can be stale. */
export const openMailer = ({ smtpURL, mailFrom }: Pick<Config, 'smtpURL' | 'mailFrom'>): Mailer | undefined => {
  if (smtpURL === null) return undefined
  const transport = createTransport({
    url: smtpURL,
    connectionTimeout: SILENCE_MS,
    greetingTimeout: SILENCE_MS,
    socketTimeout: SILENCE_MS,
    dnsTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const closing = new AbortController()
  const underWay = new Set<Promise<void>>()

  return {
    async send({ to, subject, text, replyTo }) {
      await transport.sendMail({
        from: { name: 'Roomfolio', address: mailFrom },
        // As an object: a text would be read as a list, and a comma in an address would add a recipient.
        to: { name: '', address: to },
        ...(replyTo && { replyTo: { name: oneLine(replyTo.name), address: replyTo.address } }),
        subject: oneLine(subject),
        text,
        // Tells other programs that no person wrote it, so that none answers by itself.
        headers: { 'Auto-Submitted': 'auto-generated' },
        signal: AbortSignal.any([closing.signal, AbortSignal.timeout(LONGEST_SENDING)]),
      })
    },

    inBackground(log, work) {
      const job = new Promise((resolve) => setImmediate(resolve))
        .then(work)
        .catch((error: unknown) => log.error({ err: error }, 'a mail could not be sent'))
        .finally(() => underWay.delete(job))
      underWay.add(job)
    },

    async close() {
      const timer = setTimeout(() => closing.abort(), CLOSING_MS)
      await Promise.all(underWay)
      clearTimeout(timer)
      closing.abort()
      transport.close()
    },
  }
}
