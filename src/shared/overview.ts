import * as z from 'zod/mini'
import { endpoint, type ExamplesOf } from './endpoint.ts'
import { failedJob } from './jobs.ts'
import { Role } from './roles.ts'

/**
 * Numbers that an owner needs; all of the whole installation, none of a single user. Projects, rooms and items are those
 * outside the trash; `files` and `storageBytes` are what is stored, the trash included.
 */
export const getOverview = endpoint({
  method: 'GET',
  path: '/overview',
  summary: 'Numbers of the installation, its versions and its health',
  access: [Role.Admin],
  status: 200,
  response: z.object({
    users: z.number(),
    locked: z.number(),
    projects: z.number(),
    rooms: z.number(),
    items: z.number(),
    files: z.number(),
    storageBytes: z.number(),
    /** `notMailed` are open ones that the owner has no mail of. */
    consultations: z.object({ open: z.number(), done: z.number(), notMailed: z.number() }),
    /** Wrong passwords, unknown users included; tries that were throttled are none. */
    failedLoginsLastHour: z.number(),
    /** Jobs given up, and those done from time to time that keep failing: how many, and the latest 50 of them. */
    failedJobs: z.object({ count: z.number(), latest: z.array(failedJob) }),
    version: z.string(),
    database: z.string(),
    databaseAnswers: z.boolean(),
    fileStoreAnswers: z.boolean(),
    /** Whether mails go out right now. */
    sendsMail: z.boolean(),
    /** Whether they would, but the mail server does not take them. */
    mailFails: z.boolean(),
    /** When a mail, or a look at the mail server, failed last, and what that one said; also where it works since. */
    mailFailure: z.nullable(z.object({ at: z.string(), why: z.string() })),
    /** The address by which forwarded requests come while no proxy is trusted, so that all of them count as one. */
    untrustedProxy: z.nullable(z.string()),
  }),
})

/** Of each call, in the order of the documentation. */
export const examples = (): ExamplesOf<typeof import('./overview.ts')> => ({
  getOverview: {
    response: {
      users: 12,
      locked: 0,
      projects: 31,
      rooms: 204,
      items: 3120,
      files: 981,
      storageBytes: 1_840_229_112,
      consultations: { open: 1, done: 4, notMailed: 0 },
      failedLoginsLastHour: 2,
      failedJobs: {
        count: 1,
        latest: [
          {
            jobID: 12,
            kind: 'email-changed-mail',
            at: '2026-02-14T16:20:11.000Z',
            tries: 10,
            reason: 'connect ECONNREFUSED 192.0.2.25:587',
            nextAt: null,
          },
        ],
      },
      version: '0.2.0',
      database: 'SQLite 3.51.1',
      databaseAnswers: true,
      fileStoreAnswers: true,
      sendsMail: true,
      mailFails: false,
      mailFailure: null,
      untrustedProxy: null,
    },
  },
})
