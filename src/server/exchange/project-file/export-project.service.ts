import { extensionOf } from '../../../shared/attachments/file-name.ts'
import { PDF_TYPE } from '../../../shared/attachments/file-types.ts'
import type { What } from '../../../shared/upkeep/handover-checklist.api.ts'
import { SLOTS, slotNumber } from '../../../shared/structure/room-structure.api.ts'
import type { ExportedStructure, StructureFile } from '../../../shared/structure/structure-file.ts'
import { folderNames } from '../../platform/lib/safe-name.ts'
import { isoTime } from '../../platform/lib/clock.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { atOneMoment, batches, type Database } from '../../platform/db/database.ts'
import { includes, OF_ITEM } from '../../items/not-needed.ts'
import { readableProjects } from '../../platform/db/access/core.ts'
import { inPieces, zipOfFiles, type AddAll, type SentZip } from '../../attachments/zip-of-files.ts'
import { groupBy } from '../../platform/lib/group-by.ts'
import { readMarksToKeep, type MarksToKeep } from '../../papers/revisions/issued-marks.ts'
import type { Services } from '../../services.ts'
import { repeatsOf } from '../../upkeep/tasks.repo.ts'
import { exportStructure } from '../../structure/structure-file.service.ts'
import { VERSION } from '../../platform/lib/version.ts'
import { bookOfProject, type Book } from './book-of-project.ts'
import { mustRead, readProject, readProjectHistory, type ProjectRows, type ProjectsOf } from './export-project.repo.ts'
import {
  BOOK_ENTRY,
  CONTENTS_ENTRY,
  FORMAT,
  FORMAT_VERSION,
  HEAD_ENTRY,
  INBOX_FOLDER,
  MOST,
  REVISIONS_FOLDER,
  type FileLine,
  type Head,
  type Line,
  type TaskLine,
} from './format.ts'

const WITHOUT_BOOK = {
  'too large': `The spec book isn’t included because the whole project is too large for one. In Roomfolio, make one under Papers
for some of the rooms, or without pictures.`,
  'not now': `The spec book isn’t included because it couldn’t be made this time. Download the project again, or make the book
in Roomfolio under Papers.`,
  'not wanted': `The spec book isn’t included. Make one in Roomfolio under Papers, or choose Download Project.`,
}
type WithOrWithout = Book | { without: keyof typeof WITHOUT_BOOK }

const readmeOf = (book: WithOrWithout): string => `A Roomfolio project

You can import this file into any Roomfolio server: My Projects, Import a Project.

${
  'without' in book
    ? ''
    : `Spec Book.pdf   The project's spec book at the time of this download, to read and print. Imports skip
                it, because Papers can make it again.
`
}project.json    The project, and the room types, categories, subcategories and labels that it uses.
contents.jsonl  A line of JSON for each file, each task of the whole home, each room (followed by its tasks and
                items, and each item by its files and tasks), each photo in the inbox, each issued revision, and
                the marks, such as PT-1, of these.
files/          The files: a folder for each room, in it one for each item. Characters that some systems do
                not allow are replaced by _. A file of several items is included once.
inbox/          Photos that are waiting in the photo inbox.
revisions/      The spec book of each issued revision.
history.jsonl   The history of the project: when, who, before and after. For people to read; an imported
                project starts a new history.
MISSING.txt     Files that are missing or damaged on the server, if there are any.
${'without' in book ? `\n${WITHOUT_BOOK[book.without]}\n` : ''}
Not included: who has access, invitations, read-only links, and what is in the trash.
Times are in UTC.
`

