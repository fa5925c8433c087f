import type { FileThen } from '../../../shared/history/event-spec.ts'
import type { DomainEvent } from '../../../shared/events.ts'
import { isoTime, type Clock } from '../../platform/lib/clock.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { batches, type Database } from '../../platform/db/database.ts'
import { withBits } from '../../items/not-needed.ts'
import { insertItemFiles } from '../../items/item-files.access.ts'
import { listTheseWithoutWords } from '../../items/item-words.access.ts'
import { insertItemsOf, type LockedItemID } from '../../items/items.access.ts'
import { insertPhotos } from '../../items/inbox/inbox.access.ts'
import { insertRoomsOf, lockOwnProject, updateOneProject, type OwnProject } from '../../projects/projects.access.ts'
import { insertTasksOf } from '../../upkeep/tasks.access.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { withItemsOfMarks } from '../../papers/revisions/snapshot.ts'
import { insertRevisionsFromElsewhere } from '../../papers/revisions/revisions.access.ts'
import { columnsOf } from '../../upkeep/tasks.repo.ts'
import { writeEvents } from '../../history/events.repo.ts'
import { askToRead } from '../../attachments/text/file-texts.repo.ts'
import type { StorageLimits } from '../../attachments/storage.repo.ts'
import { addAllUploads, type StoredFile, type Upload } from '../../attachments/uploads.repo.ts'
import { deriveFacts } from '../../structure/derived-facts.ts'
import { valuesThen } from '../../items/item-values.ts'
import { createProject, freeName, type PlanSettings } from '../../projects/projects.repo.ts'
import type { Fitted, FittedItem } from './map-to-catalog.ts'
import type { Head, PhotoLine, RevisionLine, TaskLine } from './format.ts'

/** Keeps the bound values of a statement to a few thousand. */
const ROWS_AT_ONCE = 100

/** Stored files for the new items: those of the project file, and text files for unplaced values. */
interface StoredFiles {
  /** By path. */
  ofFile: ReadonlyMap<string, StoredFile>
  papers: ReadonlyMap<FittedItem, StoredFile & { displayName: string }>
}

/** A revision issued by another installation, with its new snapshot. */
export interface IssuedElsewhere {
  revision: RevisionLine
  picture: string
}

interface NewProject {
  head: Head
  fitted: Fitted
  /** Tasks of the whole home. */
  tasks: readonly TaskLine[]
  photos: readonly PhotoLine[]
  revisions: readonly IssuedElsewhere[]
  stored: StoredFiles
}

/** A task with its room and item, if any. */
interface TaskAt {
  task: TaskLine
  roomID: number | undefined
  itemID: LockedItemID | undefined
}

const createdEvent = (item: FittedItem, place: { roomID: number; itemID: number }, files: FileThen[]): DomainEvent => {
  const { catID, category, subcatID, subcategory, labels, fields, notes } = item
  const after = {
    ...{ catID, category, subcatID, subcategory },
    ...valuesThen(labels, fields, notes),
    ...(files.length > 0 && { files }),
  }
  return { kind: 'item created', ...place, before: null, after }
}

/**
 * Inserts a project that fits the structure, which the transaction keeps locked. Returns its id, its name and the keys
 * of bytes that are not needed. Throws `plan_limit`, `storage_full`, or `project_name_taken` if a concurrent change
 * takes the name.
 */
