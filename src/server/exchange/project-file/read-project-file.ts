import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { openPromise, type Entry, type ZipFile } from 'yauzl'
import type { Rotation } from '../../../shared/attachments/rotation.ts'
import { readStructureFile } from '../../../shared/structure/structure-file.ts'
import {
  CONTENTS_ENTRY,
  FORMAT,
  FORMAT_VERSION,
  HEAD_ENTRY,
  headSchema,
  MOST,
  REVISIONS_FOLDER,
  type Head,
  type PhotoLine,
  type RevisionLine,
  type TaskLine,
} from './format.ts'
import { WrongFile, shown, parseJSON, parseAs } from './wrong-file.ts'
import {
  NO_PROJECT,
  textsOf,
  bytesOf,
  type Limits,
  orWrongZip,
  withoutFolder,
  entriesOf,
  requireKnown,
  verified,
  linesOf,
} from './project-zip.ts'
import { type ReadRoom, Contents } from './project-contents.ts'

/** A file whose bytes match the project file's hash. */
interface ReadFile {
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

/** The first bytes of every PDF. */
const PDF = '%PDF-'

const readHead = async (zip: ZipFile, entry: Entry | undefined): Promise<Head> => {
  if (!entry) throw new WrongFile(NO_PROJECT)
  if (entry.uncompressedSize > MOST.headBytes) throw new WrongFile(`${HEAD_ENTRY} is larger than allowed.`)
  let text = ''
  for await (const piece of textsOf(bytesOf(zip, entry), HEAD_ENTRY)) text += piece
  const json = parseJSON(text, HEAD_ENTRY) as Partial<Record<'format' | 'version' | 'madeBy', unknown>> | null
  if (json?.format !== FORMAT) throw new WrongFile(NO_PROJECT)
  if (typeof json.version === 'number' && json.version > FORMAT_VERSION)
    throw new WrongFile('It was made by a newer version of Roomfolio. Update this server first.')
  const head = parseAs(headSchema, json, HEAD_ENTRY)
  const { structure, wrong } = readStructureFile(head.structure)
  if (!structure) throw new WrongFile(`${HEAD_ENTRY} › structure › ${wrong}`)
  for (const what of ['rooms', 'items', 'files', 'revisions'] as const) {
    const most = what === 'files' ? MOST.attached : MOST[what]
    const stated = head[what] ?? 0
    if (stated > most) throw new WrongFile(`It has ${stated} ${what}; ${most} are the most.`)
  }
  return { ...head, structure }
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
    if (entry.uncompressedSize > MOST.contentsBytes) throw new WrongFile(`${CONTENTS_ENTRY} is larger than allowed.`)

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