/** The part of a structure that rooms and items use: complete room types, plus the subcategories of other items. */
export const structureOf = (structure: ExportedStructure, { rooms, items }: Pick<ProjectRows, 'rooms' | 'items'>) => {
  const roomTypes = Object.fromEntries(
    [...new Set(rooms.map((room) => room.room_type))].map((name) => [name, structure.roomTypes[name] ?? {}]),
  )
  const categories: Record<string, Set<string>> = Object.fromEntries([])
  for (const { category, subcategory } of items) (categories[category] ??= new Set()).add(subcategory)
  const used = new Set([
    ...Object.values(roomTypes).flatMap((definition) => Object.values(definition).flat()),
    ...items.map(({ subcategory }) => subcategory),
  ])
  const ofUsed = (all: Record<string, string[]>) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => used.has(name)))
  return {
    subcategories: ofUsed(structure.subcategories),
    telling: ofUsed(structure.telling),
    categories: Object.fromEntries(
      Object.entries(categories).map(([name, subcategories]) => [name, [...subcategories]]),
    ),
    roomTypes,
  } satisfies StructureFile
}

interface Placed {
  upload: Omit<ProjectRows['photos'][number], 'room_id' | 'added_at'>
  path: string
}

/** Issued books are PDFs and never rotated. */
const ISSUED = { rotation: 0 as const, type: PDF_TYPE, hides_position: 0 }

interface Issued extends Placed {
  revision: ProjectRows['revisions'][number]
}

/** The path in the ZIP of each revision that was not removed. */
const issuedIn = ({ revisions }: ProjectRows): Issued[] => {
  const nameIn = folderNames()
  return revisions.flatMap((revision) => {
    const { upload_id, original_name, created_at, storage_key, sha256, size } = revision
    if (!upload_id || !original_name || !created_at || !storage_key || !sha256 || size === null) return []
    const upload = { upload_id, original_name, created_at, storage_key, sha256, size, ...ISSUED }
    return { revision, upload, path: `${REVISIONS_FOLDER}${nameIn(original_name)}` }
  })
}

/** The path in the ZIP of each upload: in the folder of the first item that has it, or else in the inbox folder. */
const placesOf = ({ rooms, items, files, photos }: ProjectRows): Map<number, Placed> => {
  const itemsOf = groupBy(items, (item) => item.room_id)
  const filesOf = groupBy(files, (file) => file.item_id)
  const placed = new Map<number, Placed>()
  const roomFolder = folderNames()
  for (const room of rooms) {
    const own = itemsOf(room.id).filter((item) => filesOf(item.id).some((file) => !placed.has(file.upload_id)))
    if (own.length === 0) continue
    const inRoom = `files/${roomFolder(room.name)}`
    const itemFolder = folderNames()
    for (const item of own) {
      const [inItem, nameIn] = [`${inRoom}/${itemFolder(item.title)}`, folderNames()]
      for (const file of filesOf(item.id)) {
        if (placed.has(file.upload_id)) continue
        // A user may have renamed it without its extension.
        const missing = extensionOf(file.display_name) === '' ? extensionOf(file.original_name) : ''
        placed.set(file.upload_id, { upload: file, path: `${inItem}/${nameIn(file.display_name + missing)}` })
      }
    }
  }
  const nameInInbox = folderNames()
  for (const photo of photos) {
    if (placed.has(photo.upload_id)) continue
    placed.set(photo.upload_id, { upload: photo, path: `${INBOX_FOLDER}${nameInInbox(photo.original_name)}` })
  }
  return placed
}

const NO_MARKS: MarksToKeep = { issued: [], ofItems: new Map() }

const placeOf = (roomID: number | null, itemID: number | null): string => `${roomID ?? ''} ${itemID ?? ''}`

const lineOfTask = (task: ProjectRows['tasks'][number]): TaskLine => {
  const { name, note, day, starts, done_on: doneOn, created_at: createdAt } = task
  return { name, note, day, starts, repeats: repeatsOf(task), doneOn, createdAt }
}

const notNeededOf = (bits: number, whats: readonly What[]): { notNeeded?: What[] } => {
  const notNeeded = whats.filter((what) => includes(bits, what))
  return notNeeded.length > 0 ? { notNeeded } : {}
}

