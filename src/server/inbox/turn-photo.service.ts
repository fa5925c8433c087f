import { Readable } from 'node:stream'
import { TURNED_TYPE } from '../../shared/inbox.ts'
import { AppError } from '../app-error.ts'
import type { Actor } from '../db/actor.ts'
import type { Database } from '../db/database.ts'
import { readablePhotos } from '../db/inbox.ts'
import { writableProjects } from '../db/scope.ts'
import { readChecked, type KnownFile } from '../files/checked-bytes.ts'
import { faultOf } from '../files/fault.ts'
import { keepUploads } from '../files/make-uploads.service.ts'
import { FaultyBytes, passedOn } from '../files/store.ts'
import { storeBytes, type StoredBytes } from '../files/store-bytes.service.ts'
import { CannotTurn, turnJPEG } from '../files/turn-jpeg.ts'
import type { Once } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { putTurnedPhoto } from './inbox.repo.ts'

/** Throws `cannot_turn`, `file_missing` and `file_damaged`. */
const storeTurned = async (services: Services, file: KnownFile): Promise<StoredBytes> => {
  try {
    const bytes = await readChecked(services.store, file)
    const source = Buffer.isBuffer(bytes) ? Readable.from([bytes]) : bytes
    return await storeBytes(services, passedOn(source, turnJPEG(source)))
  } catch (error) {
    if (error instanceof CannotTurn) throw new AppError('cannot_turn', {}, { cause: error })
    throw error instanceof FaultyBytes ? faultOf(error) : error
  }
}

/**
 * A photo of the inbox becomes one that lies a quarter turn further to the left: an upload of whoever turns it, of which
 * nothing but what says how it lies is another. What it was before is swept away as what was never put anywhere. Throws
 * `not_found`, also where somebody else has turned it meanwhile, and what `storeTurned` throws.
 */
export const turn = async (
  services: Services,
  actor: Actor,
  { projectID, photoID }: { projectID: number; photoID: number },
  once: Once,
): Promise<{ remote: string; message: string }> => {
  const { db, clock } = services
  const photo = await readablePhotos(db, actor)
    .where('projects.id', 'in', writableProjects(db, actor).where('projects.id', '=', projectID).select('projects.id'))
    .where('inbox_photos.id', '=', photoID)
    .select(['uploads.remote', 'uploads.original_name as originalName'])
    .select(['blobs.type', 'blobs.size', 'blobs.sha256', 'blobs.storage_key as storageKey'])
    .executeTakeFirst()
  if (!photo) throw new AppError('not_found')
  const { remote: was, originalName, type, ...file } = photo
  if (type !== TURNED_TYPE) throw new AppError('cannot_turn')
  const stored = await storeTurned(services, file)
  return keepUploads(services, actor, [{ originalName, ...stored }], (add) =>
    once(async (trx) => {
      const addTurned = async (within: Database) => (await add(within))[0]?.remote ?? ''
      const remote = await putTurnedPhoto(trx, clock, actor, { projectID, photoID, was }, addTurned)
      return { remote, message: `Turned photo "${originalName}"` }
    }),
  )
}
