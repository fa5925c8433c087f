import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
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
