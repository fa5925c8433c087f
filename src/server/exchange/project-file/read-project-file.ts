import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { openPromise, type Entry, type ZipFile } from 'yauzl'
import type * as z from 'zod/mini'
import { nameKey } from '../../../shared/contract/name-key.ts'
import { MOST_REVISIONS } from '../../../shared/papers/revisions.api.ts'
import type { Rotation } from '../../../shared/attachments/rotation.ts'
import { readStructureFile } from '../../../shared/structure/structure-file.ts'
import {
  CONTENTS_ENTRY,
  FORMAT,
  FORMAT_VERSION,
  HEAD_ENTRY,
  headSchema,
  isOfFile,
  LINES,
  MOST,
  REVISIONS_FOLDER,
  UNREAD_ENTRIES,
  type AttachedLine,
  type FileLine,
  type Head,
  type ItemLine,
  type LineKind,
  type PhotoLine,
  type RevisionLine,
  type RoomLine,
  type TaskLine,
} from './format.ts'

/** The message tells users what is wrong with the project file. */
export class WrongFile extends Error {}

export interface ReadItem extends ItemLine {
  files: AttachedLine[]
  tasks: TaskLine[]
}
export interface ReadRoom extends RoomLine {
  items: ReadItem[]
  tasks: TaskLine[]
}

/** A file whose bytes match the project file's hash. */
export interface ReadFile {
  path: string
  originalName: string
  rotation: Rotation | undefined
  size: number
  /** Can be called repeatedly. */
  open(): Promise<Readable>
}

/** A complete, verified project: every referenced file exists and has the stated bytes. */
export interface ProjectFile {
  head: Head
  rooms: ReadRoom[]
  /** Tasks of the whole home. */
  tasks: TaskLine[]
  photos: PhotoLine[]
  /** By number. */
  revisions: RevisionLine[]
  /** All issued marks. */
  marks: ReadonlySet<string>
  /** By path. */
  files: ReadonlyMap<string, ReadFile>
  /** Names of files that the store had already lost at export, by path. */
  lost: ReadonlyMap<string, string>
  close(): void
}

interface Limits {
  /** Per file, in bytes. */
  file: number
  /** For all contents, in bytes. */
  total: number
}

/** How much of a text an error shows. */
const SHOWN = 80
const shown = (text: string): string => `"${text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text}"`

const NO_ZIP = 'This is no ZIP, or not a whole one.'
const NO_PROJECT = 'This is no project file: it has no project.json of Roomfolio.'
const SEVERAL_PROJECTS = 'It holds several project files. Please import them one by one.'
const WHOLE_ACCOUNT =
  'This is the export of an account. Unpack it, and import the project files in its folders projects and templates one by one.'

/** The first bytes of every PDF. */
const PDF = '%PDF-'

const TYPE_OF_FILE = 0o170000
const REGULAR = 0o100000
const FOLDER = 0o040000

/** Allows for folders and for the extra files that systems add when a ZIP is unpacked and repacked. */
const MOST_ENTRIES = 5 * MOST.files

/**
 * Files that systems add to folders and ZIPs: __MACOSX/, .DS_Store, Thumbs.db. Project files may have such names too.
 */
const isAdded = (name: string): boolean => /(^|\/)(\.|__MACOSX\/|(eh)?thumbs\.db$|desktop\.ini$)/i.test(name)

/** Any error while reading a ZIP is the ZIP's fault, unless it comes from the disk. */
const orWrongZip = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    if (error instanceof WrongFile || isOfTheDisk(error)) throw error
    throw new WrongFile(NO_ZIP, { cause: error })
  }
}
const isOfTheDisk = (error: unknown): boolean => error instanceof Error && 'syscall' in error

