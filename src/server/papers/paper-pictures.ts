import { Readable } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import { PICTURE_TYPES } from '../../shared/attachments/file-types.ts'
import { AppError } from '../platform/http/app-error.ts'
import type { Reader } from '../platform/db/actor.ts'
import type { Database } from '../platform/db/database.ts'
import { keptKindOf } from '../platform/db/rendition-kind.ts'
import { brandedProjects, readableItems } from '../platform/db/access/core.ts'
import { FaultyBytes, type FileStore } from '../platform/storage/store.ts'
import { readChecked, type KnownFile } from '../platform/storage/checked-bytes.ts'
import type { PictureKind } from '../attachments/picture-kinds.ts'
import type { makeFindPicture, Original } from '../attachments/pictures.service.ts'
import type { PaperPlace } from './paper-items.repo.ts'
import type { PaperData, Printed, PrintedPicture } from './paper-process.ts'

/** Limits for one paper and its picture bytes, because the process that makes it has limits. */
const MOST_PICTURES = 600
const MOST_BYTES = 150 * 1024 * 1024
/** Pictures on the items of a paper. All are read before it is known which are shown. */
export const MOST_PICTURES_READ = 5000
/** Sources: covers are as wide as the page, so they use the screen rendition. */
const OF_COVERS: PictureKind = 'screen'
const OF_OTHERS: PictureKind = 'print'

/** A picture, and the smaller upright rendition that papers use instead; undefined until it has been made. */
interface HomePicture {
  original: Original
  kind: PictureKind
  smaller: KnownFile | undefined
}

interface Smaller {
  smaller_key: string | null
  smaller_sha256: string | null
  smaller_size: number | null
}

const withSmaller = <O extends Original & Smaller>({ smaller_key, smaller_sha256, smaller_size, ...original }: O) => {
  const isMade = smaller_key !== null && smaller_sha256 !== null && smaller_size !== null
  return {
    original,
    smaller: isMade ? { storageKey: smaller_key, sha256: smaller_sha256, size: smaller_size } : undefined,
  }
}

/** By remote. */
export type HomePictures = ReadonlyMap<string, HomePicture>

/** The pictures on the items of a place, or only the `wanted` ones. One statement. Throws `paper_too_large`. */
export const readPictures = async (
  db: Database,
  reader: Reader,
  { projectID, roomIDs, itemID }: PaperPlace,
  wanted?: readonly string[],
): Promise<HomePictures> => {
  if ((reader.kind === 'link' && reader.hides.files) || wanted?.length === 0) return new Map()
  const rows = await readableItems(db, reader)
    .where('rooms.project_id', '=', projectID)
    .$if(roomIDs !== undefined, (query) => query.where('items.room_id', 'in', roomIDs ?? []))
    .$if(itemID !== undefined, (query) => query.where('items.id', '=', itemID ?? 0))
    .innerJoin('item_files', 'item_files.item_id', 'items.id')
    .innerJoin('uploads', 'uploads.id', 'item_files.upload_id')
    .innerJoin('blobs', 'blobs.id', 'uploads.blob_id')
    .leftJoin('renditions', (join) =>
      join.onRef('renditions.blob_id', '=', 'blobs.id').on((eb) => {
        const isCover = eb.or([
          eb('projects.cover_upload_id', '=', eb.ref('uploads.id')),
          eb('rooms.cover_upload_id', '=', eb.ref('uploads.id')),
        ])
        const kind = eb.case().when(isCover).then(OF_COVERS).else(OF_OTHERS).end()
        return eb('renditions.kind', '=', keptKindOf(kind))
      }),
    )
    .where('item_files.deleted_at', 'is', null)
    .where('blobs.type', 'in', PICTURE_TYPES)
    .$if(wanted !== undefined, (query) => query.where('uploads.remote', 'in', wanted ?? []))
    .select(['uploads.remote', 'blobs.id as blob_id', 'blobs.storage_key', 'blobs.sha256', 'blobs.size', 'blobs.type'])
    .select(['uploads.rotation', 'renditions.storage_key as smaller_key', 'renditions.sha256 as smaller_sha256'])
    .select(['renditions.size as smaller_size', 'uploads.id as upload_id'])
    .select(['projects.cover_upload_id as cover', 'rooms.cover_upload_id as cover_of_room'])
    .limit(MOST_PICTURES_READ + 1)
    .execute()
  if (rows.length > MOST_PICTURES_READ) throw new AppError('paper_too_large')
  const pictures = new Map<string, HomePicture>()
  for (const row of rows) {
    const { remote, upload_id, cover, cover_of_room, ...picture } = row
    // A picture may be on items of several rooms and be the cover of one of them.
    if (pictures.get(remote)?.kind === OF_COVERS) continue
    const kind = upload_id === cover || upload_id === cover_of_room ? OF_COVERS : OF_OTHERS
    pictures.set(remote, { ...withSmaller(picture), kind })
  }
  return pictures
}

