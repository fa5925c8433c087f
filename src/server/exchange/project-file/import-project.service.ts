import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { untaken } from '../../../shared/attachments/file-name.ts'
import { fitsWhole, type ImportReport } from '../../../shared/exchange/project-file.api.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Database } from '../../platform/db/database.ts'
import { openTempFiles } from '../../platform/storage/temp-files.ts'
import { discardStored } from '../../platform/storage/remove-bytes.service.ts'
import { storeBytes } from '../../platform/storage/store-bytes.service.ts'
import type { StoredFile } from '../../attachments/uploads.repo.ts'
import { finishesOfBrought } from '../../papers/revisions/marks.ts'
import { packed } from '../../papers/revisions/snapshot.ts'
import { VALUES_PAPER as PAPER } from '../../items/values-paper.ts'
import type { Services } from '../../services.ts'
import type { Structure } from '../../structure/structure-model.ts'
import { oneAtATime } from '../../structure/structure-record.repo.ts'
import { loadStructure } from '../../structure/structure-steps.repo.ts'
import { mapToCatalog, NothingFits, type Fitted, type FittedItem } from './map-to-catalog.ts'
import { insertWholeProject, type IssuedElsewhere } from './import-project.repo.ts'
import { readProjectFile, type ProjectFile } from './read-project-file.ts'
import { WrongFile } from './wrong-file.ts'

export const FIELD = 'files'

export const wrongFile = (sentence: string, cause?: unknown) =>
  new AppError('invalid_input', { sentence, fields: { [FIELD]: sentence } }, { cause })

const NOTHING_FITS = 'This server has none of the room types, categories, or subcategories that this project uses.'

/** The folder for uploads not yet read; files of a killed server are deleted after a day. */
export const openSpool = ({ config }: Pick<Services, 'config'>) => openTempFiles(join(config.dataDir, 'spool'))

export interface Arrived {
  /** The path of the ZIP. */
  path: string
  /** The hash of its bytes. */
  sha256: string
}

export const receiveFile = async (services: Services, bytes: Readable): Promise<Arrived> => {
  const hash = createHash('sha256')
  const hashed = async function* () {
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      hash.update(chunk)
      yield chunk
    }
  }
  const path = await (await openSpool(services)).write(hashed(), { durable: false })
  return { path, sha256: hash.digest('hex') }
}

export const removeLeftovers = async (services: Services, { path }: Arrived): Promise<void> =>
  (await openSpool(services)).remove(path)

/** The structure as text, for detecting changes. */
const fingerprintOf = (structure: Structure): string =>
  JSON.stringify([
    ...(['room_types', 'categories', 'subcategories', 'labels'] as const).map((table) => [...structure.names(table)]),
    [...structure.places()],
    [...structure.names('subcategories').keys()].map((id) => [structure.labelsOf(id), structure.tellingOf(id)]),
    [...structure.names('labels').keys()].map((id) => structure.kindOf(id)),
  ])

const MOST_TRIES = 5
class StructureChanged extends Error {}

export interface Imported {
  projectID: number
  name: string
  message: string
  report: ImportReport
}

interface Import {
  arrived: Arrived
  refuseUnfit: boolean
  /** Aborted if the client disconnects: then nothing is created. */
  signal: AbortSignal
  /** Runs the work in the database idempotently: a repeated request gets the first answer. */
  inDatabase: (work: (db: Database) => Promise<Imported>) => Promise<Imported>
}

/**
 * Stores the bytes of item files, inbox photos and revision books. Adds each key to `keys` before its bytes are stored.
 */
const storeAll = async (services: Services, file: ProjectFile, fitted: Fitted, signal: AbortSignal, keys: string[]) => {
  const put = async (originalName: string, bytes: Readable): Promise<StoredFile> => {
    signal.throwIfAborted()
    const stored = await storeBytes(services, bytes)
    keys.push(stored.storageKey)
    return { originalName, ...stored }
  }
  const ofFile = new Map<string, StoredFile>()
  for (const { path, originalName, rotation, open } of file.files.values())
    ofFile.set(path, { ...(await put(originalName, await open())), rotation })
  const papers = new Map<FittedItem, StoredFile & { displayName: string }>()
  for (const item of fitted.rooms.flatMap(({ items }) => items)) {
    if (item.paper === null) continue
    const displayName = untaken(PAPER, new Set(item.from.files.map(({ name }) => name)))
    papers.set(item, { displayName, ...(await put(PAPER, Readable.from([Buffer.from(item.paper)]))) })
  }
  return { ofFile, papers }
}