/** The entries by name, without folders. Reads none of their contents. */
const entriesOf = async (zip: ZipFile, limits: Limits): Promise<Map<string, Entry>> => {
  const tooMany = (count: number) => new WrongFile(`It holds ${count} files; ${MOST.files} are the most.`)
  if (zip.entryCount > MOST_ENTRIES) throw tooMany(zip.entryCount)
  const entries = new Map<string, Entry>()
  let [files, total] = [0, 0]
  for await (const entry of zip.eachEntry()) {
    const { fileName: name } = entry
    const type = (entry.externalFileAttributes >>> 16) & TYPE_OF_FILE
    if (name.endsWith('/') || type === FOLDER) continue
    if (type !== 0 && type !== REGULAR) throw new WrongFile(`${shown(name)} is no file.`)
    if (entry.isEncrypted()) throw new WrongFile(`${shown(name)} is encrypted. Please pack it without a password.`)
    if (!entry.canDecodeFileData())
      throw new WrongFile(
        `${shown(name)} is compressed in a way not known here. Please pack it with Deflate, the usual way.`,
      )
    if (name.length > 2 * MOST.pathCharacters) throw new WrongFile(`${shown(name)} belongs to no project file.`)
    if (entries.has(name)) throw new WrongFile(`It holds ${shown(name)} twice.`)
    entries.set(name, entry)
    if (!isAdded(name)) files++
    total += entry.uncompressedSize
    if (total > limits.total) throw new WrongFile('Unpacked it is larger than a project file may be here.')
  }
  if (files > MOST.files + UNREAD_ENTRIES.length + 2) throw tooMany(files)
  return entries
}

/** The project's entries by path, without the folder that may contain them all. */
const withoutFolder = (entries: ReadonlyMap<string, Entry>, limits: Limits): Map<string, Entry> => {
  const depthOf = (name: string) => name.split('/').length
  const heads = [...entries.keys()]
    .filter((name) => `/${name}`.endsWith(`/${HEAD_ENTRY}`) && !isAdded(name))
    .sort((one, other) => depthOf(one) - depthOf(other))
  const [head, another] = heads
  if (head === undefined) throw new WrongFile(entries.has('roomfolio.json') ? WHOLE_ACCOUNT : NO_PROJECT)
  if (another !== undefined && depthOf(another) === depthOf(head)) throw new WrongFile(SEVERAL_PROJECTS)
  const folder = head.slice(0, -HEAD_ENTRY.length)
  const own = new Map<string, Entry>()
  for (const [name, entry] of entries) {
    const path = name.slice(folder.length)
    if (!name.startsWith(folder)) {
      if (!isAdded(name)) throw foreign(name)
    } else if (path.length > MOST.pathCharacters) throw foreign(name)
    else own.set(path, entry)
    if (isOfFile(path) && entry.uncompressedSize > limits.file)
      throw new WrongFile(`${shown(name)} is larger than a file may be here.`)
  }
  return own
}

const foreign = (name: string) =>
  new WrongFile(`${shown(name)} belongs to no project file. Please take it out of the ZIP.`)

/** Call after reading the head: a file of a newer version may have more entries. */
const requireKnown = (names: Iterable<string>): void => {
  for (const name of names)
    if (!isOfFile(name) && ![HEAD_ENTRY, CONTENTS_ENTRY, ...UNREAD_ENTRIES].includes(name) && !isAdded(name))
      throw foreign(name)
}

/** The bytes of an entry, limited to its stated size. A wrong size is an error in the ZIP. */
async function* bytesOf(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  const stream = await orWrongZip(zip.openReadStreamPromise(entry))
  const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  try {
    for (;;) {
      const { done, value } = await orWrongZip(chunks.next())
      if (done) return
      yield value
    }
  } finally {
    stream.destroy()
  }
}

/** Decodes text piece by piece. Throws a WrongFile if it is not UTF-8. */
async function* textsOf(bytes: AsyncIterable<Buffer>, name: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  const decode = (chunk?: Buffer) => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined })
    } catch {
      throw new WrongFile(`${name} is not in UTF-8.`)
    }
  }
  for await (const chunk of bytes) yield decode(chunk)
  yield decode()
}

const parseJSON = (text: string, place: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw new WrongFile(`${place} is no JSON.`)
  }
}

