import {
  EVENT_WORDS,
  type EventKind,
  type EventShapes,
  type FieldThen,
  type FileThen,
  type ItemValues,
  type LinkValues,
  type MemberThen,
  type BrandingThen,
  type ProjectValues,
  type TaskThen,
} from '../../shared/history/events.ts'
import { dateInWords, readDate } from '../../shared/upkeep/dates.ts'
import type { What } from '../../shared/upkeep/handover-checklist.api.ts'
import { ruleInWords } from '../../shared/upkeep/recurrence.ts'
import { TITLE_OF } from '../../shared/contract/rights.ts'
import { SLOTS } from '../../shared/structure/room-structure.api.ts'
import { counted } from '../platform/lib/count-rooms-and-items.ts'
import { sampleOf } from '../items/sample-of.ts'

/** A text before and after; '' for none. */
interface TextChange {
  /** The field's label at that time; '' if it had none, and for texts with a name of their own. */
  label: string
  propID: number | null
  /** The name of such a text. */
  text: 'notes' | keyof ProjectValues | keyof BrandingThen | 'roomType' | 'cover' | null
  before: string
  after: string
  /** Swatches of both values (items/sample.ts); null if a value names no material. */
  beforeSample: string | null
  afterSample: string | null
}

/** The contents of one event in a common form for all kinds. */
export interface ReadableEvent {
  changes: TextChange[]
  /** A name, caption or place before and after; null if the event is not about one. */
  was: string | null
  is: string | null
  /** The remote of a file. */
  remote: string | null
  /** For a changed subcategory, the previous one. */
  kindWas: { catID: number; subcatID: number } | null
  /** For reordered files, their remotes in the previous order. */
  orderWas: string[] | null
}

const NOTHING: ReadableEvent = { changes: [], was: null, is: null, remote: null, kindWas: null, orderWas: null }

type Read<Kind extends EventKind> = (
  before: EventShapes[Kind]['before'],
  after: EventShapes[Kind]['after'],
  isOfDates: (label: string) => boolean,
  nameOf: (username: string) => string,
) => ReadableEvent

const ofItem = (before: ItemValues | null, after: ItemValues): TextChange[] => [
  ...SLOTS.flatMap((slot) => {
    const [was, is] = [before?.fields?.[slot], after.fields?.[slot]]
    const then = is ?? was
    return then ? [ofField(then, was?.value, is?.value)] : []
  }),
  ...(before?.notes === undefined && after.notes === undefined ? [] : [ofText('notes', before?.notes, after.notes)]),
]

const ofField = ({ label: labelled, propID }: FieldThen, before = '', after = ''): TextChange => {
  const label = labelled ?? ''
  const sample = (value: string) => sampleOf('', [{ label, value }])
  return { label, propID, text: null, before, after, beforeSample: sample(before), afterSample: sample(after) }
}

const ofText = (text: TextChange['text'], before = '', after = ''): TextChange => ({
  ...{ label: '', propID: null, text, before, after, beforeSample: null, afterSample: null },
})

const PROJECT_TEXTS = [
  'name',
  'client',
  'address',
  'address2',
  'city',
  'state',
  'zip',
  'firm',
  'firmPhone',
  'number',
  'drawnBy',
  'logo',
] as const satisfies readonly (keyof ProjectValues | keyof BrandingThen)[]

type Named = Partial<ProjectValues & BrandingThen> & { roomType?: string; cover?: FileThen | null }

const ofTexts = (texts: readonly Exclude<keyof Named, 'cover'>[], before: Named, after: Named): TextChange[] => [
  ...texts.flatMap((text) =>
    before[text] === undefined && after[text] === undefined ? [] : [ofText(text, before[text], after[text])],
  ),
  ...('cover' in after ? [ofText('cover', before.cover?.name, after.cover?.name)] : []),
]

const created = (_: null, { name }: { name: string }): ReadableEvent => ({ ...NOTHING, is: name })
const removed = ({ name }: { name: string }): ReadableEvent => ({ ...NOTHING, was: name })
const ofFile = (before: FileThen | null, after: FileThen | null): ReadableEvent => ({
  ...NOTHING,
  was: before?.name ?? null,
  is: after?.name ?? null,
  remote: (after ?? before)?.remote ?? null,
})

const inItems = (items: number): string => counted({ items, rooms: 0 })
const inRooms = (rooms: number): string => counted({ items: 0, rooms })
const countOfPhotos = (photos: number): string => (photos === 1 ? '1 photo' : `${photos} photos`)