/** The lines after those of the files. */
function* linesOf(
  { rooms, items, files, tasks, photos, revisions }: ProjectRows,
  structure: StructureFile,
  pathOf: (uploadID: number | null) => string | null,
  { issued, marks }: { issued: readonly Issued[]; marks: MarksToKeep },
): Generator<Line> {
  const itemsOf = groupBy(items, (item) => item.room_id)
  const filesOf = groupBy(files, (file) => file.item_id)
  const tasksOf = groupBy(tasks, (task) => placeOf(task.room_id, task.item_id))
  const markOf = (itemID: number) => {
    const mark = marks.ofItems.get(itemID)
    return mark === undefined ? {} : { mark }
  }
  for (const task of tasksOf(placeOf(null, null))) yield { task: lineOfTask(task) }
  for (const { id, name, room_type: roomType, created_at: createdAt, updated_at: updatedAt, ...room } of rooms) {
    const place = room.position === null ? {} : { place: room.position }
    const more = { ...place, ...notNeededOf(room.not_needed, ['items']) }
    yield { room: { name, roomType, cover: pathOf(room.cover_upload_id), ...more, createdAt, updatedAt } }
    for (const task of tasksOf(placeOf(id, null))) yield { task: lineOfTask(task) }
    for (const item of itemsOf(id)) {
      const labels = structure.subcategories[item.subcategory] ?? []
      const filled = SLOTS.filter((slot) => item[slot] !== '')
      const labelOf = (slot: (typeof SLOTS)[number]) => labels[slotNumber(slot) - 1] ?? ''
      const unlabelled = filled.filter((slot) => labelOf(slot) === '')
      yield {
        item: {
          category: item.category,
          subcategory: item.subcategory,
          title: item.title,
          values: Object.fromEntries(
            filled.filter((slot) => labelOf(slot) !== '').map((slot) => [labelOf(slot), item[slot]]),
          ),
          ...(unlabelled.length > 0 && {
            unlabelled: Object.fromEntries(unlabelled.map((slot) => [slot, item[slot]])),
          }),
          notes: item.notes,
          ...notNeededOf(item.not_needed, OF_ITEM),
          ...markOf(item.id),
          createdAt: item.created_at,
          updatedAt: item.updated_at,
        },
      }
      for (const file of filesOf(item.id)) {
        const { display_name: shown, caption } = file
        yield { attached: { path: pathOf(file.upload_id) ?? '', name: shown, caption } }
      }
      for (const task of tasksOf(placeOf(null, item.id))) yield { task: lineOfTask(task) }
    }
  }
  const numberOf = new Map(rooms.map(({ id }, at) => [id, at + 1]))
  for (const { upload_id: uploadID, room_id: roomID, added_at: addedAt } of photos) {
    const room = roomID === null ? null : (numberOf.get(roomID) ?? null)
    yield { photo: { path: pathOf(uploadID) ?? '', room, addedAt } }
  }
  const pathOfBook = new Map(issued.map(({ revision, path }) => [revision, path]))
  for (const revision of revisions) {
    const { number, note, issued_at: issuedAt, issued_by: issuedBy } = revision
    yield { revision: { number, note, issuedAt, issuedBy, path: pathOfBook.get(revision) ?? null } }
  }
  for (const some of batches(marks.issued, MOST.marksInLine)) yield { marks: [...some] }
}

function* asText(lines: Iterable<Line>): Generator<string> {
  for (const each of lines) yield `${JSON.stringify(each)}\n`
}

async function* historyOf(db: Database, actor: Actor, projectID: number): AsyncGenerator<string> {
  for await (const events of readProjectHistory(db, actor, projectID)) {
    for (const { before, after, ...entry } of events)
      yield `${JSON.stringify(entry).slice(0, -1)},"before":${before},"after":${after}}\n`
  }
}

interface Making {
  signal: AbortSignal
  projectsOf: ProjectsOf
  /** Undefined for a project file without a spec book. */
  book: Omit<Parameters<typeof bookOfProject>[2], 'projectID' | 'signal'> | undefined
}

/**
 * The contents of a project file, from which any installation can recreate the project. Rejects if the rows cannot be
 * read, and once `signal` is aborted; `addAll` rejects before reading more files if the project is no longer in
 * `projectsOf`. Throws `not_found`.
 */
