import type { FastifyBaseLogger } from 'fastify'
import { createTransport } from 'nodemailer'
import { MINUTE, SECOND } from '../lib/clock.ts'
import { withDeadline } from '../lib/deadline.ts'
import { toSingleLine } from '../lib/to-single-line.ts'
import { isThisMachine, type Config } from '../../config.ts'
import type { MailFailure } from './mail-failure.repo.ts'

export interface Mail {
  to: string
  subject: string
  text: string
  /** The same as HTML; see html-mail.ts. */
  html?: string
  replyTo?: { name: string; address: string }
  /** The same for each sending of one mail, so that mailboxes know it again. */
  messageID?: string
  /** What ends such mails, when it is posted to (RFC 8058). */
  unsubscribe?: string
}

export interface Mailer {
  /** Resolves when the mail server has taken the mail. Rejects where it does not, and when the signal says so. */
  send(mail: Mail, signal?: AbortSignal): Promise<void>
  /** Finds out in the background whether the mail server can be reached and lets us in, at most once a minute. */
  lookAgain(log: FastifyBaseLogger): void
  /** Breaks off what is under way, and sends nothing any more. */
  close(): void
}

/** A mail server that hangs, or that answers a byte at a time, is given up after these. */
const SILENCE_MS = 10 * SECOND
const LONGEST_SENDING = MINUTE
const LOOKS_APART_MS = MINUTE

/** Who remembers how mails fare. */
interface MailNotes {
  failed(failure: Pick<MailFailure, 'of' | 'why'>): Promise<void>
  /** A mail went out, or the server could be reached and let us in. */
  works(what: 'mail' | 'connection'): Promise<void>
}

const WHY_CHARACTERS = 300

/** How a mail failed. `isFinal` where another try of it would fail, too. */
interface FailedMail extends Pick<MailFailure, 'of' | 'why'> {
  isFinal: boolean
}

/** 5.1.1 of '550 5.1.1 No such user' (RFC 3463). */
const ENHANCED = /\b[45]\d\d[ -]([45]\.\d{1,3}\.\d{1,3})\b/

const isAboutSender = (detail: string, why: string): boolean =>
  detail.startsWith('4.7.') && detail !== '4.7.1' && !/gr[ae]y-?list/i.test(why)

/**
 * By the parts that nodemailer gives its errors. A recipient is refused with 4.7.0 where the sender is too fast for all of
 * them, but with 4.7.1 where one mailbox is greylisted; 5.7 may be about either, so another try may succeed.
 */
export const failureOf = (error: unknown): FailedMail => {
  const { code, command, responseCode, message } = error as Record<string, unknown>
  const why = toSingleLine(String(message ?? error)).slice(0, WHY_CHARACTERS)
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return { of: 'connection', why, isFinal: false }
  const answer = Number(responseCode)
  const detail = ENHANCED.exec(why)?.[1] ?? ''
  if (command !== 'RCPT TO' || !(answer >= 400) || isAboutSender(detail, why))
    return { of: 'mail', why, isFinal: false }
  return { of: 'recipient', why, isFinal: answer >= 550 && answer <= 553 && !detail.startsWith('5.7.') }
}

/** What a mail server is sent of the password: as it is, or in base64, alone or with the name. */
const formsOfPassword = (smtpURL: string): string[] => {
  const { username, password } = new URL(smtpURL)
  if (password === '') return []
  const [user = '', pass = ''] = [username, password].map(decodeURIComponent)
  return [pass, ...[pass, `\0${user}\0${pass}`].map((text) => Buffer.from(text).toString('base64'))]
}

/** A password is sent to another machine encrypted or not at all, unless the setting itself says how. */
const requiresTLS = (smtpURL: string): boolean => {
  const { password, hostname, searchParams } = new URL(smtpURL)
  return (
    password !== '' && !isThisMachine(hostname) && !searchParams.has('requireTLS') && !searchParams.has('ignoreTLS')
  )
}

/** Undefined where no mail server is set. One connection a mail: there are few, and none can be stale. */
export const openMailer = (
  { smtpURL, mailFrom }: Pick<Config, 'smtpURL' | 'mailFrom'>,
  notes: MailNotes = { failed: async () => {}, works: async () => {} },
): Mailer | undefined => {
  if (smtpURL === null) return undefined
  const transport = createTransport({
    url: smtpURL,
    ...(requiresTLS(smtpURL) && { requireTLS: true }),
    connectionTimeout: SILENCE_MS,
    greetingTimeout: SILENCE_MS,
    socketTimeout: SILENCE_MS,
    dnsTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const closing = new AbortController()
  const hidden = formsOfPassword(smtpURL)
  let lookedAt = -Infinity

  /** What cannot be noted is no reason to call a mail unsent. A server that stops breaks off by itself. */
  const noting = async (work: Promise<unknown>, what: 'mail' | 'connection', signal: AbortSignal): Promise<void> => {
    try {
      await work
    } catch (error) {
      // A mail server may repeat what it was sent.
      if (error instanceof Error) for (const text of hidden) error.message = error.message.replaceAll(text, '…')
      if (!signal.aborted) {
        const { of, why } = failureOf(error)
        await notes.failed({ of, why }).catch(() => {})
      }
      throw error
    }
    await notes.works(what).catch(() => {})
  }

  return {
    async send({ to, subject, text, html, replyTo, messageID, unsubscribe }, signal) {
      const brokenOff = AbortSignal.any([closing.signal, ...(signal ? [signal] : [])])
      const message = {
        from: { name: 'Roomfolio', address: mailFrom },
        // As an object: a text would be read as a list, and a comma in an address would add a recipient.
        to: { name: '', address: to },
        ...(replyTo && { replyTo: { name: toSingleLine(replyTo.name), address: replyTo.address } }),
        subject: toSingleLine(subject),
        text,
        ...(html !== undefined && { html }),
        // Tells other programs that no person wrote it, so that none answers by itself.
        headers: {
          'Auto-Submitted': 'auto-generated',
          ...(unsubscribe !== undefined && {
            'List-Unsubscribe': `<${unsubscribe}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
        },
        ...(messageID !== undefined && { messageId: messageID }),
      }
      const sending = withDeadline(LONGEST_SENDING, brokenOff, (inTime) =>
        transport.sendMail({ ...message, signal: inTime }),
      )
      await noting(sending, 'mail', brokenOff)
    },

    lookAgain(log) {
      const now = performance.now()
      if (now - lookedAt < LOOKS_APART_MS || closing.signal.aborted) return
      lookedAt = now
      void noting(transport.verify(), 'connection', closing.signal).catch((error: unknown) => {
        if (!closing.signal.aborted) log.error({ err: error }, 'the mail server could not be used')
      })
    },

    close() {
      closing.abort()
      transport.close()
    },
  }
}