const parseAs = <S extends z.ZodMiniType>(schema: S, value: unknown, place: string): z.output<S> => {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const path = issue?.path.map(String) ?? []
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined
  const where = [place, ...path, ...(unknown === undefined ? [] : [unknown])].map((step) => step.slice(0, SHOWN))
  const what = unknown === undefined ? issue?.message || 'Not valid.' : 'Not known here.'
  throw new WrongFile(`${where.join(' › ')}: ${what}`)
}

const readHead = async (zip: ZipFile, entry: Entry | undefined): Promise<Head> => {
  if (!entry) throw new WrongFile(NO_PROJECT)
  if (entry.uncompressedSize > MOST.headBytes) throw new WrongFile(`${HEAD_ENTRY} is larger than it may be.`)
  let text = ''
  for await (const piece of textsOf(bytesOf(zip, entry), HEAD_ENTRY)) text += piece
  const json = parseJSON(text, HEAD_ENTRY) as Partial<Record<'format' | 'version' | 'madeBy', unknown>> | null
  if (json?.format !== FORMAT) throw new WrongFile(NO_PROJECT)
  if (typeof json.version === 'number' && json.version > FORMAT_VERSION)
    throw new WrongFile('It was made by a newer version of Roomfolio. This installation has to be updated first.')
  const head = parseAs(headSchema, json, HEAD_ENTRY)
  const { structure, wrong } = readStructureFile(head.structure)
  if (!structure) throw new WrongFile(`${HEAD_ENTRY} › structure › ${wrong}`)
  for (const what of ['rooms', 'items', 'files', 'revisions'] as const) {
    const most = what === 'files' ? MOST.attached : MOST[what]
    const told = head[what] ?? 0
    if (told > most) throw new WrongFile(`It has ${told} ${what}; ${most} are the most.`)
  }
  return { ...head, structure }
}

/** Splits only at line feeds: other line readers also split at characters that JSON does not escape. */
async function* linesOf(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let begun = ''
  for await (const text of texts) {
    const [first = '', ...others] = text.split('\n')
    begun += first
    for (const next of others) {
      if (begun.length > MOST.lineCharacters) break
      yield begun
      begun = next
    }
    if (begun.length > MOST.lineCharacters) throw new WrongFile(`A line of ${CONTENTS_ENTRY} is longer than it may be.`)
  }
  if (begun !== '') throw new WrongFile(`${CONTENTS_ENTRY} is cut off.`)
}

const isKind = (key: string | undefined): key is LineKind => key !== undefined && Object.hasOwn(LINES, key)

const notThere = (place: string, { path }: FileLine) => new WrongFile(`${place}: ${shown(path)} is not in the file.`)

/** Assembles the lines and checks them against each other and the head. */
class Contents {
  readonly files = new Map<string, FileLine>()
  readonly rooms: ReadRoom[] = []
  readonly tasks: TaskLine[] = []
  readonly photos: PhotoLine[] = []
  readonly revisions: RevisionLine[] = []
  readonly marks = new Set<string>()
  readonly #head: Head
  readonly #entries: Map<string, Entry>
  readonly #absent: { place: string; file: FileLine }[] = []
  readonly #labels: ReadonlyMap<string, ReadonlySet<string>>
  readonly #roomTypes: ReadonlySet<string>
  readonly #categories: ReadonlySet<string>
  readonly #counts = { items: 0, files: 0 }
  #tasks = 0
  /** Names of the current item's files. */
  #names = new Set<string>()
  readonly #waiting = new Set<string>()
  readonly #issued = new Set<string>()

