import { once } from 'node:events'
import { PassThrough, Readable } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import { SLOTS, slotNumber } from '../../shared/room-structure.ts'
import { extensionOf } from '../../shared/file-name.ts'
import { ofOwnTexts } from '../../shared/items.ts'
import { sortedBy } from '../../shared/order.ts'
import { isoTime } from '../clock.ts'
import type { Actor } from '../db/actor.ts'
import type { Database } from '../db/database.ts'
import type { KnownFile } from '../files/checked-bytes.ts'
import { DamagedBytes, MissingBytes, type FaultyBytes, type FileStore } from '../files/store.ts'
import type { Services } from '../services.ts'
import { openSlices } from '../slices.ts'
import { ZipWriter } from '../zip-writer.ts'
import { readExport, readHistory, type ExportRows } from './export.repo.ts'
import { folderNames } from './safe-name.ts'

const README = `Your data in Roomfolio

roomfolio.json  Your account, and your projects with who else has access to them, and with their rooms
                and items: the labels of each item with their values, its notes, and its files under
                the names that they have here, their captions, and whether they are the cover of the
                room or the project.
files/          The files on your items: a folder for each project, in it one for each room, and in
                that one for each item. Characters that some systems do not allow are replaced by _.
history.json    What happened in your projects, by project: when, who, what was before and after. It also
                tells of what was deleted since.
MISSING.txt     Only where there are any: the files that the server has lost or damaged.

Not included: your password, what is in the trash, and uploads that are not on an item.
Times are in UTC.
`

const LIST_OF_FAULTS = `The server has not all of your files as they were uploaded. Those that are missing are not here, and those that are
damaged are here as far as they can be read. Whoever runs the server may have them in a backup.

`

interface ExportedFile extends KnownFile {
  path: string
  storedAt: Date
}

const groupedBy = <Row, Key>(rows: readonly Row[], keyOf: (row: Row) => Key): ((key: Key) => readonly Row[]) => {
  const groups = new Map<Key, Row[]>()
  for (const row of rows) {
    const group = groups.get(keyOf(row))
    if (group) group.push(row)
    else groups.set(keyOf(row), [row])
  }
  return (key) => groups.get(key) ?? []
}

/** An object as JSON, whose last member is a list of what is JSON already. */
function* withList(object: object, name: string, list: Iterable<Iterable<string>>): Generator<string> {
  yield `\n${JSON.stringify(object, null, 2).slice(0, -2)},\n  ${JSON.stringify(name)}: [`
  let comma = ''
  for (const element of list) {
    yield comma
    yield* element
    comma = ','
  }
  yield ']}'
}

/** The ids of uploads. */
type Covers = Record<'project' | 'room', number | null>

/**
 * The text of roomfolio.json, an item at a time. When it is through, `files` has all files with their places in the ZIP.
 */
function* documentOf(exportedAt: string, rows: ExportRows, files: ExportedFile[]): Generator<string> {
  const roomsOf = groupedBy(rows.rooms, (room) => room.project_id)
  const itemsOf = groupedBy(rows.items, (item) => item.room_id)
  const filesOf = groupedBy(rows.files, (file) => file.item_id)
  const membersOf = groupedBy(rows.members, (member) => member.project_id)
  const labelsOf = groupedBy(rows.labels, (label) => label.subcategory_id)

  const fieldsOf = (item: ExportRows['items'][number]) => {
    const labels = labelsOf(item.subcategory_id)
    return SLOTS.flatMap((slot) => {
      const name = labels.find((label) => label.slot === slotNumber(slot))?.name
      const value = item[slot]
      // A value whose label was taken away since is told under its place.
      return name === undefined && value === '' ? [] : [{ name: name ?? `Field ${slotNumber(slot)}`, value }]
    })
  }

  /** `covers` has the uploads that are covers of the project and the room. */
  const attachments = (item: ExportRows['items'][number], covers: Covers, folder: () => string) => {
    const own = filesOf(item.id)
    if (own.length === 0) return []
    const [inFolder, nameIn] = [folder(), folderNames()]
    return own.map((file) => {
      // Somebody may have renamed it to what no program knows how to open.
      const missing = extensionOf(file.display_name) === '' ? extensionOf(file.original_name) : ''
      const path = `${inFolder}/${nameIn(file.display_name + missing)}`
      const { storage_key: storageKey, sha256 } = file
      files.push({ path, storageKey, sha256, size: file.size, storedAt: new Date(file.created_at) })
      const { display_name: name, original_name: originalName, caption, type, size, created_at: uploadedAt } = file
      const coverOf = (['project', 'room'] as const).filter((thing) => covers[thing] === file.upload_id)
      return { name, originalName, caption, ...(coverOf.length > 0 && { coverOf }), path, type, size, uploadedAt }
    })
  }

  function* itemsIn(room: ExportRows['rooms'][number], ofProject: number | null, inRoom: string) {
    const covers = { room: room.cover_upload_id, project: ofProject }
    const itemFolder = folderNames()
    for (const item of itemsOf(room.id)) {
      const told = {
        itemID: item.id,
        title: item.title,
        category: item.category,
        subcategory: item.subcategory,
        fields: fieldsOf(item),
        ...ofOwnTexts((text) => item[text]),
        files: attachments(item, covers, () => `${inRoom}/${itemFolder(item.title)}`),
        createdAt: item.created_at,
        updatedAt: item.updated_at,
      }
      yield [`\n${JSON.stringify(told, null, 2)}`]
    }
  }

  function* roomsIn(project: ExportRows['projects'][number], inProject: string) {
    const roomFolder = folderNames()
    for (const room of sortedBy(roomsOf(project.id), ({ name }) => name)) {
      const { id: roomID, name, room_type: roomType, created_at: createdAt, updated_at: updatedAt } = room
      const inRoom = `${inProject}/${roomFolder(name)}`
      yield withList(
        { roomID, name, roomType, createdAt, updatedAt },
        'items',
        itemsIn(room, project.cover_upload_id, inRoom),
      )
    }
  }

  function* projects() {
    const projectFolder = folderNames()
    for (const project of sortedBy(rows.projects, ({ name }) => name)) {
      const { id: projectID, created_at: createdAt, updated_at: updatedAt, cover_upload_id: _, ...told } = project
      const inProject = `files/${projectFolder(project.name)}`
      const members = membersOf(projectID).map(({ username, first_name, last_name, role }) => {
        return { username, name: `${first_name} ${last_name}`, role }
      })
      const shared = members.length > 0 ? { members } : {}
      yield withList({ projectID, ...told, ...shared, createdAt, updatedAt }, 'rooms', roomsIn(project, inProject))
    }
  }

  const account = { ...rows.account, roles: JSON.parse(rows.account.roles) as unknown }
  yield* withList({ exportedAt, account }, 'projects', projects())
}

