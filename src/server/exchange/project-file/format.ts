import * as z from 'zod/mini'
import { LIMITS } from '../../../shared/contract/limits.ts'
import { GAPS } from '../../../shared/items/gaps.ts'
import { MOST_INBOX_PHOTOS } from '../../../shared/items/inbox.api.ts'
import { projectInputs } from '../../../shared/projects/projects.api.ts'
import { LONGEST_NOTE, MOST_REVISIONS } from '../../../shared/papers/revisions.api.ts'
import { SLOTS } from '../../../shared/structure/room-structure.api.ts'
import { roomName } from '../../../shared/projects/rooms.api.ts'
import type { StructureFile } from '../../../shared/structure/structure-file.ts'
import { isDay } from '../../../shared/contract/day.ts'
import { repeats, taskName } from '../../../shared/upkeep/tasks.api.ts'
import { exactText, line, optionalLine } from '../../../shared/contract/text.ts'
import { SENTENCES } from '../../../shared/contract/text-rules.ts'

/** Identifies the format of a project file. Older products cannot read a higher version. */
export const FORMAT = 'Roomfolio project'
export const FORMAT_VERSION = 4
/** Version 1 had no tasks and no `notNeeded`; version 2 no photo inbox; version 3 no issued revisions. */
const FORMAT_VERSIONS = [1, 2, 3, FORMAT_VERSION] as const

export const HEAD_ENTRY = 'project.json'
export const CONTENTS_ENTRY = 'contents.jsonl'
/** For people; the import ignores it. */
export const BOOK_ENTRY = 'Spec Book.pdf'
export const UNREAD_ENTRIES: readonly string[] = ['README.txt', BOOK_ENTRY, 'history.jsonl', 'MISSING.txt']
const FILES_FOLDER = 'files/'
/** For photos that are not on an item. */
export const INBOX_FOLDER = 'inbox/'
/** For issued books. */
export const REVISIONS_FOLDER = 'revisions/'
const isOfThing = (name: string): boolean => name.startsWith(FILES_FOLDER) || name.startsWith(INBOX_FOLDER)
const isOfRevision = (name: string): boolean => name.startsWith(REVISIONS_FOLDER)
export const isOfFile = (name: string): boolean => isOfThing(name) || isOfRevision(name)

const MIB = 1024 * 1024

/**
 * Limits of a project file. Search stays fast with 10,000 items per user; twice that in one home still imports within
 * seconds.
 */
export const MOST = {
  rooms: 1000,
  items: 20_000,
  files: 20_000,
  /** Files on items; the same file can be on many. */
  attached: 40_000,
  /** Moved rooms and items bring their tasks, so a home can have more than users may add. */
  tasks: 5000,
  /** Photos restored from the trash can exceed what users may add. */
  photos: 5 * MOST_INBOX_PHOTOS,
  /** One more than the limit, because the highest number is exported even if its revision was removed. */
  revisions: MOST_REVISIONS + 1,
  /** Far more than anyone issues; databases continue counting from it. */
  revisionNumber: 1_000_000,
  /** All issued marks, whether their finishes still exist or not. */
  marks: 100_000,
  marksInLine: 1000,
  headBytes: MIB / 4,
  contentsBytes: 32 * MIB,
  /** An item with the longest texts, every character escaped, uses a third. */
  lineCharacters: 64 * 1024,
  pathCharacters: 1024,
} as const

/** Databases disagree about years before 1. */
const time = z.string().check(
  z.regex(/^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z$/, { error: 'Must be a time in UTC.' }),
  z.refine<string>((text) => !Number.isNaN(Date.parse(text)), { error: 'Must be a time in UTC.' }),
)
const times = { createdAt: time, updatedAt: time }
const count = z.int({ error: 'Must be a whole number.' }).check(z.gte(0, { error: 'Must not be below zero.' }))
const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/, { error: 'Must be a SHA-256 in hexadecimal.' }))
/** The ZIP's contents decide whether the path exists. */
const pathThat = (is: (text: string) => boolean, error: string) =>
  z.string().check(z.refine<string>((text) => text.length <= MOST.pathCharacters && is(text), { error }))