  constructor(head: Head, entries: Map<string, Entry>) {
    this.#head = head
    this.#entries = entries
    this.#labels = new Map(
      Object.entries(head.structure.subcategories).map(([name, labels]) => [
        nameKey(name),
        new Set(labels.filter((label) => label !== '').map(nameKey)),
      ]),
    )
    const { roomTypes, categories } = head.structure
    this.#roomTypes = new Set(Object.keys(roomTypes).map(nameKey))
    this.#categories = new Set(
      [...Object.keys(categories), ...Object.values(roomTypes).flatMap(Object.keys)].map(nameKey),
    )
  }

  take(text: string, place: string): void {
    const value = parseJSON(text, place)
    const [kind, ...more] = typeof value === 'object' && value !== null ? Object.keys(value) : []
    if (!isKind(kind) || more.length > 0)
      throw new WrongFile(`${place}: Must be one of ${Object.keys(LINES).join(', ')}.`)
    const told = (value as Record<LineKind, unknown>)[kind]
    if (kind === 'file') this.#takeFile(parseAs(LINES.file, told, place), place)
    else if (kind === 'room') this.#takeRoom(parseAs(LINES.room, told, place), place)
    else if (kind === 'item') this.#takeItem(told, place)
    else if (kind === 'attached') this.#takeAttached(parseAs(LINES.attached, told, place), place)
    else if (kind === 'task') this.#takeTask(parseAs(LINES.task, told, place), place)
    else if (kind === 'photo') this.#takePhoto(parseAs(LINES.photo, told, place), place)
    else if (kind === 'revision') this.#takeRevision(parseAs(LINES.revision, told, place), place)
    else this.#takeMarks(parseAs(LINES.marks, told, place), place)
  }

  #takeFile(file: FileLine, place: string): void {
    if (this.files.has(file.path)) throw new WrongFile(`${place}: ${shown(file.path)} stands there twice.`)
    const entry = this.#entries.get(file.path)
    const isLost = file.size === null || file.sha256 === null
    if (isLost && (entry !== undefined || file.size !== file.sha256)) throw notThere(place, file)
    if (entry && entry.uncompressedSize !== file.size)
      throw new WrongFile(`${place}: ${shown(file.path)} has not the size that is told.`)
    if (!isLost && !entry) this.#absent.push({ place, file })
    this.files.set(file.path, file)
  }

  /** Finds, by their bytes, files that were renamed when the project file was repacked. */
  async findRenamed(hashOf: (entry: Entry) => Promise<string>): Promise<void> {
    const others = new Map<string, [name: string, entry: Entry][]>()
    if (this.#absent.length > 0)
      for (const [name, entry] of this.#entries) {
        if (!isOfFile(name) || this.files.has(name)) continue
        if (!this.#absent.some(({ file }) => file.size === entry.uncompressedSize)) continue
        const hash = await hashOf(entry)
        others.set(hash, [...(others.get(hash) ?? []), [name, entry]])
      }
    for (const { place, file } of this.#absent) {
      const [name, entry] = others.get(file.sha256 ?? '')?.pop() ?? []
      if (name === undefined || !entry) throw notThere(place, file)
      this.#entries.delete(name)
      this.#entries.set(file.path, entry)
    }
  }

  #takeRoom(room: RoomLine, place: string): void {
    if (this.rooms.length >= this.#head.rooms) throw new WrongFile(`${place}: There are more rooms than are told.`)
    if (!this.#roomTypes.has(nameKey(room.roomType)))
      throw new WrongFile(`${place}: The structure in ${HEAD_ENTRY} has no room type ${shown(room.roomType)}.`)
    this.rooms.push({ ...room, items: [], tasks: [] })
  }

  #takeItem(told: unknown, place: string): void {
    const item = parseAs(LINES.item, told, place)
    const room = this.rooms.at(-1)
    if (!room) throw new WrongFile(`${place}: An item stands in no room.`)
    if (++this.#counts.items > this.#head.items) throw new WrongFile(`${place}: There are more items than are told.`)
    if (!this.#categories.has(nameKey(item.category)))
      throw new WrongFile(`${place}: The structure in ${HEAD_ENTRY} has no category ${shown(item.category)}.`)
    const labels = this.#labels.get(nameKey(item.subcategory))
    if (!labels)
      throw new WrongFile(`${place}: The structure in ${HEAD_ENTRY} has no subcategory ${shown(item.subcategory)}.`)
    const named = Object.keys((told as ItemLine).values)
    const seen = new Set<string>()
    for (const name of named) {
      const key = nameKey(name)
      if (!labels.has(key) || !Object.hasOwn(item.values, name))
        throw new WrongFile(`${place}: ${shown(item.subcategory)} has no label ${shown(name)}.`)
      if (seen.has(key)) throw new WrongFile(`${place}: ${shown(name)} stands there twice.`)
      seen.add(key)
    }
    room.items.push({ ...item, files: [], tasks: [] })
    this.#names = new Set()
  }

  #takeAttached(attached: AttachedLine, place: string): void {
    const item = this.rooms.at(-1)?.items.at(-1)
    if (!item) throw new WrongFile(`${place}: A file stands on no item.`)
    if (++this.#counts.files > this.#head.files) throw new WrongFile(`${place}: There are more files than are told.`)
    if (!this.files.has(attached.path)) throw new WrongFile(`${place}: There is no ${shown(attached.path)}.`)
    if (this.#names.has(attached.name))
      throw new WrongFile(`${place}: ${shown(attached.name)} stands on the item twice.`)
    this.#names.add(attached.name)
    item.files.push(attached)
  }

  #takeTask(task: TaskLine, place: string): void {
    if (++this.#tasks > MOST.tasks) throw new WrongFile(`${place}: There are more than ${MOST.tasks} tasks, the most.`)
    const of = this.rooms.at(-1)?.items.at(-1) ?? this.rooms.at(-1) ?? this
    of.tasks.push(task)
  }

  #takePhoto(photo: PhotoLine, place: string): void {
    if (this.photos.length >= MOST.photos)
      throw new WrongFile(`${place}: There are more than ${MOST.photos} photos in the inbox, the most.`)
    if (!this.files.has(photo.path)) throw new WrongFile(`${place}: There is no ${shown(photo.path)}.`)
    if (this.#waiting.has(photo.path)) throw new WrongFile(`${place}: ${shown(photo.path)} waits in the inbox twice.`)
    if (photo.room !== null && !this.rooms[photo.room - 1])
      throw new WrongFile(`${place}: There is no room ${photo.room}.`)
    this.#waiting.add(photo.path)
    this.photos.push(photo)
  }

  #takeRevision(revision: RevisionLine, place: string): void {
    const { number, path } = revision
    const last = this.revisions.at(-1)
    if (this.revisions.length >= (this.#head.revisions ?? 0))
      throw new WrongFile(`${place}: There are more revisions than are told.`)
    if (last && number <= last.number) throw new WrongFile(`${place}: Revision ${number} is not in its place.`)
    if (path !== null) {
      if (!this.files.has(path)) throw new WrongFile(`${place}: There is no ${shown(path)}.`)
      if (this.#issued.has(path)) throw new WrongFile(`${place}: ${shown(path)} is issued twice.`)
      if (this.#issued.size >= MOST_REVISIONS)
        throw new WrongFile(`${place}: There are more than ${MOST_REVISIONS} issued revisions, the most.`)
      this.#issued.add(path)
    }
    this.revisions.push(revision)
  }

  #takeMarks(marks: readonly string[], place: string): void {
    for (const mark of marks) {
      if (this.marks.has(mark)) throw new WrongFile(`${place}: ${mark} stands there twice.`)
      if (this.marks.size >= MOST.marks)
        throw new WrongFile(`${place}: There are more than ${MOST.marks} marks, the most.`)
      this.marks.add(mark)
    }
  }

  /** Call after the last line. */
  finish(): void {
    const { rooms, items, files, photos = 0, revisions = 0, project } = this.#head
    const found = {
      ...{ rooms: this.rooms.length, photos: this.photos.length, revisions: this.revisions.length },
      ...this.#counts,
    }
    const counts = { rooms, items, files, photos, revisions }
    for (const [what, told] of Object.entries(counts) as [keyof typeof found, number][])
      if (found[what] !== told)
        throw new WrongFile(`${HEAD_ENTRY} tells of ${told} ${what}, and there are ${found[what]}.`)
    for (const name of this.#entries.keys())
      if (isOfFile(name) && !this.files.has(name) && !isAdded(name))
        throw new WrongFile(`${shown(name)} is not among the files that ${CONTENTS_ENTRY} tells of.`)
    const inRoom = (room: ReadRoom) => new Set(room.items.flatMap((item) => item.files.map((file) => file.path)))
    const used = new Set<string>()
    for (const room of this.rooms) {
      const its = inRoom(room)
      if (room.cover !== null && !its.has(room.cover))
        throw new WrongFile(`The cover of the room ${shown(room.name)} is on none of its items.`)
      for (const path of its) used.add(path)
    }
    if (project.cover !== null && !used.has(project.cover))
      throw new WrongFile('The cover of the project is on none of its items.')
    for (const path of this.files.keys())
      if (!used.has(path) && !this.#waiting.has(path) && !this.#issued.has(path))
        throw new WrongFile(`${shown(path)} is on no item, not in the inbox and no issued revision.`)
    if (this.marks.size > 0 && this.revisions.length === 0)
      throw new WrongFile('There are marks of revisions, and no revision was ever issued.')
    for (const { mark } of this.rooms.flatMap((room) => room.items))
      if (mark !== undefined && !this.marks.has(mark))
        throw new WrongFile(`An item has the mark ${mark}, which was not issued.`)
  }
}

/** Passes bytes through; throws a WrongFile at the end if they do not match the stated hash. */
async function* verified(bytes: AsyncIterable<Buffer>, told: { sha256: string | null }, name: string) {
  const digest = createHash('sha256')
  for await (const chunk of bytes) {
    digest.update(chunk)
    yield chunk
  }
  if (digest.digest('hex') !== told.sha256)
    throw new WrongFile(`${shown(name)} is not what it was: its SHA-256 differs.`)
}

/**
 * Reads a project file from start to end and keeps the contents of its lines. Rejects with a WrongFile if anything in
 * it is not as stated.
 */
export const readProjectFile = async (path: string, limits: Limits, signal: AbortSignal): Promise<ProjectFile> => {
  const zip = await orWrongZip(openPromise(path, { autoClose: false }))
  try {
    const entries = withoutFolder(await orWrongZip(entriesOf(zip, limits)), limits)
    const head = await readHead(zip, entries.get(HEAD_ENTRY))
    requireKnown(entries.keys())
    const entry = entries.get(CONTENTS_ENTRY)
    if (!entry) throw new WrongFile(`${CONTENTS_ENTRY} is missing.`)
    if (entry.uncompressedSize > MOST.contentsBytes) throw new WrongFile(`${CONTENTS_ENTRY} is larger than it may be.`)

    const contents = new Contents(head, entries)
    let number = 0
    const bytes = verified(bytesOf(zip, entry), head.contents, CONTENTS_ENTRY)
    for await (const text of linesOf(textsOf(bytes, CONTENTS_ENTRY))) {
      contents.take(text, `${CONTENTS_ENTRY}, line ${++number}`)
      signal.throwIfAborted()
    }
    await contents.findRenamed(async (renamed) => {
      const digest = createHash('sha256')
      for await (const chunk of bytesOf(zip, renamed)) {
        signal.throwIfAborted()
        digest.update(chunk)
      }
      return digest.digest('hex')
    })
    contents.finish()

    const files = new Map<string, ReadFile>()
    const lost = new Map<string, string>()
    for (const { path: name, originalName, rotation, size, sha256 } of contents.files.values()) {
      const stored = entries.get(name)
      if (size === null || !stored) {
        lost.set(name, originalName)
        continue
      }
      let begun = Buffer.of()
      for await (const chunk of verified(bytesOf(zip, stored), { sha256 }, name)) {
        signal.throwIfAborted()
        if (begun.length < PDF.length) begun = Buffer.concat([begun, chunk.subarray(0, PDF.length)])
      }
      if (name.startsWith(REVISIONS_FOLDER) && begun.subarray(0, PDF.length).toString('latin1') !== PDF)
        throw new WrongFile(`${shown(name)} is no PDF.`)
      files.set(name, { path: name, originalName, rotation, size, open: () => zip.openReadStreamPromise(stored) })
    }
    const { rooms, tasks, photos, revisions, marks } = contents
    return { head, rooms, tasks, photos, revisions, marks, files, lost, close: () => zip.close() }
  } catch (error) {
    zip.close()
    throw error
  }
}
