import * as z from 'zod/mini'
import { endpoint, type ExamplesOf } from './endpoint.ts'
import { failedJob } from './jobs.ts'
import { Role } from './roles.ts'

/** A backup that was made, by a server as scheduled or by a person's command. Its time is when it was begun. */
export const backupMade = z.object({
  at: z.string(),
  by: z.enum(['schedule', 'command']),
  bytes: z.number(),
  /** How many files it has not as they were uploaded, because the store has lost or damaged them. */
  missing: z.number(),
})
/** One that could not be made. */
export const backupFailed = z.object({ at: z.string(), by: z.enum(['schedule', 'command']), why: z.string() })

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
    /** What one account may store; null for no limit. */
    storagePerAccountBytes: z.nullable(z.number()),
    /** `notMailed` are open ones that the owner has no mail of. */
    consultations: z.object({ open: z.number(), done: z.number(), notMailed: z.number() }),
    /** Wrong passwords, unknown users included; tries that were throttled are none. */
    failedLoginsLastHour: z.number(),
    /** Jobs given up, and those done from time to time that keep failing: how many, and the latest 50 of them. */
    failedJobs: z.object({ count: z.number(), latest: z.array(failedJob) }),
    /** Every how many hours the server that answers makes one, 0 for never; the latest of all; what failed since then. */
    backups: z.object({
      everyHours: z.number(),
      made: z.nullable(backupMade),
      failed: z.nullable(backupFailed),
    }),
    /** Of the disk of DATA_DIR at the server that answers; null where it cannot be known. */
    disk: z.nullable(z.object({ freeBytes: z.number(), totalBytes: z.number() })),
    databaseBytes: z.number(),
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

/**
 * Sends an e-mail to the Admin's own address at once, and answers when the mail server has taken it or not. `message` says
 * which, and why not in the mail server's own words.
 */
export const sendTestMail = endpoint({
  method: 'POST',
  path: '/testmail',
  summary: "Send an e-mail to one's own address, and say whether the mail server took it",
  access: [Role.Admin],
  status: 200,
  response: z.object({ sent: z.boolean(), message: z.string() }),
  problems: ['mail_not_set_up'],
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
      storagePerAccountBytes: null,
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
      backups: {
        everyHours: 24,
        made: { at: '2026-02-14T03:00:00.000Z', by: 'schedule', bytes: 1_790_112_004, missing: 0 },
        failed: null,
      },
      disk: { freeBytes: 41_202_315_264, totalBytes: 84_281_221_120 },
      databaseBytes: 9_437_184,
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
  sendTestMail: { response: { sent: true, message: 'The mail server took an e-mail to robin@example.com.' } },
})
