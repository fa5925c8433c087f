import { TITLE_OF } from '../../shared/contract/rights.ts'
import type { LinkValues, MemberThen, SHARING_EVENTS } from '../../shared/sharing/sharing-events.ts'
import { dateInWords } from '../../shared/lib/dates.ts'
import {
  readAs,
  readNameAfter,
  readNameBefore,
  readNothing,
  type ReadableEvent,
  type Readers,
  type ReadingContext,
} from '../history/readable-event.ts'

type MaybeMember = Partial<MemberThen> | null

const readMember = (before: MaybeMember, after: MaybeMember, { nameOf }: ReadingContext): ReadableEvent => {
  const text = (then: MaybeMember) =>
    then && [then.member && nameOf(then.member), then.may && TITLE_OF[then.may]].filter(Boolean).join(', ')
  return readAs({ was: text(before), is: text(after) })
}

const linkThen = ({ name, shows, endsAt, hides }: Partial<LinkValues>): string => {
  const hidden =
    hides &&
    [
      ...[hides.notes ? 'notes' : [], hides.files ? 'files' : [], hides.positions ? 'locations of photos' : []],
      hides.labels,
    ].flat()
  return [
    name ?? [],
    shows === undefined ? [] : `shows ${shows}`,
    endsAt === undefined
      ? []
      : endsAt === null
        ? 'never expires'
        : `expires ${dateInWords(endsAt.slice(0, 10), 'en-US')}`,
    hidden === undefined ? [] : hidden.length === 0 ? 'hides nothing' : `hides ${hidden.join(', ')}`,
  ]
    .flat()
    .join(', ')
}

export const READ_SHARING_EVENTS: Readers<typeof SHARING_EVENTS> = {
  'project offered': readNothing,
  'project offer taken back': readNothing,
  'project offer declined': readNothing,
  'project handed over': (before, { owner, without }, { nameOf }) =>
    readAs({
      was: nameOf(before.owner),
      is: without.length === 0 ? nameOf(owner) : `${nameOf(owner)}, without ${without.join(', ')}`,
    }),
  'member invited': readMember,
  'member uninvited': readMember,
  'member joined': readMember,
  'member changed': readMember,
  'member removed': readMember,
  'member left': readMember,
  'link created': readNameAfter,
  'link changed': (before, after) => readAs({ was: linkThen(before) || null, is: linkThen(after) || null }),
  'link taken back': readNameBefore,
}
