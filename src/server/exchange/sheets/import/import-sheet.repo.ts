import type { DomainEvent } from '../../../../shared/events.ts'
import { displayNames } from '../../../../shared/attachments/file-name.ts'
import { SLOTS } from '../../../../shared/structure/room-structure.api.ts'
import type { Matching, SheetCheck } from '../../../../shared/exchange/sheets.api.ts'
import { isoTime, type Clock } from '../../../platform/lib/clock.ts'
import type { Actor } from '../../../platform/db/actor.ts'
import { batches, type Database } from '../../../platform/db/database.ts'
import { forShare, forUpdate } from '../../../platform/db/engine.ts'
import { storeItems, storeRooms, type ChangedItem } from '../../../items/bulk/bulk-changes.access.ts'
import { insertItemFiles } from '../../../items/item-files.access.ts'
import { listTheseWithoutWords } from '../../../items/item-words.access.ts'
import { insertItemsOf } from '../../../items/items.access.ts'
import { attachableUploads } from '../../../attachments/uploads.access.ts'
import { insertRoomsOf, lockWritableProject } from '../../../projects/projects.access.ts'
import {
  writableEvents,
  writableItems,
  writableProjectsOrTemplates,
  writableRooms,
} from '../../../platform/db/access/core.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { writeEventWithParts } from '../../../history/events.repo.ts'
import { askToRead } from '../../../attachments/text/file-texts.repo.ts'
import type { StorageLimits } from '../../../attachments/storage.repo.ts'
import { addAllUploads, type StoredFile, type Upload } from '../../../attachments/uploads.repo.ts'
import { deriveFacts } from '../../../structure/derived-facts.ts'
import { changesOf, valuesThen } from '../../../items/item-values.ts'
import { itemWords } from '../../../items/item-words.ts'
import { oneAtATime } from '../../../structure/structure-record.repo.ts'
import { loadStructure } from '../../../structure/structure-steps.repo.ts'
import type { FileTable } from '../reading/file-table.ts'
import type { ExistingItem, ImportPlan, PlannedItem, ProjectState } from './import-plan.ts'
import { knownItemsOf } from './known-items.ts'
import { planImport } from './plan-import.ts'

/** Their values are a few thousand. */
const ROWS_AT_ONCE = 100

const NO_FILE = 'This spreadsheet is no longer available. Choose it again.'

/** The bytes of a table that the actor has uploaded, for a project that they may write. Throws `not_found` and `file_not_found`. */
export const findSheetFile = async (
  db: Database,
  clock: Clock,
  actor: Actor,
  { projectID, remote }: Pick<Matching, 'projectID' | 'remote'>,
) => {
  const project = await writableProjectsOrTemplates(db, actor)
    .where('projects.id', '=', projectID)
    .select('projects.id')
    .executeTakeFirst()
  if (!project) throw new AppError('not_found')
  const file = await attachableUploads(db, clock, actor)
    .where('uploads.remote', '=', remote)
    .innerJoin('blobs', 'blobs.id', 'uploads.blob_id')
    .select(['uploads.original_name as name', 'blobs.storage_key as storageKey', 'blobs.sha256', 'blobs.size'])
    .executeTakeFirst()
  if (!file) throw new AppError('file_not_found', { sentence: NO_FILE, fields: { remote: true } })
  return file
}

/** The items that a table names, by id, locked in a fixed order to avoid deadlocks. */
const namedIn = ({ rows }: FileTable, { columns }: Pick<Matching, 'columns'>): number[] => {
  const at = columns.findIndex(({ is }) => is === 'item')
  if (at < 0) return []
  const ids = rows.map(({ cells }) => (cells[at] ?? '').trim()).filter((text) => /^\d{1,15}$/.test(text))
  return [...new Set(ids.map(Number))].filter((id) => id > 0).sort((a, b) => a - b)
}

