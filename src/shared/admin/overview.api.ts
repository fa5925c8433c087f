import * as z from 'zod/mini'
import { endpoint, type ExamplesOf } from '../contract/endpoint.ts'
import { failedJob } from './jobs.api.ts'
import { Role } from '../contract/roles.ts'

/** A completed backup, made by schedule or by command. `at` is when it began. */
export const backupMade = z.object({
  at: z.string(),
  by: z.enum(['schedule', 'command']),
  bytes: z.number(),
  /** How many files it lacks in their original form because the store lost or damaged them. */
  missing: z.number(),
})
/** A failed backup. */
export const backupFailed = z.object({ at: z.string(), by: z.enum(['schedule', 'command']), why: z.string() })

/**
 * Figures for the whole installation, never for a single user. Projects, rooms and items exclude the trash; `files` and
 * `storageBytes` include it.
 */
export const getOverview = endpoint({
  method: 'GET',
  path: '/overview',
  summary: 'Numbers, versions and health of the installation',
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
    /** What one account may store, in bytes; null for no limit. */
    storagePerAccountBytes: z.nullable(z.number()),
    /** `notMailed`: open ones not yet mailed to the owner. */
    consultations: z.object({ open: z.number(), done: z.number(), notMailed: z.number() }),
    /** Wrong passwords, including for unknown users, but not throttled attempts. */
    failedLoginsLastHour: z.number(),
    /** Jobs given up and recurring jobs that keep failing: the count, and the latest 50. */
    failedJobs: z.object({ count: z.number(), latest: z.array(failedJob) }),
    /** `everyHours`: this server's interval, 0 for never. Then the latest backup of any server, and failures since. */
    backups: z.object({
      everyHours: z.number(),
      made: z.nullable(backupMade),
      failed: z.nullable(backupFailed),
    }),
    /** The disk of DATA_DIR on the answering server; null if unknown. */
    disk: z.nullable(z.object({ freeBytes: z.number(), totalBytes: z.number() })),
    databaseBytes: z.number(),
    version: z.string(),
    database: z.string(),
    databaseAnswers: z.boolean(),
    fileStoreAnswers: z.boolean(),
    /** How many passkeys belong to the host of PUBLIC_URL, and to earlier hosts, where they no longer work. */
    passkeys: z.object({ host: z.string(), here: z.number(), elsewhere: z.number() }),
    /** Whether mail works right now. */
    sendsMail: z.boolean(),
    /** Whether mail is set up but the mail server does not accept it. */
    mailFails: z.boolean(),
    /** The last failure to send mail or reach the mail server, with its reply; kept after it works again. */
    mailFailure: z.nullable(z.object({ at: z.string(), why: z.string() })),
    /** The address of a proxy that forwards requests but is not trusted, so all its clients count as one. */
    untrustedProxy: z.nullable(z.string()),
  }),
})

/**
 * Sends a mail to the Admin's own address and waits until the mail server accepts or rejects it. `message` gives the
 * result, including the mail server's own words.
 */
export const sendTestMail = endpoint({
  method: 'POST',
  path: '/testmail',
  summary: "Send an email to the caller's own address, and say whether the mail server accepted it",
  access: [Role.Admin],
  status: 200,
  response: z.object({ sent: z.boolean(), message: z.string() }),
  problems: ['mail_not_set_up'],
})

export const shapes = () => ({ Backup: backupMade, FailedBackup: backupFailed })

export const examples = (): ExamplesOf<typeof import('./overview.api.ts')> => ({
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
      passkeys: { host: 'homes.example.com', here: 3, elsewhere: 0 },
      sendsMail: true,
      mailFails: false,
      mailFailure: null,
      untrustedProxy: null,
    },
  },
  sendTestMail: { response: { sent: true, message: 'The mail server accepted an email to robin@example.com.' } },
})
