import * as z from 'zod/mini'
import { endpoint, type ExamplesOf } from './endpoint.ts'

/** Who may create an account: everybody, those who are invited, or nobody but the first Admin. */
export const REGISTRATIONS = ['open', 'invited', 'closed'] as const
export type Registration = (typeof REGISTRATIONS)[number]

const message = z.object({ message: z.string() })

export const testDB = endpoint({
  method: 'GET',
  path: '/test_db',
  summary: 'Whether the database answers, and which engine it is',
  access: 'public',
  status: 200,
  response: z.object({ message: z.string(), type: z.enum(['SQLite', 'PostgreSQL']) }),
  problems: ['unavailable'],
})

export const healthz = endpoint({
  method: 'GET',
  path: '/healthz',
  summary: 'The process lives, is not about to stop, and its version',
  access: 'public',
  status: 200,
  response: z.object({ message: z.string(), version: z.string() }),
})

export const readyz = endpoint({
  method: 'GET',
  path: '/readyz',
  summary: 'Database and file store answer, and take what is saved; a 503 names its `reasons` and `reasonCodes`',
  access: 'public',
  status: 200,
  response: message,
  problems: ['unavailable'],
})

/** What the browser must know of this installation before anybody signs in. */
export const getSite = endpoint({
  method: 'GET',
  path: '/site',
  summary: 'What this installation says of itself',
  access: 'public',
  status: 200,
  response: z.object({
    environmentName: z.nullable(z.string()),
    contactEmail: z.string(),
    contactPhone: z.string(),
    maxFileBytes: z.number(),
    maxFilesPerUpload: z.number(),
    /** Whether a forgotten password can be reset by e-mail right now. */
    sendsMail: z.boolean(),
    /** Whether that is so only because the mail server does not take mails right now. */
    mailFails: z.boolean(),
    /** Whether nobody is Admin yet, and whoever registers with the code that the start printed will be. */
    asksAdminCode: z.boolean(),
    /** Who may create an account, that one aside. */
    registration: z.enum(REGISTRATIONS),
    /** PUBLIC_URL; null where it is not set. */
    publicURL: z.nullable(z.string()),
    /** Where links and codes lead that this caller makes; null in documents that are ready. */
    address: z.nullable(z.string()),
    /** Whether plans and consultations are offered, and so their pages and calls there. */
    prices: z.boolean(),
  }),
})

/** Of each call, in the order of the documentation. */
export const examples = (): ExamplesOf<typeof import('./site.ts')> => ({
  testDB: { response: { message: 'The database answers.', type: 'SQLite' } },
  healthz: { response: { message: 'The server is running.', version: '0.2.0' } },
  readyz: { response: { message: 'ok' } },
  getSite: {
    response: {
      environmentName: null,
      contactEmail: 'hello@example.com',
      contactPhone: '(555) 010-0100',
      maxFileBytes: 26_214_400,
      maxFilesPerUpload: 20,
      sendsMail: true,
      mailFails: false,
      asksAdminCode: false,
      registration: 'open',
      publicURL: 'https://homes.example.com',
      address: 'https://homes.example.com',
      prices: true,
    },
  },
})
