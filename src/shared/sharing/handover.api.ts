import * as z from 'zod/mini'
import { endpoint, type ExamplesOf } from '../contract/endpoint.ts'
import { message } from '../contract/message.ts'
import { namedProject } from '../contract/named-project.ts'
import { id, queryID } from '../contract/id.ts'
import { LIMITS } from '../contract/limits.ts'
import { mailing } from './members.api.ts'
import { KEEPS_PROJECTS } from '../contract/roles.ts'
import { emailAddress, exactText, line } from '../contract/text.ts'

/**
 * Handover of a project: the owner offers it, and ownership changes when the recipient accepts with the token of the
 * offer's link. Until then the owner can cancel the offer, and nothing changes.
 */

/**
 * Parts that are included only if the owner chooses them, in display order. Parts left behind are permanently removed.
 */
export const HANDOVER_PARTS = ['notes', 'files', 'history', 'members', 'links'] as const
export type HandoverPart = (typeof HANDOVER_PARTS)[number]

/** Maps each part to a value, by its name. */
const ofParts = <T>(make: (part: HandoverPart) => T) =>
  Object.fromEntries(HANDOVER_PARTS.map((part) => [part, make(part)])) as Record<HandoverPart, T>

/** Parts that history would reveal, so history requires them. */
export const REVEALED_BY_HISTORY = ['notes', 'files'] as const satisfies readonly HandoverPart[]

const IN_WORDS: Record<HandoverPart, string> = {
  notes: 'notes',
  files: 'files',
  history: 'history',
  members: 'members',
  links: 'read-only links',
}
const LIST = new Intl.ListFormat('en')

/** What the new owner gets, such as 'its rooms, items, notes, and files'. */
export const includedInWords = (goes: IncludedParts): string =>
  LIST.format(['its rooms', 'items', ...HANDOVER_PARTS.filter((part) => goes[part]).map((part) => IN_WORDS[part])])

const isChosen = z.boolean({ error: 'Must be true or false.' })
const goes = z.strictObject(ofParts(() => isChosen))
export type IncludedParts = z.output<typeof goes>

const pending = z.object({
  email: z.string(),
  word: z.string(),
  goes,
  stays: z.boolean(),
  expiresAt: z.string(),
})
export type PendingOffer = z.output<typeof pending>

/** `has` counts each part: items and tasks with notes, attached files, events, members, read-only links. */
export const getOffer = endpoint({
  method: 'GET',
  path: '/offer',
  summary: 'What a handover of a project can include, and its pending offer',
  access: KEEPS_PROJECTS,
  query: z.strictObject({ projectID: queryID }),
  needs: 'own',
  target: { project: 'projectID' },
  notForTemplates: true,
  status: 200,
  response: z.object({
    project: namedProject,
    has: z.object(ofParts(() => z.number())),
    /** Pending invitations, which the handover cancels. */
    invitations: z.number(),
    offer: z.nullable(pending),
  }),
})

/**
 * A project has one offer: a new one replaces it and invalidates its links. The link is shown only in this answer; if
 * mail works, the recipient is also mailed a link with its own token. With `stays`, the former owner becomes a Viewer.
 * History requires notes and files, which it reveals.
 */
export const offerProject = endpoint({
  method: 'PUT',
  path: '/offer',
  summary: 'Offer a project to a new owner, by a link that works once and for 14 days',
  access: KEEPS_PROJECTS,
  body: z.strictObject({
    projectID: id,
    email: emailAddress,
    word: z.optional(exactText(LIMITS.offerWord)),
    goes,
    stays: isChosen,
  }),
  needs: 'own',
  target: { project: 'projectID' },
  notForTemplates: true,
  status: 200,
  response: z.object({ link: z.string(), ...mailing }),
  problems: ['already_member', 'too_many_members', 'too_many_tries'],
})

export const cancelOffer = endpoint({
  method: 'DELETE',
  path: '/offer',
  summary: 'Cancel the offer of a project, whose links stop working',
  access: KEEPS_PROJECTS,
  query: z.strictObject({ projectID: queryID }),
  needs: 'own',
  target: { project: 'projectID' },
  notForTemplates: true,
  status: 200,
  response: message,
})

/** Does not use up the token. The answer does not reveal whether an invalid token ever existed. */
export const openOffer = endpoint({
  method: 'POST',
  path: '/openoffer',
  summary: 'What the offer of a project brings, by the token of its link',
  access: 'public',
  body: z.strictObject({ token: line() }),
  status: 200,
  response: z.object({
    project: z.string(),
    by: z.string(),
    word: z.string(),
    goes,
    stays: z.boolean(),
    expiresAt: z.string(),
  }),
  problems: ['offer_invalid', 'too_many_tries'],
})

/** The project is renamed if the new owner already has one of that name. */
export const acceptOffer = endpoint({
  method: 'POST',
  path: '/acceptoffer',
  summary: 'Become the owner of a project by the token of an offer, which is used up',
  access: KEEPS_PROJECTS,
  body: z.strictObject({ token: line(), name: z.optional(line()) }),
  oneAtATime: true,
  status: 200,
  response: z.object({ projectID: id, message: z.string() }),
  problems: [
    'offer_invalid',
    'already_member',
    'project_name_taken',
    'plan_limit',
    'storage_full',
    'too_many_members',
    'too_many_tries',
  ],
})

/** Anyone who could accept can also decline: the links stop working, and the owner is notified. */
export const declineOffer = endpoint({
  method: 'POST',
  path: '/declineoffer',
  summary: 'Decline the offer of a project by its token, which is used up',
  access: KEEPS_PROJECTS,
  body: z.strictObject({ token: line() }),
  status: 200,
  response: message,
  problems: ['offer_invalid', 'already_member', 'too_many_tries'],
})

const EXAMPLE = { notes: true, files: true, history: true, members: false, links: false }

export const shapes = () => ({ HandoverParts: goes, HandoverOffer: pending })

export const examples = (): ExamplesOf<typeof import('./handover.api.ts')> => ({
  getOffer: {
    query: { projectID: 3 },
    response: {
      project: { projectID: 3, name: 'Maple Street' },
      has: { notes: 41, files: 118, history: 902, members: 2, links: 1 },
      invitations: 0,
      offer: {
        email: 'kim@example.com',
        word: 'The keys are on the hook.',
        goes: EXAMPLE,
        stays: false,
        expiresAt: '2026-02-28T16:20:11.000Z',
      },
    },
  },
  offerProject: {
    body: {
      projectID: 3,
      email: 'kim@example.com',
      word: 'The keys are on the hook.',
      goes: EXAMPLE,
      stays: false,
    },
    response: { link: 'https://homes.example.com/accept#q7Jx…', mailed: true, unconfirmed: false },
  },
  cancelOffer: {
    query: { projectID: 3 },
    response: { message: 'The offer is canceled.' },
  },
  openOffer: {
    body: { token: 'q7Jx…' },
    response: {
      project: 'Maple Street',
      by: 'Robin Sample',
      word: 'The keys are on the hook.',
      goes: EXAMPLE,
      stays: false,
      expiresAt: '2026-02-28T16:20:11.000Z',
    },
  },
  acceptOffer: {
    body: { token: 'q7Jx…', name: 'Our Maple Street' },
    response: { projectID: 3, message: '"Our Maple Street" is yours now.' },
  },
  declineOffer: {
    body: { token: 'q7Jx…' },
    response: { message: 'You declined "Maple Street".' },
  },
})
