import * as z from 'zod/mini'
import { defineMailJob } from '../platform/mail/mail-job.ts'
import type { Mail } from '../platform/mail/mailer.ts'
import { toSingleLine } from '../platform/lib/to-single-line.ts'
import { findUnmailed, noteMailed, type RequestedConsultation } from './consultations.repo.ts'

const mailOf = (
  { name, email, phone, project, about, preferredTimes, createdAt }: RequestedConsultation,
  contactEmail: string,
): Mail => ({
  to: contactEmail,
  replyTo: { name, address: email },
  subject: `Consultation request from ${name}`,
  text: `Someone asked for a consultation. Replies to this email go to them.

Name:     ${toSingleLine(name)}
Email:    ${toSingleLine(email)}
Phone:    ${toSingleLine(phone)}
Project:  ${toSingleLine(project) || '(none named)'}
Asked on: ${createdAt}

How can we help:
${about}

Preferred times:
${preferredTimes}
`,
})

/** Mails the owner a request for a consultation, however late, unless it is done with. */
export const consultationMailJob = defineMailJob({
  kind: 'consultation-mail',
  payload: z.object({ consultationID: z.number() }),
  write: async ({ consultationID }, { db, config }) => {
    const consultation = await findUnmailed(db, consultationID)
    return consultation && mailOf(consultation, config.contactEmail)
  },
  sent: ({ consultationID }, { db, clock }) => noteMailed(db, clock, consultationID),
})
