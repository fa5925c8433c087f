import * as z from 'zod/mini'
import { LIMITS } from '../../shared/limits.ts'
import { GAPS } from '../../shared/gaps.ts'
import { MOST_UNSORTED } from '../../shared/inbox.ts'
import { projectInputs } from '../../shared/projects.ts'
import { LONGEST_NOTE, MOST_REVISIONS } from '../../shared/revisions.ts'
import { SLOTS } from '../../shared/room-structure.ts'
import { roomName } from '../../shared/rooms.ts'
import type { StructureFile } from '../../shared/structure-file.ts'
import { isDay } from '../../shared/day.ts'
import { repeats, taskName } from '../../shared/tasks.ts'
import { exactText, line, optionalLine } from '../../shared/text.ts'

/** What is said of the form of a project file. A higher version means that only a newer product can read it. */
export const FORMAT = 'Roomfolio project'
export const FORMAT_VERSION = 4
/**
 * The first one had no tasks, and did not say what is not needed; before the third there was no photo inbox, before the fourth no
 * issued revision.
 */
const FORMAT_VERSIONS = [1, 2, 3, FORMAT_VERSION] as const

export const HEAD_ENTRY = 'project.json'
export const CONTENTS_ENTRY = 'contents.jsonl'
/** For people: what nobody reads who makes a project of it. */
export const BOOK_ENTRY = 'Spec Book.pdf'
export const UNREAD_ENTRIES: readonly string[] = ['README.txt', BOOK_ENTRY, 'history.jsonl', 'MISSING.txt']
export const FILES_FOLDER = 'files/'
/** Of the photos that are on no item. */
export const INBOX_FOLDER = 'inbox/'
/** Of the books that were issued. */
export const REVISIONS_FOLDER = 'revisions/'
const isOfThing = (name: string): boolean => name.startsWith(FILES_FOLDER) || name.startsWith(INBOX_FOLDER)
const isOfRevision = (name: string): boolean => name.startsWith(REVISIONS_FOLDER)
export const isOfFile = (name: string): boolean => isOfThing(name) || isOfRevision(name)

const MIB = 1024 * 1024

/**
 * What a project file may hold. A search is quick for somebody with 10,000 items; twice that in one home is still imported
 * within seconds.
 */
export const MOST = {
  rooms: 1000,
  items: 20_000,
  files: 20_000,
  /** Files on items; one may be on many. */
  attached: 40_000,
  /** Rooms and items that are moved bring theirs along, so that a home may have more than one may add. */
  tasks: 5000,
  /** Those that come out of the trash are beyond what one may add. */
  photos: 5 * MOST_UNSORTED,
  /** Of one that was removed the number is told where it is the highest. */
  revisions: MOST_REVISIONS + 1,
  /** A number that nobody comes to, and databases count on from. */
  revisionNumber: 1_000_000,
  /** Those that were issued, whichever of their finishes are still there. */
  marks: 100_000,
  marksInLine: 1000,
  headBytes: MIB / 4,
  contentsBytes: 32 * MIB,
  /** Of an item with the longest texts, each character escaped, a third. */
  lineCharacters: 64 * 1024,
  pathCharacters: 1024,
} as const

/** From the year 1 on: before it databases disagree. */
const time = z.string().check(
  z.regex(/^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z$/, { error: 'Must be a time in UTC.' }),
  z.refine<string>((text) => !Number.isNaN(Date.parse(text)), { error: 'Must be a time in UTC.' }),
)
const times = { createdAt: time, updatedAt: time }
const count = z.int({ error: 'Must be a whole number.' }).check(z.gte(0, { error: 'Must not be below zero.' }))
const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/, { error: 'Must be a SHA-256 in hexadecimal.' }))
/** Whether it leads anywhere is decided by what the ZIP holds. */
const pathThat = (is: (text: string) => boolean, error: string) =>
  z.string().check(z.refine<string>((text) => text.length <= MOST.pathCharacters && is(text), { error }))
const path = pathThat(isOfThing, `Must be a path in ${FILES_FOLDER} or ${INBOX_FOLDER}.`)

/** Of a project; what it has of rooms and items stands in CONTENTS_ENTRY. */
export const headSchema = z.strictObject({
  format: z.literal(FORMAT),
  version: z.literal(FORMAT_VERSIONS),
  /** The version of the product. */
  madeBy: z.string(),
  exportedAt: time,
  project: z.extend(projectInputs, {
    client: optionalLine(),
    // Templates have no address.
    address: optionalLine(),
    address2: optionalLine(),
    city: optionalLine(),
    state: optionalLine(),
    zip: optionalLine(),
    cover: z.nullable(path),
    ...times,
  }),
  /** What its rooms and items go by; read by shared/structure-file.ts. */
  structure: z.unknown(),
  rooms: count,
  items: count,
  files: count,
  photos: z.optional(count),
  revisions: z.optional(count),
  contents: z.strictObject({ size: count, sha256 }),
})
export type Head = z.output<typeof headSchema> & { structure: StructureFile }

