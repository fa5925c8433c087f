import { parse } from 'node:path'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { download, type Rendition } from '../../shared/attachments/files.api.ts'
import { PDF_TYPE, PREVIEWED_IMAGES } from '../../shared/attachments/file-types.ts'
import { DECEPTIVE } from '../../shared/contract/text.ts'
import { AppError } from '../platform/http/app-error.ts'
import { downloadNamed } from '../platform/http/download-name.ts'
import type { Serve } from '../platform/http/serve.ts'
import { turnUntilSent } from '../platform/http/until-sent.ts'
import type { AppServices } from '../services.ts'
import { fairnessKey } from '../platform/http/fairness-key.ts'
import { readChecked } from '../platform/storage/checked-bytes.ts'
import { portionOf } from '../platform/storage/conditions.ts'
import { faultOf } from '../platform/storage/stores/store-errors.ts'
import { discardBytes } from '../platform/storage/remove-bytes.service.ts'
import { makeFindPicture } from './pictures.service.ts'
import { forgetRendition, type Picture } from './renditions.repo.ts'
import type { Patch } from './positions.ts'
import { FaultyBytes } from '../platform/storage/store.ts'
import { findDownload, type Download } from './uploads.repo.ts'
import { patchesFor, withPatches } from './without-position.service.ts'

const ASKED_FOR_EACH_TIME = 'private, no-cache'
/** Renditions never change, and users who lose access have already seen them. */
const KEPT_FOR_A_DAY = 'private, max-age=86400'

/** A response body, sent whole or in part. */
interface Sent extends Picture {
  patches?: readonly Patch[]
  type: string
  disposition: string
  cache: string
}

/** The uploaded name without characters that disguise its extension. */
const disposition = (name: string, type: 'inline' | 'attachment'): string =>
  downloadNamed(name.replace(DECEPTIVE, '_'), type)

const original = (file: Download): Sent => {
  const isShown = file.type === PDF_TYPE || PREVIEWED_IMAGES.includes(file.type)
  return {
    storageKey: file.storage_key,
    sha256: file.sha256,
    size: file.size,
    type: file.type,
    disposition: disposition(file.original_name, isShown ? 'inline' : 'attachment'),
    cache: ASKED_FOR_EACH_TIME,
  }
}

const rendition = (file: Download, picture: Picture): Sent => ({
  ...picture,
  type: 'image/webp',
  disposition: disposition(`${parse(file.original_name).name}.webp`, 'inline'),
  cache: KEPT_FOR_A_DAY,
})

interface Asked {
  /** Identifies the user or link for the limiter. */
  asker: number
  request: FastifyRequest
  reply: FastifyReply
}

/** Operators find the file's owner with `npm run files -- check`. */
const logFault = (request: FastifyRequest, error: FaultyBytes) =>
  request.log.error({ err: error, requestId: request.id }, `a file is ${error.condition}`)

/** The body for HEAD: with undefined, Fastify would set a Content-Length of 0. */
const noBody = () => Readable.from([])

export const downloadRoutes = (serve: Serve, services: AppServices): void => {
  const { db, store, downloads } = services
  const findPicture = makeFindPicture(services)

  const send = async ({ request, reply }: Asked, sent: Sent): Promise<void> => {
    const { patches = [] } = sent
    const etag = `"${sent.sha256}${patches.length > 0 ? ' without position' : ''}"`
    const isHead = request.method === 'HEAD'
    const portion = portionOf(request.method, request.headers, etag, sent.size)
    if (portion === 'precondition failed') throw new AppError('precondition_failed')
    if (portion === 'unsatisfiable') {
      throw new AppError('range_not_satisfiable', { headers: { 'Content-Range': `bytes */${sent.size}` } })
    }
    // Reads before setting headers, because a read error sends its own.
    const isSent = portion !== 'not modified' && !isHead
    const read = isSent ? await readChecked(store, sent, portion) : isHead ? noBody() : undefined
    const bytes = read && withPatches(read, patches, typeof portion === 'object' ? portion.start : 0)
    // After the headers, an error can only cut the connection.
    if (bytes instanceof Readable) {
      bytes.on('error', (error) => {
        if (error instanceof FaultyBytes) logFault(request, error)
      })
    }
    reply.headers({
      'Content-Type': sent.type,
      'Content-Disposition': sent.disposition,
      'Cache-Control': sent.cache,
      'Accept-Ranges': 'bytes',
      ETag: etag,
    })
    if (portion === 'not modified') reply.code(304)
    else if (!portion) reply.header('Content-Length', sent.size)
    else {
      const { start, end } = portion
      reply.code(206).header('Content-Range', `bytes ${start}-${end}/${sent.size}`)
      reply.header('Content-Length', end - start + 1)
    }
    void reply.send(bytes)
  }

  const turnToSend = ({ asker, reply }: Asked) => turnUntilSent(downloads.files, asker, reply)

  const sendRendition = async (asked: Asked, file: Download, kind: Rendition) => {
    const { asker, request } = asked
    const picture = await findPicture(file, kind, asker, request.log)
    await turnToSend(asked)
    try {
      await send(asked, rendition(file, picture))
    } catch (error) {
      if (!(error instanceof FaultyBytes)) throw error
      // The store lost the rendition, so it is made again from the original.
      await forgetRendition(db, { blobID: file.blob_id, storageKey: picture.storageKey })
      await discardBytes(store, [picture.storageKey])
      await send(asked, rendition(file, await findPicture(file, kind, asker, request.log)))
    }
  }

  serve(download, async ({ actor, params, query, request, reply }) => {
    const asked = { asker: fairnessKey(actor), request, reply }
    const file = await findDownload(db, actor, params.remote)
    try {
      const isAsItIs = file.rotation === 0 && PREVIEWED_IMAGES.includes(file.type)
      if (query.version && !(query.version === 'whole' && isAsItIs)) await sendRendition(asked, file, query.version)
      else {
        await turnToSend(asked)
        const sent = original(file)
        const patches = file.hidesPosition ? await patchesFor(store, sent) : []
        await send(asked, { ...sent, patches })
      }
    } catch (error) {
      if (!(error instanceof FaultyBytes)) throw error
      logFault(request, error)
      throw faultOf(error)
    }
    return reply
  })
}