const fitOrRefuse = (structure: Structure, file: ProjectFile, refuseUnfit: boolean): Fitted => {
  let fitted: Fitted
  try {
    fitted = mapToCatalog(structure, file)
  } catch (error) {
    throw error instanceof NothingFits ? new AppError('does_not_fit', { sentence: NOTHING_FITS }) : error
  }
  if (refuseUnfit && !fitsWhole(fitted.report)) throw new AppError('does_not_fit', { body: { report: fitted.report } })
  return fitted
}

/**
 * The file's revisions with snapshots. Only the last one has the issued marks; all are otherwise empty, since the
 * original snapshots refer to ids of the other installation.
 */
const revisionsOf = async ({ revisions, marks }: ProjectFile, { rooms }: Fitted): Promise<IssuedElsewhere[]> => {
  if (revisions.length === 0) return []
  const items = rooms.flatMap((room) => room.items)
  const brought = items.map(({ fields, from: { mark }, ...kind }) => ({ ...kind, ...fields, mark }))
  const finishes = finishesOfBrought(marks, brought)
  const pictureOf = (of: ReadonlyMap<string, string>) => packed({ rooms: [], items: [], marks: of })
  const [withAll, without] = [await pictureOf(finishes), await pictureOf(new Map())]
  return revisions.map((revision, at) => ({ revision, picture: at === revisions.length - 1 ? withAll : without }))
}

const tryOnce = async (
  services: Services,
  actor: Actor,
  file: ProjectFile,
  { refuseUnfit, signal, inDatabase }: Import,
): Promise<Imported> => {
  const { db, clock, config } = services
  const structure = await loadStructure(db)
  const fitted = fitOrRefuse(structure, file, refuseUnfit)
  const keys: string[] = []
  let superfluous = keys
  let imported: Imported
  try {
    const revisions = await revisionsOf(file, fitted)
    const stored = await storeAll(services, file, fitted, signal, keys)
    signal.throwIfAborted()
    imported = await inDatabase((trx) =>
      oneAtATime(trx, async (within) => {
        if (fingerprintOf(await loadStructure(within)) !== fingerprintOf(structure)) throw new StructureChanged()
        const { projectID, name, ...made } = await insertWholeProject(
          within,
          clock,
          actor,
          { head: file.head, fitted, tasks: file.tasks, photos: file.photos, revisions, stored },
          config,
        )
        signal.throwIfAborted()
        superfluous = made.superfluous
        return { projectID, name, message: `Imported project "${name}"`, report: fitted.report }
      }),
    )
  } catch (error) {
    // Our own errors have rolled back everything. After others, the commit may have succeeded, so the sweep decides.
    if (error instanceof AppError || error instanceof StructureChanged) await discardStored(services, keys)
    throw error
  }
  await discardStored(services, superfluous)
  return imported
}

/**
 * Creates a project from an uploaded project file, all or nothing. Throws `invalid_input` with the file's error,
 * `does_not_fit`, `plan_limit` and `project_name_taken`.
 */
export const importProjectFile = async (services: Services, actor: Actor, request: Import): Promise<Imported> => {
  const { config } = services
  const { arrived, signal } = request
  const limits = { file: config.maxFileBytes, total: config.maxProjectFileBytes }
  let file: ProjectFile | undefined
  try {
    file = await readProjectFile(arrived.path, limits, signal)
    for (let tries = 1; ; tries++) {
      try {
        return await tryOnce(services, actor, file, request)
      } catch (error) {
        if (!(error instanceof StructureChanged) || tries === MOST_TRIES) throw error
      }
    }
  } catch (error) {
    if (error instanceof WrongFile) throw wrongFile(error.message, error.cause)
    throw error
  } finally {
    file?.close()
  }
}