const revisionThen = ({ number, note }: { number: number; note: string }): string =>
  [`Revision ${number}`, ...(note === '' ? [] : [note])].join(': ')

type MaybeMember = Partial<MemberThen> | null

const ofMember = (
  before: MaybeMember,
  after: MaybeMember,
  _: unknown,
  nameOf: (username: string) => string,
): ReadableEvent => {
  const text = (then: MaybeMember) =>
    then && [then.member && nameOf(then.member), then.may && TITLE_OF[then.may]].filter(Boolean).join(', ')
  return { ...NOTHING, was: text(before), is: text(after) }
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

const taskThen = ({ name, day, repeats }: TaskThen): string =>
  [name, dateInWords(day, 'en-US'), ...(repeats ? [ruleInWords(repeats).toLowerCase()] : [])].join(', ')

const NAME_OF: Readonly<Record<What, string>> = {
  values: 'Values',
  manual: 'Manual',
  receipt: 'Receipt',
  items: 'Items',
}
const ofNotNeeded = (before: { what: What } | null, after: { what: What } | null): ReadableEvent => ({
  ...NOTHING,
  was: before && NAME_OF[before.what],
  is: after && NAME_OF[after.what],
})

/** A kind without a reader does not compile. */
const READ: { [Kind in EventKind]: Read<Kind> } = {
  'project created': created,
  'project copied': created,
  'project kept as template': created,
  'project created from template': (_, { name, template }) => ({ ...NOTHING, is: `${name}, from ${template}` }),
  'project changed': (before, after) => ({ ...NOTHING, changes: ofTexts(PROJECT_TEXTS, before, after) }),
  'project deleted': removed,
  'project restored': created,
  'project offered': () => NOTHING,
  'project offer taken back': () => NOTHING,
  'project offer declined': () => NOTHING,
  'project handed over': (before, { owner, without }, _, nameOf) => ({
    ...NOTHING,
    was: nameOf(before.owner),
    is: without.length === 0 ? nameOf(owner) : `${nameOf(owner)}, without ${without.join(', ')}`,
  }),
  'member invited': ofMember,
  'member uninvited': ofMember,
  'member joined': ofMember,
  'member changed': ofMember,
  'member removed': ofMember,
  'member left': ofMember,
  'task created': (_, after) => ({ ...NOTHING, is: taskThen(after) }),
  'task changed': (before, after) => ({ ...NOTHING, was: taskThen(before), is: taskThen(after) }),
  'task done': ({ name }, { on, note }) => ({
    ...NOTHING,
    is: [`${name}, ${dateInWords(on, 'en-US')}`, ...(note === '' ? [] : [note])].join(': '),
  }),
  'task put off': ({ day }, after) => ({ ...NOTHING, was: dateInWords(day, 'en-US'), is: taskThen(after) }),
  'task skipped': (before) => ({ ...NOTHING, is: taskThen(before) }),
  'task deleted': removed,
  'task undone': (_, { name, kind }) => ({ ...NOTHING, is: `${EVENT_WORDS[kind].title}: ${name}` }),
  'link created': created,
  'link changed': (before, after) => ({ ...NOTHING, was: linkThen(before) || null, is: linkThen(after) || null }),
  'link taken back': removed,
  'revision issued': (_, after) => ({ ...NOTHING, is: revisionThen(after) }),
  'revision imported': (_, after) => ({ ...NOTHING, is: revisionThen(after) }),
  'revision removed': (before) => ({ ...NOTHING, was: revisionThen(before) }),
  'photo added': ofFile,
  'photo turned': ofFile,
  'photos deleted': ({ photos }) => ({ ...NOTHING, was: countOfPhotos(photos) }),
  'photos restored': (_, { photos }) => ({ ...NOTHING, is: countOfPhotos(photos) }),
  'photos removed': ({ photos }) => ({ ...NOTHING, was: countOfPhotos(photos) }),
  'photos sorted': ({ photos }, { name }) => ({ ...NOTHING, is: `${countOfPhotos(photos.length)}: ${name}` }),
  'photos unsorted': ({ name }, { photos }) => ({ ...NOTHING, was: `${countOfPhotos(photos)}: ${name}` }),
  'room created': created,
  'room copied': created,
  'room changed': (before, after) => ({ ...NOTHING, changes: ofTexts(['name', 'roomType'], before, after) }),
  // The event itself does not name the other project; the activity adds that name for users who can read it.
  'room moved away': removed,
  'room moved here': (_, { name }) => ({ ...NOTHING, is: name }),
  'rooms moved away': ({ rooms }) => ({ ...NOTHING, was: inRooms(rooms) }),
  'rooms moved here': (_, { rooms }) => ({ ...NOTHING, is: inRooms(rooms) }),
  'rooms reordered': () => NOTHING,
  'room set aside': ofNotNeeded,
  'room needed again': ofNotNeeded,
  'room deleted': removed,
  'room restored': created,
  'room removed': removed,
  'rooms restored': (_, { rooms }) => ({ ...NOTHING, is: inRooms(rooms) }),
  'rooms removed': ({ rooms }) => ({ ...NOTHING, was: inRooms(rooms) }),
  'item created': (_, after) => ({ ...NOTHING, changes: ofItem(null, after), is: after.subcategory }),
  'item copied': (_, { name, from }) => ({ ...NOTHING, is: from === null ? name : `${name}, from ${from}` }),
  'items copied': (_, { name, rooms, items = 1 }) => ({
    ...NOTHING,
    is: `${items === 1 ? name : inItems(items)}: ${rooms.join(', ')}`,
  }),
  'item changed': (before, after) => ({ ...NOTHING, changes: ofItem(before, after) }),
  'item kind changed': (before, after) => ({
    ...NOTHING,
    changes: ofItem(before, after),
    was: `${before.category} – ${before.subcategory}`,
    is: `${after.category} – ${after.subcategory}`,
    kindWas: { catID: before.catID, subcatID: before.subcatID },
  }),
  'item moved': (before, after) => ({ ...NOTHING, was: before.room, is: after.room }),
  'items moved': (_, { items, room }) => ({ ...NOTHING, is: `${inItems(items)} to ${room}` }),
  'items changed': (_, { items, label, value }, isOfDates) => {
    const read = isOfDates(label) ? readDate(value) : undefined
    const text = read?.is === 'date' && read.iso === value ? dateInWords(value, 'en-US') : value
    return { ...NOTHING, is: `${label} on ${inItems(items)}: ${text || '–'}` }
  },
  'items changed too': (_, { items, labels }) => ({ ...NOTHING, is: `${labels.join(', ')} on ${inItems(items)}` }),
  'items deleted': ({ items }) => ({ ...NOTHING, was: inItems(items) }),
  'items restored': (_, { items }) => ({ ...NOTHING, is: inItems(items) }),
  'items removed': ({ items }) => ({ ...NOTHING, was: inItems(items) }),
  'items undone': (_, { kind, items, rooms }) => ({
    ...NOTHING,
    is: `${EVENT_WORDS[kind].title}: ${counted({ items, rooms })}`,
  }),
  'items reordered': () => NOTHING,
  'items imported': (_, { name, created, changed }) => ({
    ...NOTHING,
    is: `${name}: ${created} created, ${changed} changed`,
  }),
  'item others left': (_, { labels }) => ({ ...NOTHING, is: labels.join(', ') }),
  'item set aside': ofNotNeeded,
  'item needed again': ofNotNeeded,
  'item deleted': removed,
  'item restored': created,
  'item removed': removed,
  'file attached': ofFile,
  'file renamed': ofFile,
  'file captioned': (before, after) => ({
    ...NOTHING,
    was: before.caption,
    is: after.caption,
    remote: after.remote,
  }),
  'files reordered': ({ remotes }) => ({ ...NOTHING, orderWas: remotes }),
  'file deleted': ofFile,
  'file restored': ofFile,
  'file removed': ofFile,
}

/** An event as stored. */
interface StoredEvent {
  kind: EventKind
  /** JSON. */
  before: string | null
  after: string | null
}

const valueIn = (text: string | null): unknown => (text === null ? null : JSON.parse(text))

/** The usernames in an event that is about people. */
export const usernamesIn = ({ kind, before, after }: StoredEvent): string[] => {
  if (!kind.startsWith('member') && kind !== 'project handed over') return []
  const values = [before, after].map((text) => valueIn(text) as { member?: string; owner?: string } | null)
  return values.flatMap((value) => value?.member ?? value?.owner ?? [])
}

/**
 * Bulk changes record only the name of the label, so `isOfDates` tells which labels are dates. `nameOf` makes a full name
 * of a username.
 */
export const readEvent = (
  { kind, before, after }: StoredEvent,
  isOfDates: (label: string) => boolean = () => false,
  nameOf: (username: string) => string = (username) => username,
): ReadableEvent =>
  (READ[kind] as Read<EventKind>)(valueIn(before) as never, valueIn(after) as never, isOfDates, nameOf)