const itemsOf = (db: Database, actor: Actor, projectID: number) =>
  writableItems(db, actor)
    // By its rooms, as items have no index of projects.
    .where('rooms.project_id', '=', projectID)
    .select(['items.id as itemID', 'items.room_id as roomID', 'items.category_id as catID'])
    .select(['items.subcategory_id as subcatID', 'items.title', 'items.version'])
    .select('items.updated_at as updatedAt')
    .select(SLOTS.map((slot) => `items.${slot}` as const))
    .select('items.notes')
    .orderBy('items.id')

/** All items of a project, for tables that have rows without an item's number. */
const othersFor = async (db: Database, actor: Actor, table: FileTable, matching: Matching) => {
  const at = matching.columns.findIndex(({ is }) => is === 'item')
  const isOwn = at >= 0 && table.rows.every(({ cells }) => (cells[at] ?? '').trim() !== '')
  return isOwn ? [] : itemsOf(db, actor, matching.projectID).execute()
}

/** Reads what the import of a table depends on; `keep` locks rooms and items until the transaction ends. */
const readState = async (
  db: Database,
  actor: Actor,
  table: FileTable,
  matching: Matching,
  keep: boolean,
): Promise<ProjectState> => {
  const { projectID } = matching
  const others = await othersFor(db, actor, table, matching)
  const known = knownItemsOf(table, matching, others, await loadStructure(db))
  const named = namedIn(table, matching)
  const itemIDs = [...new Set([...named, ...[...known.values()].map(({ itemID }) => itemID)])].sort((a, b) => a - b)
  const state = await readPlaces(db, actor, projectID, { itemIDs, keep })
  const renamed = named.length === 0 ? [] : await formerNamesOf(db, actor, projectID)
  return { ...state, others, formerNames: renamed }
}

/** The names that rooms of a project had before they were renamed. */
const formerNamesOf = async (db: Database, actor: Actor, projectID: number): Promise<ProjectState['formerNames']> => {
  const events = await writableEvents(db, actor)
    .where('events.project_id', '=', projectID)
    .where('events.kind', '=', 'room changed')
    .select(['events.room_id as roomID', 'events.before'])
    .execute()
  return events.flatMap(({ roomID, before }) => {
    const { name } = JSON.parse(before ?? '{}') as { name?: unknown }
    return roomID !== null && typeof name === 'string' ? [{ roomID, name }] : []
  })
}

/** Reads the project's rooms and some items; `keep` locks them until the transaction ends. */
const readPlaces = async (
  db: Database,
  actor: Actor,
  projectID: number,
  { itemIDs, keep }: { itemIDs: readonly number[]; keep: boolean },
): Promise<Pick<ProjectState, 'structure' | 'rooms' | 'items'>> => {
  const ofProject = writableRooms(db, actor)
    .where('rooms.project_id', '=', projectID)
    .select(['rooms.id as roomID', 'rooms.name', 'rooms.room_type_id as roomTypeID'])
    .orderBy('rooms.id')
  const rooms = await (keep ? forShare(db, ofProject, ['rooms']) : ofProject).execute()
  const items = new Map<number, ExistingItem>()
  for (const ids of batches(itemIDs)) {
    const query = itemsOf(db, actor, projectID).where('items.id', 'in', ids)
    const found = await (keep ? forUpdate(db, query, ['items']) : query).execute()
    for (const item of found) items.set(item.itemID, item)
  }
  return { structure: await loadStructure(db), rooms, items }
}

/** What the import of a table would do now. Throws `not_found`. */
export const planNow = async (
  db: Database,
  actor: Actor,
  table: FileTable,
  matching: Matching,
  signal: AbortSignal,
): Promise<ImportPlan> => {
  const state = await readState(db, actor, table, matching, false)
  requireRoom(state, matching)
  signal.throwIfAborted()
  return planImport(table, matching, state)
}

