import * as z from 'zod/mini'
import { endpoint, type ExamplesOf } from '../contract/endpoint.ts'
import { message } from '../contract/message.ts'

/** Who may create an account: anyone, invited users, or nobody except the first Admin. */
export const REGISTRATIONS = ['open', 'invited', 'closed'] as const
export type Registration = (typeof REGISTRATIONS)[number]

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
  summary: 'Whether the process is running and not about to stop, and its version',
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

/** What the browser needs to know about this installation before sign-in. */
export const getSite = endpoint({
  method: 'GET',
  path: '/site',
  summary: 'Facts about this installation',
  access: 'public',
  status: 200,
  response: z.object({
    environmentName: z.nullable(z.string()),
    contactEmail: z.string(),
    contactPhone: z.string(),
    maxFileBytes: z.number(),
    maxFilesPerUpload: z.number(),
    /** Whether passwords can be reset by email right now. */
    sendsMail: z.boolean(),
    /** Whether that fails only because the mail server currently rejects mail. */
    mailFails: z.boolean(),
    /** Whether there is no Admin yet; the user who registers with the code printed at startup becomes one. */
    asksAdminCode: z.boolean(),
    /** Who may create an account, apart from the first Admin. */
    registration: z.enum(REGISTRATIONS),
    /** PUBLIC_URL; null if not set. */
    publicURL: z.nullable(z.string()),
    /** The base of links and codes that this caller creates; null in prerendered documents. */
    address: z.nullable(z.string()),
    /** The OpenID provider where users can log in; `only` if Log In begins there automatically. */
    provider: z.nullable(z.object({ name: z.string(), only: z.boolean() })),
    /** Whether plans and consultations, with their pages and calls, are offered. */
    prices: z.boolean(),
  }),
})

export const examples = (): ExamplesOf<typeof import('./site.api.ts')> => ({
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
      provider: { name: 'Authentik', only: false },
      prices: true,
    },
  },
})
