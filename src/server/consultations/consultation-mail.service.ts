import { oneLine, type Mail } from '../mail/mailer.ts'
import type { Services } from '../services.ts'
import { claimConsultation, noteMailed, type RequestedConsultation } from './consultations.repo.ts'

type MailServices = Pick<Services, 'db' | 'clock' | 'config' | 'mail'>

/** After so many the trouble is the mail server's, not that of one mail. */
const MOST_FAILURES = 3

const mailOf = (
  { name, email, phone, project, about, preferredTimes, createdAt }: RequestedConsultation,
  contactEmail: string,
): Mail => ({
  to: contactEmail,
  replyTo: { name, address: email },
  subject: `Consultation request from ${name}`,
  text: `Somebody asks for a consultation. An answer to this mail goes to them.

Name:     ${oneLine(name)}
E-mail:   ${oneLine(email)}
Phone:    ${oneLine(phone)}
Project:  ${oneLine(project) || '(none named)'}
Asked on: ${createdAt}

What it is about:
${about}

Preferred times:
${preferredTimes}
`,
})

/**
 * Mails the owner a request for a consultation, the one named or the one that has waited longest. Answers whether there
 * was one. A crash between the mail and the note of it mails it again: twice is better than never.
 */
export const mailConsultation = async ({ db, clock, config, mail }: MailServices, id?: number): Promise<boolean> => {
  const consultation = mail && (await claimConsultation(db, clock, id))
  if (!consultation) return false
  await mail.send(mailOf(consultation, config.contactEmail))
  await noteMailed(db, clock, consultation.consultationID)
  return true
}

/** Mails all that could not be mailed before. Throws what kept it from mailing one. */
export const mailWaitingConsultations = async (services: MailServices): Promise<void> => {
  const failures: unknown[] = []
  for (let more = true; more && failures.length < MOST_FAILURES;) {
    try {
      more = await mailConsultation(services)
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Some requests for consultations could not be mailed.')
}