/** Throws `not_found` for a room that is not in the project. */
const requireRoom = ({ rooms }: ProjectState, { roomID }: Matching): void => {
  if (roomID !== undefined && !rooms.some((room) => room.roomID === roomID)) throw new AppError('not_found')
}

/** What matching the columns of a table depends on. */
export const readToMatch = async (db: Database, actor: Actor, projectID: number, itemIDs: readonly number[]) =>
  readPlaces(db, actor, projectID, { itemIDs, keep: false })

export interface ImportedSheet {
  created: number
  changed: number
  same: number
  rooms: number
  pictures: number
  eventID: number | null
}

const createdValues = ({ type, fields, notes }: PlannedItem) => {
  const { catID, category, subcatID, subcategory, labels } = type
  return { ...{ catID, category, subcatID, subcategory }, ...valuesThen(labels, fields, notes) }
}

const textsOf = ({ type, fields, notes }: PlannedItem) => {
  const { subcategory, labels, telling } = type
  return { ...fields, notes, ...deriveFacts({ subcategory, labels, telling, fields }) }
}

interface ToImport {
  table: FileTable
  /** Of the file. */
  name: string
  matching: Matching
  /** Of the plan that the user confirmed; undefined to import any. */
  fingerprint: string | undefined
  /** Files that hold what exceeds the notes, by text; they have no owner yet. */
  overflowFiles: ReadonlyMap<string, StoredFile>
  /** The same of pictures, by their paths in the spreadsheet. */
  pictureFiles: ReadonlyMap<string, StoredFile>
  limits: StorageLimits
  /** Aborts the import and rolls it back. */
  signal: AbortSignal
}

const firstWrong = (check: SheetCheck): string => {
  const {
    errors: [error],
    unknownRooms: [room],
    unknownKinds: [kind],
    dates,
  } = check
  if (error) return [error.sheet, `row ${error.row}`, error.column].filter(Boolean).join(', ') + `: ${error.message}`
  if (room) return `no room is called "${room.name}"`
  if (kind) return `no subcategory is called "${kind.name}"`
  if (dates.example !== null) return `"${dates.example}" could mean several days`
  const { serial, asset, values } = check.known
  return `${serial + asset + values} rows are about items that the project already has; say in known what to do with them`
}

/**
 * Imports the whole table and records one event with parts. Throws `not_found`, `sheet_changed` if the plan no longer
 * has this fingerprint, and `sheet_wrong` if the table has errors.
 */
