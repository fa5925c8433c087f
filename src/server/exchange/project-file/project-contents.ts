import type { Entry } from 'yauzl'
import { nameKey } from '../../../shared/contract/name-key.ts'
import { MOST_REVISIONS } from '../../../shared/papers/revisions.api.ts'
import {
  type ItemLine,
  type AttachedLine,
  type TaskLine,
  type RoomLine,
  type LineKind,
  LINES,
  type FileLine,
  type PhotoLine,
  type RevisionLine,
  type Head,
  isOfFile,
  HEAD_ENTRY,
  MOST,
  CONTENTS_ENTRY,
} from './format.ts'
import { isAdded } from './project-zip.ts'
import { WrongFile, shown, parseJSON, parseAs } from './wrong-file.ts'

export interface ReadItem extends ItemLine {
  files: AttachedLine[]
  tasks: TaskLine[]
}

export interface ReadRoom extends RoomLine {
  items: ReadItem[]
  tasks: TaskLine[]
}

const isKind = (key: string | undefined): key is LineKind => key !== undefined && Object.hasOwn(LINES, key)

const notThere = (place: string, { path }: FileLine) => new WrongFile(`${place}: ${shown(path)} is not in the file.`)

/** Assembles the lines and checks them against each other and the head. */
export class Contents {
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
    const stated = (value as Record<LineKind, unknown>)[kind]
    if (kind === 'file') this.#takeFile(parseAs(LINES.file, stated, place), place)
    else if (kind === 'room') this.#takeRoom(parseAs(LINES.room, stated, place), place)
    else if (kind === 'item') this.#takeItem(stated, place)
    else if (kind === 'attached') this.#takeAttached(parseAs(LINES.attached, stated, place), place)
    else if (kind === 'task') this.#takeTask(parseAs(LINES.task, stated, place), place)
    else if (kind === 'photo') this.#takePhoto(parseAs(LINES.photo, stated, place), place)
    else if (kind === 'revision') this.#takeRevision(parseAs(LINES.revision, stated, place), place)
    else this.#takeMarks(parseAs(LINES.marks, stated, place), place)
  }

  #takeFile(file: FileLine, place: string): void {
    if (this.files.has(file.path)) throw new WrongFile(`${place}: ${shown(file.path)} is listed twice.`)
    const entry = this.#entries.get(file.path)
    const isLost = file.size === null || file.sha256 === null
    if (isLost && (entry !== undefined || file.size !== file.sha256)) throw notThere(place, file)
    if (entry && entry.uncompressedSize !== file.size)
      throw new WrongFile(`${place}: ${shown(file.path)} has a different size than listed.`)
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
    if (this.rooms.length >= this.#head.rooms) throw new WrongFile(`${place}: There are more rooms than listed.`)
    if (!this.#roomTypes.has(nameKey(room.roomType)))
      throw new WrongFile(`${place}: The structure in ${HEAD_ENTRY} has no room type ${shown(room.roomType)}.`)
    this.rooms.push({ ...room, items: [], tasks: [] })
  }

  #takeItem(stated: unknown, place: string): void {
    const item = parseAs(LINES.item, stated, place)
    const room = this.rooms.at(-1)
    if (!room) throw new WrongFile(`${place}: An item is in no room.`)
    if (++this.#counts.items > this.#head.items) throw new WrongFile(`${place}: There are more items than listed.`)
    if (!this.#categories.has(nameKey(item.category)))
      throw new WrongFile(`${place}: The structure in ${HEAD_ENTRY} has no category ${shown(item.category)}.`)
    const labels = this.#labels.get(nameKey(item.subcategory))
    if (!labels)
      throw new WrongFile(`${place}: The structure in ${HEAD_ENTRY} has no subcategory ${shown(item.subcategory)}.`)
    const labelNames = Object.keys((stated as ItemLine).values)
    const seen = new Set<string>()
    for (const name of labelNames) {
      const key = nameKey(name)
      if (!labels.has(key) || !Object.hasOwn(item.values, name))
        throw new WrongFile(`${place}: ${shown(item.subcategory)} has no label ${shown(name)}.`)
      if (seen.has(key)) throw new WrongFile(`${place}: ${shown(name)} is listed twice.`)
      seen.add(key)
    }
    room.items.push({ ...item, files: [], tasks: [] })
    this.#names = new Set()
  }

  #takeAttached(attached: AttachedLine, place: string): void {
    const item = this.rooms.at(-1)?.items.at(-1)
    if (!item) throw new WrongFile(`${place}: A file is on no item.`)
    if (++this.#counts.files > this.#head.files) throw new WrongFile(`${place}: There are more files than listed.`)
    if (!this.files.has(attached.path)) throw new WrongFile(`${place}: There is no ${shown(attached.path)}.`)
    if (this.#names.has(attached.name)) throw new WrongFile(`${place}: ${shown(attached.name)} is on the item twice.`)
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
    if (this.#waiting.has(photo.path)) throw new WrongFile(`${place}: ${shown(photo.path)} is in the inbox twice.`)
    if (photo.room !== null && !this.rooms[photo.room - 1])
      throw new WrongFile(`${place}: There is no room ${photo.room}.`)
    this.#waiting.add(photo.path)
    this.photos.push(photo)
  }

  #takeRevision(revision: RevisionLine, place: string): void {
    const { number, path } = revision
    const last = this.revisions.at(-1)
    if (this.revisions.length >= (this.#head.revisions ?? 0))
      throw new WrongFile(`${place}: There are more revisions than listed.`)
    if (last && number <= last.number) throw new WrongFile(`${place}: Revision ${number} is out of order.`)
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
      if (this.marks.has(mark)) throw new WrongFile(`${place}: ${mark} is listed twice.`)
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
    for (const [what, stated] of Object.entries(counts) as [keyof typeof found, number][])
      if (found[what] !== stated)
        throw new WrongFile(`${HEAD_ENTRY} says ${stated} ${what}, but there are ${found[what]}.`)
    for (const name of this.#entries.keys())
      if (isOfFile(name) && !this.files.has(name) && !isAdded(name))
        throw new WrongFile(`${shown(name)} is not among the files that ${CONTENTS_ENTRY} lists.`)
    const inRoom = (room: ReadRoom) => new Set(room.items.flatMap((item) => item.files.map((file) => file.path)))
    const used = new Set<string>()
    for (const room of this.rooms) {
      const paths = inRoom(room)
      if (room.cover !== null && !paths.has(room.cover))
        throw new WrongFile(`The cover of the room ${shown(room.name)} is on none of its items.`)
      for (const path of paths) used.add(path)
    }
    if (project.cover !== null && !used.has(project.cover))
      throw new WrongFile('The cover of the project is on none of its items.')
    for (const path of this.files.keys())
      if (!used.has(path) && !this.#waiting.has(path) && !this.#issued.has(path))
        throw new WrongFile(`${shown(path)} is on no item, not in the inbox and no issued revision.`)
    if (this.marks.size > 0 && this.revisions.length === 0)
      throw new WrongFile('There are marks of revisions, but no revision.')
    for (const { mark } of this.rooms.flatMap((room) => room.items))
      if (mark !== undefined && !this.marks.has(mark))
        throw new WrongFile(`An item has the mark ${mark}, which was not issued.`)
  }
}