const file = z.strictObject({
  path: pathThat(isOfFile, `Must be a path in ${FILES_FOLDER}, ${INBOX_FOLDER} or ${REVISIONS_FOLDER}.`),
  originalName: exactText(1024).check(z.minLength(1, { error: 'A file needs a name.' })),
  /** By how many degrees clockwise it is shown turned. */
  rotation: z.optional(z.literal([90, 180, 270])),
  /** Null where the store had lost it. */
  size: z.nullable(count),
  sha256: z.nullable(sha256),
})
/** What was set aside where something is missing. */
const notNeeded = z.optional(z.array(z.enum(GAPS)).check(z.maxLength(GAPS.length)))
const room = z.strictObject({
  name: roomName,
  roomType: line(LIMITS.roomTypeName),
  cover: z.nullable(path),
  /** In an order of their own; rooms without one come after these, by their names. */
  place: z.optional(count),
  notNeeded,
  ...times,
})
const value = exactText(LIMITS.itemField)
/** Of a finish, as revisions have it. */
const mark = z.string().check(z.regex(/^[A-Z]{2}-[1-9]\d{0,6}$/, { error: 'Must be a mark, such as PT-1.' }))
const item = z.strictObject({
  category: line(LIMITS.categoryName),
  subcategory: line(LIMITS.subcategoryName),
  /** For people. */
  title: z.string(),
  /** By the labels of its subcategory in the head. */
  values: z.record(z.string(), value),
  /** By their places: those whose labels were taken away. */
  unlabelled: z.optional(z.partialRecord(z.enum(SLOTS), value)),
  notes: exactText(LIMITS.notes),
  notNeeded,
  /** Where it was issued with a revision. */
  mark: z.optional(mark),
  ...times,
})
/** On the item before it. */
const attached = z.strictObject({
  path,
  name: exactText(LIMITS.line).check(z.minLength(1, { error: 'A file needs a name.' })),
  caption: exactText(LIMITS.caption),
})

const NO_DAY = { error: 'Must be a day, such as 2031-01-30.' }
/** A rule may lead further than the days that people may set. */
const dayOfTask = z.string(NO_DAY).check(z.regex(/^(?!0000)\d{4}-\d\d-\d\d$/, NO_DAY), z.refine(isDay, NO_DAY))
/** Of the room or the item before it; before the first room, of the whole home. */
const task = z.strictObject({
  name: taskName,
  note: exactText(LIMITS.notes),
  /** When it is to be done next, from when on its rule counts, and when it was done last. */
  day: dayOfTask,
  starts: dayOfTask,
  repeats,
  doneOn: z.nullable(dayOfTask),
  createdAt: time,
})

/** It waits in the photo inbox. */
const photo = z.strictObject({
  path,
  /** Where it was taken, as far as that was said: which of the rooms, counted from 1. */
  room: z.nullable(count),
  addedAt: time,
})

/** As it was issued. Of one that was removed there is only its number, without a path. */
const revision = z.strictObject({
  number: count.check(
    z.gte(1, { error: 'Must be a number from 1 on.' }),
    z.lte(MOST.revisionNumber, { error: `Must be at most ${MOST.revisionNumber}.` }),
  ),
  note: exactText(LONGEST_NOTE),
  issuedAt: time,
  /** A username of the installation that it was issued in. */
  issuedBy: exactText(LIMITS.usernameMax),
  path: z.nullable(pathThat(isOfRevision, `Must be a path in ${REVISIONS_FOLDER}.`)),
})

const marks = z
  .array(mark)
  .check(z.maxLength(MOST.marksInLine, { error: `Must be at most ${MOST.marksInLine} marks.` }))

/**
 * One line of CONTENTS_ENTRY: all files first, then the tasks of the whole home, then each room with its tasks and its items in
 * their order, each of these with its files and its tasks; then the photos of the inbox, in the order in which they came, and the
 * issued revisions by their numbers; last the marks that were issued with them, some on each line.
 */
export const LINES = { file, room, item, attached, task, photo, revision, marks } as const
export type LineKind = keyof typeof LINES
export type Line = { [Kind in LineKind]: { [K in Kind]: z.output<(typeof LINES)[Kind]> } }[LineKind]
export type FileLine = z.output<typeof file>
export type RoomLine = z.output<typeof room>
export type ItemLine = z.output<typeof item>
export type AttachedLine = z.output<typeof attached>
export type TaskLine = z.output<typeof task>
export type PhotoLine = z.output<typeof photo>
export type RevisionLine = z.output<typeof revision>
