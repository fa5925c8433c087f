import * as z from 'zod/mini'
import { PAGES } from '../../../shared/contract/pages.ts'
import { deviceName } from '../../../shared/identity/device.ts'
import type { SecurityEventKind } from '../../../shared/identity/security-events.ts'
import { DAY } from '../../platform/lib/clock.ts'
import { defineMailJob } from '../../platform/mail/mail-job.ts'
import { timeText } from '../../platform/mail/time-text.ts'

/** What a user is mailed about. A changed address has a mail of its own, to the old one. */
const SENTENCES = {
  new_device: { subject: 'New login to Roomfolio', text: 'We noticed a login to your account from a new device' },
  password_changed: {
    subject: 'Your Roomfolio password was changed',
    text: 'The password of your account was changed',
  },
  factor_on: { subject: 'Second factor turned on', text: 'The second factor of your account was turned on' },
  factor_off: { subject: 'Second factor turned off', text: 'The second factor of your account was turned off' },
  codes_refused: {
    subject: 'Wrong codes for your Roomfolio account',
    text: 'Someone entered your password and many wrong codes of your second factor',
  },
  recovery_codes_renewed: { subject: 'New recovery codes', text: 'Your account has new recovery codes' },
  passkey_added: { subject: 'New passkey', text: 'A passkey was added to your account' },
  passkey_removed: { subject: 'Passkey removed', text: 'A passkey was removed from your account' },
  api_key_added: { subject: 'New API key', text: 'An API key was added to your account' },
  api_key_removed: { subject: 'API key removed', text: 'An API key was removed from your account' },
  provider_linked: { subject: 'Login provider connected', text: 'A login provider was connected to your account' },
  provider_unlinked: {
    subject: 'Login provider disconnected',
    text: 'A login provider was disconnected from your account',
  },
} as const satisfies Partial<Record<SecurityEventKind | 'new_device', { subject: string; text: string }>>

export type MailedKind = keyof typeof SENTENCES
export const isMailed = (kind: SecurityEventKind): kind is SecurityEventKind & MailedKind => kind in SENTENCES

const KINDS = Object.keys(SENTENCES) as [MailedKind, ...MailedKind[]]

/** Tells the user of a change to the security of their account, at the address that it had then, and of no words typed there. */
export const securityMailJob = defineMailJob({
  kind: 'security-mail',
  perDay: 20,
  payload: z.object({
    kind: z.enum(KINDS),
    username: z.string(),
    greeting: z.optional(z.string()),
    to: z.string(),
    at: z.string(),
    address: z.nullable(z.string()),
    device: z.string(),
  }),
  goodFor: 7 * DAY,
  write: ({ kind, username, greeting = username, to, at, address, device }, { config }) => {
    const { subject, text } = SENTENCES[kind]
    return {
      to,
      subject,
      text: `Hello ${greeting},

${text}.

Username: ${username}
Time: ${timeText(at)}
Device: ${deviceName(device)}
IP address: ${address ?? 'unknown'}
Roomfolio: ${config.publicURL}

If this was you, you’re all set. If not, set a new password, which logs out every device:

${config.publicURL}${PAGES.forgot.path}
`,
    }
  },
})
