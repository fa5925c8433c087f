import { createHash } from 'crypto'
import type { ZipFile, Entry } from 'yauzl'
import { MOST, UNREAD_ENTRIES, HEAD_ENTRY, isOfFile, CONTENTS_ENTRY } from './format.ts'
import { WrongFile, shown } from './wrong-file.ts'

export interface Limits {
  /** Per file, in bytes. */
  file: number
  /** For all contents, in bytes. */
  total: number
}

const NO_ZIP = 'This isn’t a ZIP file, or it is incomplete.'

export const NO_PROJECT = 'This isn’t a Roomfolio project file.'

const SEVERAL_PROJECTS = 'This file contains several projects. Import them one at a time.'

const WHOLE_ACCOUNT =
  'This is the export of an account. Unpack it, and import the project files in its folders projects and templates one by one.'

const TYPE_OF_FILE = 0o170000

const REGULAR = 0o100000

const FOLDER = 0o040000

/** Allows for folders and for the extra files that systems add when a ZIP is unpacked and repacked. */
const MOST_ENTRIES = 5 * MOST.files

/**
 * Files that systems add to folders and ZIPs: __MACOSX/, .DS_Store, Thumbs.db. Project files may have such names too.
 */
export const isAdded = (name: string): boolean => /(^|\/)(\.|__MACOSX\/|(eh)?thumbs\.db$|desktop\.ini$)/i.test(name)

/** Any error while reading a ZIP is the ZIP's fault, unless it comes from the disk. */
export const orWrongZip = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    if (error instanceof WrongFile || isOfTheDisk(error)) throw error
    throw new WrongFile(NO_ZIP, { cause: error })
  }
}

const isOfTheDisk = (error: unknown): boolean => error instanceof Error && 'syscall' in error

/** The entries by name, without folders. Reads none of their contents. */
export const entriesOf = async (zip: ZipFile, limits: Limits): Promise<Map<string, Entry>> => {
  const tooMany = (count: number) => new WrongFile(`It holds ${count} files; ${MOST.files} are the most.`)
  if (zip.entryCount > MOST_ENTRIES) throw tooMany(zip.entryCount)
  const entries = new Map<string, Entry>()
  let [files, total] = [0, 0]
  for await (const entry of zip.eachEntry()) {
    const { fileName: name } = entry
    const type = (entry.externalFileAttributes >>> 16) & TYPE_OF_FILE
    if (name.endsWith('/') || type === FOLDER) continue
    if (type !== 0 && type !== REGULAR) throw new WrongFile(`${shown(name)} is no file.`)
    if (entry.isEncrypted()) throw new WrongFile(`${shown(name)} is encrypted. Create the ZIP without a password.`)
    if (!entry.canDecodeFileData())
      throw new WrongFile(
        `${shown(name)} uses an unsupported compression. Create the ZIP with the usual compression (Deflate).`,
      )
    if (name.length > 2 * MOST.pathCharacters) throw new WrongFile(`${shown(name)} doesn’t belong in a project file.`)
    if (entries.has(name)) throw new WrongFile(`It holds ${shown(name)} twice.`)
    entries.set(name, entry)
    if (!isAdded(name)) files++
    total += entry.uncompressedSize
    if (total > limits.total) throw new WrongFile('Unpacked, it is larger than allowed here.')
  }
  if (files > MOST.files + UNREAD_ENTRIES.length + 2) throw tooMany(files)
  return entries
}

/** The project's entries by path, without the folder that may contain them all. */
export const withoutFolder = (entries: ReadonlyMap<string, Entry>, limits: Limits): Map<string, Entry> => {
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
      throw new WrongFile(`${shown(name)} is larger than allowed here.`)
  }
  return own
}

const foreign = (name: string) =>
  new WrongFile(`${shown(name)} doesn’t belong in a project file. Remove it from the ZIP.`)

/** Call after reading the head: a file of a newer version may have more entries. */
export const requireKnown = (names: Iterable<string>): void => {
  for (const name of names)
    if (!isOfFile(name) && ![HEAD_ENTRY, CONTENTS_ENTRY, ...UNREAD_ENTRIES].includes(name) && !isAdded(name))
      throw foreign(name)
}

/** The bytes of an entry, limited to its stated size. A wrong size is an error in the ZIP. */
export async function* bytesOf(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
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
export async function* textsOf(bytes: AsyncIterable<Buffer>, name: string): AsyncGenerator<string> {
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

/** Splits only at line feeds: other line readers also split at characters that JSON does not escape. */
export async function* linesOf(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let begun = ''
  for await (const text of texts) {
    const [first = '', ...others] = text.split('\n')
    begun += first
    for (const next of others) {
      if (begun.length > MOST.lineCharacters) break
      yield begun
      begun = next
    }
    if (begun.length > MOST.lineCharacters) throw new WrongFile(`A line of ${CONTENTS_ENTRY} is longer than allowed.`)
  }
  if (begun !== '') throw new WrongFile(`${CONTENTS_ENTRY} is cut off.`)
}

/** Passes bytes through; throws a WrongFile at the end if they do not match the stated hash. */
export async function* verified(bytes: AsyncIterable<Buffer>, stated: { sha256: string | null }, name: string) {
  const digest = createHash('sha256')
  for await (const chunk of bytes) {
    digest.update(chunk)
    yield chunk
  }
  if (digest.digest('hex') !== stated.sha256) throw new WrongFile(`${shown(name)} has changed: its SHA-256 differs.`)
}