export const importTable = async (
  db: Database,
  clock: Clock,
  actor: Actor,
  { table, name, matching, fingerprint, overflowFiles, pictureFiles, limits, signal }: ToImport,
): Promise<ImportedSheet & { superfluous: string[] }> =>
  oneAtATime(db, async (trx) => {
    const { projectID } = matching
    const project = await lockWritableProject(trx, actor, projectID)
    if (project === undefined) throw new AppError('not_found')
    const state = await readState(trx, actor, table, matching, true)
    requireRoom(state, matching)
    const { check, newRooms, creates, changes, same } = planImport(table, matching, state)
    if (fingerprint !== undefined && check.fingerprint !== fingerprint) throw new AppError('sheet_changed')
    if (check.fingerprint === null) throw new AppError('sheet_wrong', { values: { what: firstWrong(check) } })

    const now = isoTime(clock)
    const times = { created_at: now, updated_at: now }
    const parts: DomainEvent[] = []

    const roomIDs: number[] = []
    for (const some of batches(newRooms, ROWS_AT_ONCE)) {
      const ids = await insertRoomsOf(
        trx,
        project,
        some.map((room) => ({ room_type_id: room.roomTypeID, name: room.name, ...times })),
      )
      for (const [at, { name: room, roomTypeID, roomType }] of some.entries()) {
        const after = { name: room, roomTypeID, roomType }
        parts.push({ kind: 'room created', roomID: ids[at] ?? 0, before: null, after })
      }
      roomIDs.push(...ids)
    }
    const idOf = ({ room }: PlannedItem): number => ('newRoom' in room ? (roomIDs[room.newRoom] ?? 0) : room.roomID)

    const storedOf = ({ pictures, overflow }: PlannedItem) =>
      [
        ...pictures.map((path) => pictureFiles.get(path)),
        ...(overflow === null ? [] : [overflowFiles.get(overflow)]),
      ].map((stored) => {
        if (!stored) throw new AppError('sheet_changed')
        return stored
      })
    // Items with equal files share them.
    const used = [...new Set(creates.flatMap(storedOf))]
    const { uploads, superfluous } = await addAllUploads(trx, clock, actor, used, limits)
    if (used.length > 0) await askToRead(trx, clock)
    const filesOf = (item: PlannedItem): (Upload & { name: string })[] => {
      const stored = storedOf(item)
      const names = displayNames(stored.map(({ originalName }) => originalName))
      return stored.flatMap((file, at) => {
        const upload = uploads.get(file)
        return upload ? [{ ...upload, name: names[at] ?? '' }] : []
      })
    }

    for (const some of batches(creates, ROWS_AT_ONCE)) {
      signal.throwIfAborted()
      const rows = some.map((item) => {
        const place = { room_id: idOf(item), category_id: item.type.catID, subcategory_id: item.type.subcatID }
        return { ...place, ...textsOf(item), ...times }
      })
      const ids = await insertItemsOf(trx, project, rows)
      await listTheseWithoutWords(trx, project, ids).execute()
      const attached = some.flatMap((item, at) => {
        const id = ids[at]
        const on = { caption: '', deleted_at: null, trash_id: null }
        return filesOf(item).flatMap((file, position) =>
          id ? [{ ...on, item_id: id, upload_id: file.id, display_name: file.name, position }] : [],
        )
      })
      for (const these of batches(attached, ROWS_AT_ONCE)) await insertItemFiles(trx, these).execute()
      for (const [at, item] of some.entries()) {
        const itemID: number = ids[at] ?? 0
        const own = filesOf(item).map(({ remote, name: file }) => ({ remote, name: file }))
        const after = { ...createdValues(item), ...(own.length > 0 && { files: own }) }
        parts.push({ kind: 'item created', roomID: idOf(item), itemID, before: null, after })
      }
    }

    const nameOf = (roomID: number): string =>
      state.rooms.find((room) => room.roomID === roomID)?.name ?? newRooms[roomIDs.indexOf(roomID)]?.name ?? ''
    for (const some of batches(changes, ROWS_AT_ONCE)) {
      signal.throwIfAborted()
      const [items, moved]: [ChangedItem[], { id: number; roomID: number; position: null }[]] = [[], []]
      for (const item of some) {
        const { itemID, roomID: roomBefore } = item.before
        const roomID = idOf(item)
        const values = changesOf(item.type.labels, item.before, { ...item.fields, notes: item.notes })
        if (values) {
          const words = itemWords(item.type.labels, item.fields, item.notes)
          items.push({ id: itemID, ...textsOf(item), words })
          parts.push({ kind: 'item changed', roomID: roomBefore, itemID, ...values })
        }
        if (roomID !== roomBefore) {
          moved.push({ id: itemID, roomID, position: null })
          const before = { roomID: roomBefore, room: nameOf(roomBefore) }
          parts.push({ kind: 'item moved', roomID, itemID, before, after: { roomID, room: nameOf(roomID) } })
        }
      }
      await storeItems(trx, actor, projectID, items, now)
      await storeRooms(trx, actor, projectID, moved)
    }

    const [created, changed] = [creates.length, changes.length]
    const summary: DomainEvent = { kind: 'items imported', before: null, after: { name, created, changed } }
    const eventID = parts.length === 0 ? null : await writeEventWithParts(trx, clock, actor, projectID, summary, parts)
    signal.throwIfAborted()
    return { created, changed, same, rooms: newRooms.length, pictures: check.pictures, eventID, superfluous }
  })