/** The firm's logo as the only picture. */
export const readLogo = async (db: Database, reader: Reader, projectID: number): Promise<HomePictures> => {
  const row = await brandedProjects(db, reader)
    .where('projects.id', '=', projectID)
    .innerJoin('uploads', (join) =>
      join.on((eb) =>
        eb('uploads.id', '=', eb.fn.coalesce(eb.ref('own.logo_upload_id'), eb.ref('usual.logo_upload_id'))),
      ),
    )
    .innerJoin('blobs', 'blobs.id', 'uploads.blob_id')
    .leftJoin('renditions', (join) =>
      join
        .onRef('renditions.blob_id', '=', 'blobs.id')
        .on((eb) => eb('renditions.kind', '=', keptKindOf(eb.val<PictureKind>(OF_OTHERS)))),
    )
    .select(['uploads.remote', 'blobs.id as blob_id', 'blobs.storage_key', 'blobs.sha256', 'blobs.size', 'blobs.type'])
    .select(['uploads.rotation', 'renditions.storage_key as smaller_key', 'renditions.sha256 as smaller_sha256'])
    .select('renditions.size as smaller_size')
    .executeTakeFirst()
  if (!row) return new Map()
  const { remote, ...picture } = row
  return new Map([[remote, { ...withSmaller(picture), kind: OF_OTHERS }]])
}

/** Numbers the pictures of one paper as they are first requested, until the limits are reached. */
export const openPictures = (known: ReadonlyMap<string, HomePicture>) => {
  const numbers = new Map<string, number>()
  const pictures: KnownFile[] = []
  const printed: PrintedPicture[] = []
  const leftOut = new Set<string>()
  let bytes = 0
  const pictureOf = (remote: string, place: Printed): number | null => {
    const key = `${remote} ${place.width} × ${place.height}`
    const number = numbers.get(key)
    const smaller = known.get(remote)?.smaller
    if (number !== undefined || !smaller) return number ?? null
    if (pictures.length === MOST_PICTURES || bytes + smaller.size > MOST_BYTES) {
      leftOut.add(remote)
      return null
    }
    bytes += smaller.size
    numbers.set(key, pictures.length)
    printed.push({ bytes: smaller.size, ...place })
    return pictures.push(smaller) - 1
  }
  return { pictures, printed, pictureOf, leftOut }
}

/** `not_found` if the file was deleted since it was read. */
const NO_PICTURE: ReadonlySet<string> = new Set(['no_picture', 'not_found'])

export interface Prepare {
  find: ReturnType<typeof makeFindPicture>
  log: FastifyBaseLogger
  /** Aborts when nobody waits for the paper anymore. */
  gone: AbortSignal
}

/**
 * Makes the missing renditions, one after the other, and skips pictures of which none can be made. Throws the reason of
 * `gone` before the next one.
 */
export const preparePictures = async (
  pictures: Iterable<HomePicture>,
  whose: number,
  { find, log, gone }: Prepare,
): Promise<void> => {
  for (const { original, kind, smaller } of pictures) {
    gone.throwIfAborted()
    if (smaller) continue
    try {
      await find(original, kind, whose, log)
    } catch (error) {
      const isLeftOut = error instanceof FaultyBytes || (error instanceof AppError && NO_PICTURE.has(error.code))
      if (!isLeftOut) throw error
    }
  }
}

/** The input of the paper process: a line of JSON, then the bytes of each picture; zeros for a lost one. */
export const withPictures = (store: FileStore, data: PaperData, pictures: readonly KnownFile[]): Readable => {
  async function* parts() {
    yield Buffer.from(`${JSON.stringify(data)}\n`)
    for (const picture of pictures) yield (await bytesOf(store, picture)) ?? Buffer.alloc(picture.size)
  }
  return Readable.from(parts(), { objectMode: false })
}

const bytesOf = async (store: FileStore, picture: KnownFile): Promise<Buffer | undefined> => {
  try {
    const bytes = await readChecked(store, picture)
    if (Buffer.isBuffer(bytes)) return bytes
    const chunks: Buffer[] = []
    for await (const chunk of bytes) chunks.push(chunk as Buffer)
    return Buffer.concat(chunks)
  } catch (error) {
    if (error instanceof FaultyBytes) return undefined
    throw error
  }
}
