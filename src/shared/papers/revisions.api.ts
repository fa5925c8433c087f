import * as z from 'zod/mini'
import { endpoint, type ExamplesOf } from '../contract/endpoint.ts'
import { message } from '../contract/message.ts'
import { id, queryID } from '../contract/id.ts'
import { isID } from '../contract/is-id.ts'
import { LEFT_OUT, PAPER_SIZES } from './papers.api.ts'
import { right } from '../contract/right.schema.ts'
import { KEEPS_PROJECTS } from '../contract/roles.ts'
import { exactText } from '../contract/text.ts'

/**
 * Issued revisions: a project's spec book as of the time of issue, with a number that is never reused. Later changes do
 * not affect it; the next revision lists what changed since.
 */

/** Per project; each revision stores its whole book. */
export const MOST_REVISIONS = 100
export const LONGEST_NOTE = 1000

const revision = z.object({
  revisionID: id,
  number: z.number(),
  note: z.string(),
  issuedAt: z.string(),
  /** The username at that time. */
  issuedBy: z.string(),
  /** Their full name, or the username. */
  issuedByName: z.string(),
  /** Came with a project file, which gives issuer and time. */
  isImported: z.boolean(),
  filename: z.string(),
  /** For `/download/:remote`. */
  remote: z.string(),
  size: z.number(),
})
export type Revision = z.output<typeof revision>

export const listRevisions = endpoint({
  method: 'GET',
  path: '/revisions',
  summary: "A project's issued revisions, the latest first",
  access: KEEPS_PROJECTS,
  keys: true,
  notForTemplates: true,
  target: { project: 'projectID' },
  query: z.strictObject({ projectID: queryID }),
  status: 200,
  response: z.object({ may: right, revisions: z.array(revision) }),
})
export type IssuedRevisions = z.output<typeof listRevisions.response>

const notNumber = 'Must be the number of a revision.'
const oneOf = `Must be of ${LEFT_OUT.join(', ')}.`

/** The book covers the whole project except the parts in `without`, and takes as long as any book. */
export const issueRevision = endpoint({
  method: 'PUT',
  path: '/revision',
  summary: 'Issue a revision: keep the spec book as it is now, with what changed since the last one marked',
  access: KEEPS_PROJECTS,
  notForTemplates: true,
  body: z.strictObject({
    projectID: id,
    note: z.optional(exactText(LONGEST_NOTE)),
    /** The latest number the caller knows, null for none: if another revision is the latest, nothing is issued. */
    after: z.optional(z.nullable(z.number({ error: notNumber }).check(z.refine(isID, { error: notNumber })))),
    size: z.optional(z.enum(PAPER_SIZES, { error: `Must be one of ${PAPER_SIZES.join(', ')}.` })),
    without: z.optional(
      z.array(z.enum(LEFT_OUT, { error: oneOf }), { error: oneOf }).check(z.maxLength(LEFT_OUT.length)),
    ),
  }),
  needs: 'write',
  target: { project: 'projectID' },
  creates: true,
  oneAtATime: true,
  status: 201,
  response: z.object({ revisionID: id, number: z.number(), message: z.string() }),
  problems: ['paper_too_large', 'too_many_revisions', 'revision_issued', 'storage_full', 'unavailable'],
})

export const removeRevision = endpoint({
  method: 'DELETE',
  path: '/revision',
  summary: 'Permanently remove an issued revision; its number is not used again',
  access: KEEPS_PROJECTS,
  query: z.strictObject({ revisionID: queryID }),
  needs: 'own',
  target: { revision: 'revisionID' },
  status: 200,
  response: message,
})

export const shapes = () => ({ Revision: revision })

export const examples = (): ExamplesOf<typeof import('./revisions.api.ts')> => ({
  listRevisions: {
    query: { projectID: 3 },
    response: {
      may: 'own',
      revisions: [
        {
          ...{ revisionID: 12, number: 2, note: 'For the painter and the tiler.' },
          ...{
            issuedAt: '2026-11-21T15:04:05.000Z',
            issuedBy: 'robin',
            issuedByName: 'Robin Sample',
            isImported: false,
          },
          filename: 'Spec Book, Revision 2, Maple Street.pdf',
          ...{ remote: 'Zk3vQ0yqT2uXw8fR1aB5cg', size: 2_481_920 },
        },
      ],
    },
  },
  issueRevision: {
    body: { projectID: 3, note: 'For the painter and the tiler.', after: 1, size: 'letter', without: ['prices'] },
    response: { revisionID: 12, number: 2, message: 'Issued Revision 2' },
  },
  removeRevision: { query: { revisionID: 12 }, response: { message: 'Removed Revision 2' } },
})
