import { Readable } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import { PICTURE_TYPES } from '../../shared/attachments/file-types.ts'
import type { Rotation } from '../../shared/attachments/rotation.ts'
import { DAY, isoTime, latestNoted } from '../platform/lib/clock.ts'
import { AppError } from '../platform/http/app-error.ts'
import { keptKind } from '../platform/db/rendition-kind.ts'
import type { Services } from '../services.ts'
import { readChecked } from '../platform/storage/checked-bytes.ts'
import { PICTURE_KINDS, type PictureKind } from './picture-kinds.ts'
import { discardBytes } from '../platform/storage/remove-bytes.service.ts'
import { addRendition, findRendition, forgetRendition, type Picture, type RenditionKey } from './renditions.repo.ts'
import { storeBytes } from '../platform/storage/store-bytes.service.ts'
import { FaultyBytes } from '../platform/storage/store.ts'

/** Larger files get no rendition. */
const MOST_BYTES = 100 * 1024 * 1024
/** Another server or a newer library may succeed after a failure. */
const TRIED_AGAIN_AFTER = DAY

/** These take seconds to decode, so their thumbnails are made from the `screen` rendition. */
const SLOW_TYPES: readonly string[] = ['image/heic', 'image/heif', 'image/avif']
const OF_SCREENS: readonly PictureKind[] = ['thumbnail', 'print']

/** The blob that renditions are made from. */
export interface Original {
  blob_id: number
  storage_key: string
  sha256: string
  size: number
  type: string
  rotation: Rotation
}

/**
 * Returns a function that finds a rendition of a file, with its rotation, and makes it on the first request; concurrent
 * requests share the work. It throws `no_picture` if none can be made, and FaultyBytes if the original is missing or damaged.
 */
export const makeFindPicture = (services: Services) => {
  const { db, store, clock, pictures } = services
  const underWay = new Map<string, Promise<Picture | null>>()

  const foundPicture = async (key: RenditionKey): Promise<Picture | undefined> => {
    const found = await findRendition(db, key)
    return found && 'storageKey' in found ? found : undefined
  }

  const make = async (
    original: Original,
    kind: PictureKind,
    whose: number,
    log: FastifyBaseLogger,
  ): Promise<Picture | null> => {
    const { blob_id: blobID, rotation } = original
    const key = { blobID, kind: keptKind(kind, rotation) }
    const isMadeOfScreen = SLOW_TYPES.includes(original.type) && OF_SCREENS.includes(kind)
    const screen = isMadeOfScreen ? await find(original, 'screen', whose, log) : undefined
    const outcome = await pictures
      .make(
        // The `screen` rendition is already rotated.
        { ...PICTURE_KINDS[kind], rotation: screen ? 0 : rotation, whose },
        // Another server may have made it meanwhile.
        async () =>
          (await foundPicture(key))
            ? undefined
            : readChecked(store, screen ?? { ...original, storageKey: original.storage_key }),
        (picture) => storeBytes(services, Readable.from([Buffer.from(picture)])),
      )
      .catch(async (error: unknown) => {
        if (!screen || !(error instanceof FaultyBytes)) throw error
        await discard(blobID, screen)
        return 'again' as const
      })
    if (outcome === 'again') return make(original, kind, whose, log)
    if (!outcome) return (await foundPicture(key)) ?? null
    if ('made' in outcome) return addRendition(db, clock, key, outcome.made)
    if (outcome.failed !== 'unreadable') log.warn({ ...key, why: outcome.failed }, 'a picture could not be made')
    // A missing library is no property of the file, so nothing is stored.
    if (outcome.failed === 'no library') return null
    return addRendition(db, clock, key, null)
  }

  /** Removes a rendition that is missing or damaged, so it is made again. */
  const discard = async (blobID: number, { storageKey }: Picture): Promise<void> => {
    await forgetRendition(db, { blobID, storageKey })
    await discardBytes(store, [storageKey])
  }

  const find = async (
    original: Original,
    kind: PictureKind,
    whose: number,
    log: FastifyBaseLogger,
  ): Promise<Picture> => {
    if (!PICTURE_TYPES.includes(original.type) || original.size > MOST_BYTES) throw new AppError('no_picture')
    const key = { blobID: original.blob_id, kind: keptKind(kind, original.rotation) }
    const found = await findRendition(db, key)
    if (found && 'storageKey' in found) return found
    const triedLately =
      found && found.triedAt > isoTime(clock, -TRIED_AGAIN_AFTER) && found.triedAt <= latestNoted(clock)
    if (triedLately) throw new AppError('no_picture')

    // Per user, so nobody waits for another user's turn.
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

  return find
}