const path = pathThat(isOfThing, `Must be a path in ${FILES_FOLDER} or ${INBOX_FOLDER}.`)

/** The project; its rooms and items are in CONTENTS_ENTRY. */
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
  /** The structure its rooms and items use; read by structure/structure-file.ts. */
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
  originalName: exactText(1024).check(z.minLength(1, { error: SENTENCES.fileNameMissing })),
  /** The clockwise rotation, in degrees, with which it is shown. */
  rotation: z.optional(z.literal([90, 180, 270])),
  /** Null if the store had lost it. */
  size: z.nullable(count),
  sha256: z.nullable(sha256),
})
/** Gaps set aside as not needed. */
const notNeeded = z.optional(z.array(z.enum(GAPS)).check(z.maxLength(GAPS.length)))
const room = z.strictObject({
  name: roomName,
  roomType: line(LIMITS.roomTypeName),
  cover: z.nullable(path),
  /** Position in a custom order; rooms without one follow, by name. */
  place: z.optional(count),
  notNeeded,
  ...times,
})
const value = exactText(LIMITS.itemField)
/** The mark of a finish, as in revisions. */
const mark = z.string().check(z.regex(/^[A-Z]{2}-[1-9]\d{0,6}$/, { error: 'Must be a mark, such as PT-1.' }))
const item = z.strictObject({
  category: line(LIMITS.categoryName),
  subcategory: line(LIMITS.subcategoryName),
  /** For people. */
  title: z.string(),
  /** By the subcategory's labels in the head. */
  values: z.record(z.string(), value),
  /** Values in slots whose labels were removed, by slot. */
  unlabelled: z.optional(z.partialRecord(z.enum(SLOTS), value)),
  notes: exactText(LIMITS.notes),
  notNeeded,
  /** Present if it was issued with a revision. */
  mark: z.optional(mark),
  ...times,
})
/** A file of the preceding item. */
const attached = z.strictObject({
  path,
  name: exactText(LIMITS.line).check(z.minLength(1, { error: SENTENCES.fileNameMissing })),
  caption: exactText(LIMITS.caption),
})

const NO_DAY = { error: 'Must be a day, such as 2031-01-30.' }
/** Recurrence can lead to days beyond those that users may set. */
const dayOfTask = z.string(NO_DAY).check(z.regex(/^(?!0000)\d{4}-\d\d-\d\d$/, NO_DAY), z.refine(isDay, NO_DAY))
/** A task of the preceding room or item, or of the whole home before the first room. */
const task = z.strictObject({
  name: taskName,
  note: exactText(LIMITS.notes),
  /** The next due date, the date from which the rule counts, and the date last done. */
  day: dayOfTask,
  starts: dayOfTask,
  repeats,
  doneOn: z.nullable(dayOfTask),
  createdAt: time,
})

/** A photo in the inbox. */
const photo = z.strictObject({
  path,
  /** The room where it was taken, counted from 1; null if unknown. */
  room: z.nullable(count),
  addedAt: time,
})

/** As issued. A removed revision has only its number, and no path. */
const revision = z.strictObject({
  number: count.check(
    z.gte(1, { error: 'Must be a number from 1 on.' }),
    z.lte(MOST.revisionNumber, { error: `Must be at most ${MOST.revisionNumber}.` }),
  ),
  note: exactText(LONGEST_NOTE),
  issuedAt: time,
  /** A username of the issuing installation. */
  issuedBy: exactText(LIMITS.usernameMax),
  path: z.nullable(pathThat(isOfRevision, `Must be a path in ${REVISIONS_FOLDER}.`)),
})

const marks = z
  .array(mark)
  .check(z.maxLength(MOST.marksInLine, { error: `Must be at most ${MOST.marksInLine} marks.` }))

/**
 * The lines of CONTENTS_ENTRY, in this order: all files; tasks of the whole home; each room with its tasks and items,
 * each item with its files and tasks; inbox photos, oldest first; revisions by number; the issued marks, several per
 * line.
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