const PIECE = 64 * 1024

/** The text of history.json. */
async function* historyOf(db: Database, actor: Actor): AsyncGenerator<string> {
  let comma = '['
  for await (const events of readHistory(db, actor)) {
    for (const { before, after, ...told } of events) {
      yield `${comma}\n${JSON.stringify(told).slice(0, -1)},"before":${before},"after":${after}}`
      comma = ','
    }
  }
  yield comma === '[' ? '[]\n' : '\n]\n'
}

/** Joins texts into larger ones, in slices of time. */
async function* inPieces(texts: Iterable<string> | AsyncIterable<string>): AsyncGenerator<string> {
  const breathe = openSlices()
  let piece = ''
  for await (const text of texts) {
    piece += text
    if (piece.length >= PIECE) {
      yield piece
      piece = ''
    }
    await breathe()
  }
  yield piece
}

/** The bytes of a file, as they were uploaded or as far as the store has them. */
const readExported = async (
  store: FileStore,
  { storageKey, size }: ExportedFile,
): Promise<{ bytes: Readable; fault: FaultyBytes | undefined }> => {
  let fault: FaultyBytes | undefined
  const bytes = await store.read(storageKey, size).catch((error: unknown) => {
    if (!(error instanceof DamagedBytes)) throw error
    fault = error
    // Too few or too many of them: they may be all that is left.
    return store.read(storageKey)
  })
  return { bytes: Buffer.isBuffer(bytes) ? Readable.from([bytes]) : bytes, fault }
}

/**
 * The user's data as a ZIP that is made while it is sent: no faster than it is taken, with one file open at a time, and in
 * slices of time, so that it holds up no request however much there is.
 * What the store has lost or damaged is listed in it. It breaks off where a file cannot be read right now, so that nobody
 * takes half for the whole.
 */
export const exportZip = async (
  { db, store, clock }: Services,
  actor: Actor,
  log: FastifyBaseLogger,
): Promise<Readable> => {
  const files: ExportedFile[] = []
  // Nothing else refers to the rows, so that they go as soon as they are told of.
  const document = inPieces(documentOf(isoTime(clock), await readExport(db, actor), files))

  const output = new PassThrough()
  const gone = new AbortController()
  const zip = new ZipWriter(async (bytes) => {
    gone.signal.throwIfAborted()
    if (!output.write(bytes)) await once(output, 'drain', { signal: gone.signal })
  })
  let reading: Readable | undefined
  // Whoever takes it no longer ends the reading too, also of a store that gives nothing.
  output.on('close', () => {
    gone.abort()
    reading?.destroy()
  })

  const add = (path: string, bytes: Readable, how: { compress: boolean; time: Date }) => {
    reading = bytes
    return zip.add(path, bytes as AsyncIterable<Buffer>, how)
  }
  const addText = (path: string, texts: Iterable<string> | AsyncIterable<string>) =>
    add(path, Readable.from(texts, { objectMode: false }), { compress: true, time: clock.now() })

  const addAll = async () => {
    await addText('README.txt', [README])
    await addText('roomfolio.json', document)
    await addText('history.json', inPieces(historyOf(db, actor)))
    const faults: string[] = []
    const note = (fault: FaultyBytes, path: string) => {
      log.error({ err: fault, userID: actor.userID }, `a file of an export is ${fault.condition}`)
      faults.push(`${fault.condition.padEnd(9)}${path}\n`)
    }
    for (const file of files) {
      try {
        const { bytes, fault } = await readExported(store, file)
        // Most files are pictures and PDFs, which nothing makes smaller.
        const { sha256 } = await add(file.path, bytes, { compress: false, time: file.storedAt })
        if (fault) note(fault, file.path)
        else if (sha256 !== file.sha256) note(new DamagedBytes(file.storageKey), file.path)
      } catch (error) {
        if (!(error instanceof MissingBytes)) throw error
        note(error, file.path)
      }
    }
    if (faults.length > 0) await addText('MISSING.txt', [LIST_OF_FAULTS, ...faults])
    await zip.end()
    output.end()
  }
  addAll().catch((error: unknown) => {
    if (output.destroyed) return
    log.error({ err: error, userID: actor.userID }, 'an export broke off')
    output.destroy(error as Error)
  })
  return output
}
