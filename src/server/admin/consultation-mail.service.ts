import * as z from 'zod/mini'
import { defineMailJob } from '../platform/mail/mail-job.ts'
import type { Mail } from '../platform/mail/mailer.ts'
import { timeText } from '../platform/mail/time-text.ts'
import { toSingleLine } from '../platform/lib/to-single-line.ts'
import { findUnmailed, noteMailed, type RequestedConsultation } from './consultations.repo.ts'

const mailOf = (
  { name, email, phone, project, about, preferredTimes, createdAt }: RequestedConsultation,
  contactEmail: string,
): Mail => ({
  to: contactEmail,
  replyTo: { name, address: email },
  subject: `Consultation request from ${name}`,
  text: `Someone wants to book a consultation. Reply to this email to answer them.

Name:     ${toSingleLine(name)}
Email:    ${toSingleLine(email)}
Phone:    ${toSingleLine(phone)}
Project:  ${toSingleLine(project) || '(none named)'}
Sent:     ${timeText(createdAt)}

How can we help:
${about}

Preferred times:
${preferredTimes}
`,
})

/** Mails the owner a request for a consultation, however late, unless it is done with. */
export const consultationMailJob = defineMailJob({
  kind: 'consultation-mail',
  // Further ones are under Consultations.
  perDay: 500,
  payload: z.object({ consultationID: z.number() }),
  write: async ({ consultationID }, { db, config }) => {
    const consultation = await findUnmailed(db, consultationID)
    return consultation && mailOf(consultation, config.contactEmail)
  },
  sent: ({ consultationID }, { db, clock }) => noteMailed(db, clock, consultationID),
})
