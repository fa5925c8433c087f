import { Readable } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import { PICTURE_TYPES } from '../../shared/files.ts'
import type { Rotation } from '../../shared/rotation.ts'
import { DAY, isoTime, latestNoted } from '../clock.ts'
import { AppError } from '../app-error.ts'
import { keptKind } from '../db/rendition-kind.ts'
import type { Services } from '../services.ts'
import { readChecked } from './checked-bytes.ts'
import { PICTURE_KINDS, type PictureKind } from './picture-kinds.ts'
import { addRendition, findRendition, type Picture, type RenditionKey } from './renditions.repo.ts'
import { storeBytes } from './store-bytes.service.ts'

/** A file larger than that is no picture of a home. */
const MOST_BYTES = 100 * 1024 * 1024
/** What cannot be made today may be made by another machine or a newer library. */
const TRIED_AGAIN_AFTER = DAY

/** The bytes that a picture is made of. */
export interface Original {
  blob_id: number
  storage_key: string
  sha256: string
  size: number
  type: string
  rotation: Rotation
}

/**
 * Gives the function that finds the pictures of a file, turned as it is shown, and makes them when they are asked for first: once,
 * however many ask at the same time. It throws `no_picture` where there is none to be had, and FaultyBytes where the file itself is
 * not as it was uploaded.
 */
export const makeFindPicture = (services: Services) => {
  const { db, store, clock, pictures } = services
  const underWay = new Map<string, Promise<Picture | null>>()

  const foundPicture = async (key: RenditionKey): Promise<Picture | undefined> => {
    const found = await findRendition(db, key)
    return found && 'storageKey' in found ? found : undefined
  }

  const make = async (original: Original, kind: PictureKind, whose: number, log: FastifyBaseLogger) => {
    const { blob_id: blobID, rotation } = original
    const key = { blobID, kind: keptKind(kind, rotation) }
    const outcome = await pictures.make(
      { ...PICTURE_KINDS[kind], rotation, whose },
      // Somebody else may have been first.
      async () =>
        (await foundPicture(key)) ? undefined : readChecked(store, { ...original, storageKey: original.storage_key }),
      (picture) => storeBytes(services, Readable.from([Buffer.from(picture)])),
    )
    if (!outcome) return (await foundPicture(key)) ?? null
    if ('made' in outcome) return addRendition(db, clock, key, outcome.made)
    if (outcome.failed !== 'unreadable') log.warn({ ...key, why: outcome.failed }, 'a picture could not be made')
    // That is no fault of the file.
    if (outcome.failed === 'no library') return null
    return addRendition(db, clock, key, null)
  }

  return async (original: Original, kind: PictureKind, whose: number, log: FastifyBaseLogger): Promise<Picture> => {
    if (!PICTURE_TYPES.includes(original.type) || original.size > MOST_BYTES) throw new AppError('no_picture')
    const key = { blobID: original.blob_id, kind: keptKind(kind, original.rotation) }
    const found = await findRendition(db, key)
    if (found && 'storageKey' in found) return found
    const triedLately =
      found && found.triedAt > isoTime(clock, -TRIED_AGAIN_AFTER) && found.triedAt <= latestNoted(clock)
    if (triedLately) throw new AppError('no_picture')

    // Each user waits in a line of their own.
    const name = `${key.kind} of ${key.blobID} for ${whose}`
    let making = underWay.get(name)
    if (!making) {
      making = make(original, kind, whose, log).finally(() => underWay.delete(name))
      underWay.set(name, making)
    }
    const picture = await making
    if (!picture) throw new AppError('no_picture')
    return picture
  }
}
