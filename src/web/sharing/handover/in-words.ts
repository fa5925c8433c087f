import type { IncludedParts, HandoverPart } from '../../../shared/sharing/handover.api.ts'
import { counted } from '../../lib/pluralize.ts'

const LABELS: Readonly<Record<HandoverPart, (count: number) => string>> = {
  notes: (count) => (count === 0 ? 'Notes' : `Notes of ${counted(count, 'item')}`),
  files: (count) => (count === 0 ? 'Files' : counted(count, 'file')),
  history: (count) => `History, ${counted(count, 'change')}`,
  members: (count) => (count === 0 ? 'Members' : `${counted(count, 'member')}, with their access`),
  links: (count) =>
    count === 0 ? 'Read-only links' : `${counted(count, 'read-only link')}, including printed QR codes`,
}

/** The label of a part to include, with its count. */
export const labelOf = (part: HandoverPart, count: number): string => LABELS[part](count)

const LOSSES: Readonly<Record<HandoverPart, (count: number) => string>> = {
  notes: (count) => `The notes of ${counted(count, 'item')} are permanently deleted.`,
  files: (count) => `${counted(count, 'file')} and those in the trash are permanently deleted.`,
  history: (count) => `History (${counted(count, 'change')}) and issued revisions are permanently deleted.`,
  members: (count) => `${counted(count, 'member')} ${count === 1 ? 'loses' : 'lose'} access.`,
  links: (count) =>
    `${counted(count, 'read-only link')} ${count === 1 ? 'stops' : 'stop'} working, including printed QR codes.`,
}

interface Handover {
  goes: IncludedParts
  has: Readonly<Record<HandoverPart, number>>
  invitations: number
  stays: boolean
}

/** What happens to the project, in sentences. */
export const lossesOf = ({ goes, has, invitations, stays }: Handover): string[] => [
  stays
    ? 'They own the project. You can still view it until they remove you.'
    : 'They own the project, and you lose access.',
  ...Object.entries(LOSSES).flatMap(([name, loss]) => {
    const part = name as HandoverPart
    return goes[part] || has[part] === 0 ? [] : [loss(has[part])]
  }),
  ...(invitations === 0 ? [] : [`${counted(invitations, 'open invitation')} ${invitations === 1 ? 'ends' : 'end'}.`]),
]