export const openProjectFile = async (
  services: Services,
  actor: Actor,
  projectID: number,
  { signal, projectsOf, book: making }: Making,
): Promise<{ name: string; addAll: AddAll }> => {
  const { db, clock } = services
  const read = async (trx: Database) => {
    const found = await readProject(trx, actor, projectID, projectsOf)
    // Neither papers nor imports support more items.
    const hasMarks = found.revisions.length > 0 && found.items.length <= MOST.items
    const marks = hasMarks ? await readMarksToKeep(trx, actor, projectID) : NO_MARKS
    return { rows: found, structure: structureOf(await exportStructure(trx), found), marks }
  }
  const { rows, structure, marks } = await atOneMoment(db, read, signal)
  const placed = placesOf(rows)
  const issued = issuedIn(rows)
  const pathOf = (uploadID: number | null) => (uploadID === null ? undefined : placed.get(uploadID)?.path) ?? null
  const { project, rooms, items } = rows
  const exportedAt = isoTime(clock)
  const mayRead = () => mustRead(db, actor, projectID, projectsOf)

  const addAll: AddAll = async ({ addText, addBytes, addFiles }) => {
    const inZip = [...placed.values(), ...issued].map(({ path, upload }) => {
      const {
        original_name: originalName,
        storage_key: storageKey,
        sha256,
        size,
        created_at: storedAt,
        rotation,
        type,
        hides_position,
      } = upload
      const withoutPosition = hides_position === 1
      return {
        path,
        originalName,
        rotation,
        storageKey,
        sha256,
        size,
        type,
        withoutPosition,
        storedAt: new Date(storedAt),
      }
    })
    const files: FileLine[] = []
    for await (const [{ path, originalName, rotation }, written] of addFiles(inZip, mayRead)) {
      const entry = { path, originalName, ...(rotation !== 0 && { rotation }) }
      files.push({ ...entry, size: written?.size ?? null, sha256: written?.sha256 ?? null })
    }
    await mayRead()
    await addText('history.jsonl', inPieces(historyOf(db, actor, projectID)))
    function* contents() {
      for (const file of files) yield { file }
      yield* linesOf(rows, structure, pathOf, { issued, marks })
    }
    const { size, sha256 } = await addText(CONTENTS_ENTRY, inPieces(asText(contents())))
    const { created_at: createdAt, updated_at: updatedAt, cover_upload_id: coverID, ...told } = project
    const head: Head = {
      format: FORMAT,
      version: FORMAT_VERSION,
      madeBy: VERSION,
      exportedAt,
      project: { ...told, cover: pathOf(coverID), createdAt, updatedAt },
      structure,
      rooms: rooms.length,
      items: items.length,
      files: rows.files.length,
      photos: rows.photos.length,
      revisions: rows.revisions.length,
      contents: { size, sha256 },
    }
    await addText(HEAD_ENTRY, [`${JSON.stringify(head, null, 2)}\n`])
    if (!making) return void (await addText('README.txt', [readmeOf({ without: 'not wanted' })]))
    await mayRead()
    const { book, written } = await bookOfProject(services, actor, { ...making, signal, projectID })
    try {
      if ('pdf' in book) await addBytes(BOOK_ENTRY, book.pdf)
    } finally {
      written()
    }
    await addText('README.txt', [readmeOf(book)])
  }
  return { name: project.name, addAll }
}

/** A project that the actor can read, as one ZIP. Rejects before anything is sent, or the ZIP is cut off. */
export const exportProject = async (
  services: Services,
  actor: Actor,
  projectID: number,
  { signal, ...book }: Omit<Parameters<typeof bookOfProject>[2], 'projectID'>,
): Promise<SentZip & { name: string }> => {
  const making = { signal, projectsOf: readableProjects, book }
  const { name, addAll } = await openProjectFile(services, actor, projectID, making)
  return { ...zipOfFiles(services, actor, book.log, addAll), name }
}