export const insertWholeProject = async (
  trx: Database,
  clock: Clock,
  actor: Actor,
  { head, fitted, tasks, photos, revisions, stored }: NewProject,
  settings: PlanSettings & StorageLimits,
): Promise<{ projectID: number; name: string; superfluous: string[] }> => {
  const now = isoTime(clock)
  /** Times in the future come from a wrong clock and become now. */
  const past = (time: string): string => (Date.parse(time) < Date.parse(now) ? new Date(time).toISOString() : now)
  const timesOf = (from: { createdAt: string; updatedAt: string }) => ({
    created_at: past(from.createdAt),
    updated_at: past(from.updatedAt),
  })

  const { cover, createdAt, updatedAt, ...inputs } = head.project
  const name = await freeName(trx, actor, inputs.name, 'imported')
  const projectID = await createProject(trx, clock, actor, { ...inputs, name }, settings)
  const project = await lockOwnProject(trx, actor, projectID)
  if (project === undefined) throw new AppError('not_found')
  const { uploads, superfluous } = await addAllUploads(
    trx,
    clock,
    actor,
    [...stored.ofFile.values(), ...stored.papers.values()],
    settings,
  )
  const uploadOf = (path: string | null): Upload | undefined => {
    const file = path === null ? undefined : stored.ofFile.get(path)
    return file && uploads.get(file)
  }
  await updateOneProject(trx, actor, projectID)
    .set({ ...timesOf({ createdAt, updatedAt }), cover_upload_id: uploadOf(cover)?.id ?? null })
    .execute()

  const roomIDs: number[] = []
  /** Items by their mark in the source installation. */
  const marked = new Map<string, number[]>()
  for (const some of batches(fitted.rooms, ROWS_AT_ONCE)) {
    const ids = await insertRoomsOf(
      trx,
      project,
      some.map(({ roomTypeID, from }) => ({
        room_type_id: roomTypeID,
        name: from.name,
        cover_upload_id: uploadOf(from.cover)?.id ?? null,
        position: from.place ?? null,
        not_needed: withBits(0, from.notNeeded ?? []),
        ...timesOf(from),
        deleted_at: null,
        trash_id: null,
      })),
    )
    roomIDs.push(...ids)
    const created = some.map(({ roomTypeID, roomType, from }, at): DomainEvent => {
      const after = { name: from.name, roomTypeID, roomType }
      return { kind: 'room created', roomID: ids[at] ?? 0, before: null, after }
    })
    await writeEvents(trx, clock, actor, projectID, created)
  }

  const allTasks: TaskAt[] = [
    ...tasks.map((task) => ({ task, roomID: undefined, itemID: undefined })),
    ...fitted.rooms.flatMap(({ from }, at) =>
      from.tasks.map((task) => ({ task, roomID: roomIDs[at] ?? 0, itemID: undefined })),
    ),
  ]
  const all = fitted.rooms.flatMap(({ items }, at) => items.map((item) => ({ item, roomID: roomIDs[at] ?? 0 })))
  for (const some of batches(all, ROWS_AT_ONCE)) allTasks.push(...(await insertSome(trx, project, some)))
  for (const some of batches(allTasks, ROWS_AT_ONCE)) await insertSomeTasks(trx, project, some)
  for (const some of batches(photos, ROWS_AT_ONCE)) await insertSomePhotos(trx, project, some)
  await insertRevisions(trx, project)
  await askToRead(trx, clock)
  return { projectID, name, superfluous }

  async function insertSome(
    trx: Database,
    project: OwnProject,
    some: readonly { item: FittedItem; roomID: number }[],
  ): Promise<TaskAt[]> {
    const rows = []
    for (const { item, roomID } of some) {
      const { catID, subcatID, subcategory, labels, telling, fields, notes } = item
      rows.push({
        room_id: roomID,
        category_id: catID,
        subcategory_id: subcatID,
        ...fields,
        notes,
        ...deriveFacts({ subcategory, labels, telling, fields }),
        not_needed: withBits(0, item.from.notNeeded ?? []),
        ...timesOf(item.from),
        deleted_at: null,
        trash_id: null,
      })
    }
    const itemIDs = await insertItemsOf(trx, project, rows)
    await listTheseWithoutWords(trx, project, itemIDs).execute()
    const events: DomainEvent[] = []
    const tasksOfThese: TaskAt[] = []
    const attached: Parameters<typeof insertItemFiles>[1][number][] = []
    for (const [at, { item, roomID }] of some.entries()) {
      const itemID = itemIDs[at]
      if (itemID === undefined) throw new Error('An item that was just inserted has no id.')
      const paper = stored.papers.get(item)
      const files = [
        ...item.from.files.flatMap(({ path, name: display, caption }) => {
          const upload = uploadOf(path)
          return upload ? [{ upload, display, caption }] : []
        }),
        ...(paper ? [{ upload: uploads.get(paper), display: paper.displayName, caption: '' }] : []),
      ]
      for (const [position, { upload, display, caption }] of files.entries()) {
        if (!upload) continue
        attached.push({
          item_id: itemID,
          upload_id: upload.id,
          display_name: display,
          caption,
          position,
          deleted_at: null,
          trash_id: null,
        })
      }
      const then = files.map(({ upload, display }) => ({ remote: upload?.remote ?? '', name: display }))
      events.push(createdEvent(item, { roomID, itemID }, then))
      const { mark } = item.from
      if (mark !== undefined) marked.set(mark, [...(marked.get(mark) ?? []), itemID])
      tasksOfThese.push(...item.from.tasks.map((task) => ({ task, roomID, itemID })))
    }
    await writeEvents(trx, clock, actor, projectID, events)
    for (const part of batches(attached, ROWS_AT_ONCE)) await insertItemFiles(trx, part).execute()
    return tasksOfThese
  }

  async function insertSomeTasks(trx: Database, project: OwnProject, some: readonly TaskAt[]): Promise<void> {
    const rows = some.map(({ task: { name, note, day, starts, repeats, doneOn, createdAt }, roomID, itemID }) => ({
      ...{ room_id: itemID === undefined ? (roomID ?? null) : null, item_id: itemID ?? null },
      ...{ name, note, day, starts, done_on: doneOn, created_at: past(createdAt), ...columnsOf(repeats) },
    }))
    const taskIDs = await insertTasksOf(trx, project, rows)
    const created = some.map(({ task: { createdAt: _, ...task }, roomID, itemID }, at): DomainEvent => {
      const where = { ...(roomID !== undefined && { roomID }), ...(itemID !== undefined && { itemID }) }
      return { kind: 'task created', ...where, before: null, after: { taskID: taskIDs[at] ?? 0, ...task } }
    })
    await writeEvents(trx, clock, actor, projectID, created)
  }

  async function insertSomePhotos(trx: Database, project: OwnProject, some: readonly PhotoLine[]): Promise<void> {
    const there = some.flatMap(({ path, room, addedAt }) => {
      const [file, upload] = [stored.ofFile.get(path), uploadOf(path)]
      return file && upload
        ? [{ file, upload, addedAt, roomID: room === null ? null : (roomIDs[room - 1] ?? null) }]
        : []
    })
    if (there.length === 0) return
    const rows = there.map(({ upload, roomID, addedAt }) => ({
      ...{ room_id: roomID, upload_id: upload.id, created_at: past(addedAt), deleted_at: null, trash_id: null },
    }))
    await insertPhotos(trx, project, rows).execute()
    const added = there.map(({ file, upload, roomID }): DomainEvent => {
      const after = { remote: upload.remote, name: file.originalName }
      return { kind: 'photo added', ...(roomID !== null && { roomID }), before: null, after }
    })
    await writeEvents(trx, clock, actor, projectID, added)
  }

  /** At most as many as a project may have. A revision without a book only reserves its number. */
  async function insertRevisions(trx: Database, project: OwnProject): Promise<void> {
    if (revisions.length === 0) return
    const rows = revisions.map(({ revision: { number, note, issuedAt, issuedBy, path }, picture }) => {
      const book = uploadOf(path)
      const about = book ? { note, issued_by: issuedBy } : { note: '', issued_by: '' }
      return { number, ...about, created_at: past(issuedAt), upload_id: book?.id ?? null, picture }
    })
    const last = rows.at(-1)
    if (last) last.picture = await withItemsOfMarks(last.picture, marked)
    await insertRevisionsFromElsewhere(trx, project, rows).execute()
    const imported = rows
      .filter(({ upload_id: book }) => book !== null)
      .map(({ number, note }): DomainEvent => ({ kind: 'revision imported', before: null, after: { number, note } }))
    await writeEvents(trx, clock, actor, projectID, imported)
  }
}
