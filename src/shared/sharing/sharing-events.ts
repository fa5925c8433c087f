import { eventsOf, type AboutProject, type MaybeAboutRoom, type Named } from '../history/event-spec.ts'
import type { HandoverPart } from './handover.api.ts'

/** A read-only link, never its token. */
export interface LinkValues extends Named {
  /** Null for a link to the whole project, or to what it `shows` of it. */
  room: string | null
  /** Some rooms, a category or a trade. */
  shows?: string
  endsAt: string | null
  /** Older events lack `positions`. */
  hides: { notes: boolean; files: boolean; positions?: boolean; labels: string[] }
}

/** A username and the access it was given. */
interface GivenAccess {
  may: 'read' | 'write'
}
export interface MemberThen extends GivenAccess {
  member: string
}

const ofProject = eventsOf<AboutProject>('project')
const ofMember = eventsOf<AboutProject>('member')
const ofLink = eventsOf<MaybeAboutRoom>('link')

export const SHARING_EVENTS = {
  /** Only the owner learns who the recipient is. `stays`: the current owner becomes a Viewer afterward. */
  'project offered': ofProject<null, { stays: boolean }>('project.offered', 'Project Offered'),
  'project offer taken back': ofProject<{ stays: boolean }, null>('project.offer_taken_back', 'Offer Canceled'),
  'project offer declined': ofProject<{ stays: boolean }, null>('project.offer_declined', 'Offer Declined'),
  /** Usernames, and what was left behind: that is permanently removed, history including all earlier events. */
  'project handed over': ofProject<{ owner: string }, { owner: string; without: HandoverPart[] }>(
    'project.handed_over',
    'Project Handed Over',
  ),
  /** Only the owner learns the address, which is in the list of invitations. */
  'member invited': ofMember<null, GivenAccess>('member.invited', 'Member Invited'),
  'member uninvited': ofMember<GivenAccess, null>('member.uninvited', 'Invitation Canceled'),
  'member joined': ofMember<null, GivenAccess>('member.joined', 'Member Joined'),
  'member changed': ofMember<MemberThen, MemberThen>('member.changed', 'Member Changed'),
  'member removed': ofMember<MemberThen, null>('member.removed', 'Member Removed'),
  'member left': ofMember<GivenAccess, null>('member.left', 'Member Left'),
  'link created': ofLink<null, LinkValues & { forQR?: true }>('link.created', 'Link Created'),
  /** The changes and, except in older events, always the name. */
  'link changed': ofLink<Partial<LinkValues>, Partial<LinkValues>>('link.changed', 'Link Changed'),
  'link taken back': ofLink<Named, null>('link.taken_back', 'Link Turned Off'),
}
