import * as z from 'zod/mini'
import { endpoint, type ExamplesOf } from '../contract/endpoint.ts'
import { message } from '../contract/message.ts'
import { id } from '../contract/id.ts'
import { Role } from '../contract/roles.ts'
import { emailAddress, line, optionalLine, paragraph } from '../contract/text.ts'

/** A visitor's request for a consultation; `project` is its name or place, if any. */
export const consultationInputs = z.strictObject({
  name: line(),
  email: emailAddress,
  phone: line(),
  project: z.optional(optionalLine()),
  about: paragraph(),
  preferredTimes: paragraph(),
})

export const requestConsultation = endpoint({
  method: 'POST',
  path: '/consultation',
  summary: 'Request a consultation',
  access: 'public',
  body: z.strictObject({ inputs: consultationInputs }),
  creates: true,
  status: 201,
  response: message,
  problems: ['no_consultations', 'too_many_tries'],
})

const consultation = z.object({
  consultationID: id,
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  project: z.string(),
  about: z.string(),
  preferredTimes: z.string(),
  createdAt: z.string(),
  /** When it was mailed to the owner; null while that has not worked. */
  mailedAt: z.nullable(z.string()),
  /** Whether an admin marked it done. */
  done: z.boolean(),
})
export type Consultation = z.output<typeof consultation>

export const listConsultations = endpoint({
  method: 'GET',
  path: '/consultations',
  summary: 'Up to 200 consultation requests: open ones first, then the latest first',
  access: [Role.Admin],
  status: 200,
  response: z.array(consultation),
  problems: ['no_consultations'],
})

export const setConsultationDone = endpoint({
  method: 'POST',
  path: '/consultationdone',
  summary: 'Mark a consultation request as done, or reopen it',
  access: [Role.Admin],
  body: z.strictObject({ consultationID: id, done: z.boolean() }),
  status: 200,
  response: message,
  problems: ['no_consultations'],
})

export const shapes = () => ({ Consultation: consultation, ConsultationInput: consultationInputs })

export const examples = (): ExamplesOf<typeof import('./consultations.api.ts')> => ({
  requestConsultation: {
    body: {
      inputs: {
        name: 'Robin Sample',
        email: 'robin@example.com',
        phone: '(555) 010-0199',
        project: 'Maple Street',
        about: 'Colors for the hall and the stairs',
        preferredTimes: 'Weekday mornings',
      },
    },
    response: { message: 'Thank you! We will be in touch.' },
  },
  listConsultations: {
    response: [
      {
        consultationID: 2,
        name: 'Robin Sample',
        email: 'robin@example.com',
        phone: '(555) 010-0199',
        project: 'Maple Street',
        about: 'Colors for the hall and the stairs',
        preferredTimes: 'Weekday mornings',
        createdAt: '2026-02-14T16:20:11.000Z',
        mailedAt: '2026-02-14T16:20:12.000Z',
        done: false,
      },
    ],
  },
  setConsultationDone: { body: { consultationID: 2, done: true }, response: { message: 'Done' } },
})
