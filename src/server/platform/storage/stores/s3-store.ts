import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  type GetObjectCommandOutput,
  ListObjectsCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { SECOND } from '../../lib/clock.ts'
import type { S3Settings } from '../../../config.ts'
import { AppError, unavailable } from '../../http/app-error.ts'
import { openTempFiles } from '../temp-files.ts'
import {
  DamagedBytes,
  FaultyBytes,
  isStorageKey,
  MissingBytes,
  passedOn,
  READ_AT_ONCE,
  requireStorageKey,
  type ByteRange,
  type FileStore,
} from '../store.ts'

/** How long a transfer may stall before `unavailable`. On slow lines, system buffers cause long pauses. */
const PATIENCE = 15 * SECOND
/** Readiness checks are frequent and wait less. */
const PATIENCE_OF_A_CHECK = 5 * SECOND
const TRIES = 3
const FIRST_WAIT = 0.2 * SECOND
/** Only failures faster than this are retried: slower ones would take as long again. */
const QUICK = 3 * SECOND
/** The most keys that servers return per page. */
const LISTED_AT_ONCE = 1000
/** Errors are thrown; the caller logs them. */
const SILENT = { trace() {}, debug() {}, info() {}, warn() {}, error() {} }

const isMissing = (error: unknown): boolean =>
  error instanceof S3ServiceException &&
  (error.name === 'NoSuchKey' || (error.$metadata.httpStatusCode === 404 && error.name !== 'NoSuchBucket'))

/** The file is shorter than the requested part. */
const isTooShort = (error: unknown): boolean =>
  error instanceof S3ServiceException && error.$metadata.httpStatusCode === 416

/** The size of the whole file according to a response; undefined if it does not say. */
const sizeBy = ({ ContentLength: length, ContentRange: part }: GetObjectCommandOutput): number | undefined =>
  part === undefined ? length : Number(/\/(\d+)$/.exec(part)?.[1] ?? NaN) || undefined

/** Errors without a response come from the network. */
const mayPass = (error: unknown): boolean => {
  if (!(error instanceof S3ServiceException)) return true
  const { httpStatusCode: status = 500 } = error.$metadata
  return status >= 500 || status === 429 || error.name === 'SlowDown' || error.name === 'RequestTimeout'
}

/** A timeout that restarts whenever data moves. */
const startWaiting = (patience: number) => {
  const controller = new AbortController()
  const giveUp = (reason: Error) => controller.abort(reason)
  const timer = setTimeout(() => giveUp(new Error('The bucket kept us waiting.')), patience)
  let lastMove = performance.now()
  return {
    signal: controller.signal,
    moved: () => {
      lastMove = performance.now()
      timer.refresh()
    },
    giveUp,
    mayTryAgain: () => !controller.signal.aborted && performance.now() - lastMove < QUICK,
    end: () => clearTimeout(timer),
  }
}
type Waiting = ReturnType<typeof startWaiting>

/** Retries calls that failed quickly and may succeed. Permanent failures are the store's, not the caller's. */
const within = async <T>(patience: number, work: (waiting: Waiting) => Promise<T>): Promise<T> => {
  const waiting = startWaiting(patience)
  try {
    for (let tries = 1; ; tries++) {
      try {
        return await work(waiting)
      } catch (error) {
        if (isMissing(error) || isTooShort(error) || error instanceof FaultyBytes) throw error
        if (error instanceof AppError) throw error
        if (tries === TRIES || !mayPass(error) || !waiting.mayTryAgain()) throw unavailable(error)
      }
      await wait(FIRST_WAIT * 4 ** (tries - 1))
    }
  } finally {
    waiting.end()
  }
}

/** Times out when the bucket stalls, not when the reader does. */
async function* chunksOf(body: Readable, patience: number): AsyncGenerator<Buffer> {
  const chunks = body[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  try {
    for (;;) {
      const timer = setTimeout(() => body.destroy(new Error('The bucket stopped in the middle of a file.')), patience)
      const { done, value } = await chunks.next().finally(() => clearTimeout(timer))
      if (done) return
      yield value
    }
  } catch (error) {
    throw unavailable(error)
  } finally {
    body.destroy()
  }
}

/**
 * Stores files in a bucket of Amazon S3 or of any server with its protocol, using only what all of them support: puts with a
 * known length, plain reads, single deletes. Bytes are spooled to the `scratch` folder first, so a slow client occupies no
 * connection, and a put can be retried and is never cut off.
 */
export const openS3Store = async (
  settings: S3Settings,
  scratch: string,
  { patience = PATIENCE, listedAtOnce = LISTED_AT_ONCE } = {},
): Promise<FileStore> => {
  const { bucket, endpoint, region, prefix, credentials } = settings
  const drafts = await openTempFiles(scratch)
  // Without a limit, because slow readers keep connections open.
  const connections = { keepAlive: true, maxSockets: Infinity }
  const client = new S3Client({
    region,
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    ...(credentials && { credentials: { ...credentials } }),
    // Many servers refuse the checksums that the library would add.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // With it, a hanging gateway delays the failure by seconds.
    expectContinueHeader: false,
    logger: SILENT,
    // `within` retries and times out.
    maxAttempts: 1,
    requestHandler: { httpAgent: connections, httpsAgent: connections, socketTimeout: 0 },
  })
  const placeOf = (key: string) => {
    requireStorageKey(key)
    return { Bucket: bucket, Key: prefix + key }
  }
  // Version 1 continues after a key; some servers lack or forget the tokens of version 2.
  const page = (after: string | undefined, most: number, { signal }: Waiting) =>
    client.send(new ListObjectsCommand({ Bucket: bucket, Prefix: prefix, Marker: after, MaxKeys: most }), {
      abortSignal: signal,
    })

  return {
    async put(key, bytes) {
      const place = placeOf(key)
      const md5 = createHash('md5')
      let size = 0
      const draft = await drafts.write(
        (async function* () {
          for await (const chunk of bytes as AsyncIterable<Buffer>) {
            md5.update(chunk)
            size += chunk.length
            yield chunk
          }
        })(),
        { durable: false },
      )
      const known = { ContentLength: size, ContentMD5: md5.digest('base64') }
      try {
        await within(patience, async ({ signal, moved, giveUp }) => {
          const body = createReadStream(draft).on('error', giveUp).on('data', moved)
          // Paused until the connection is ready.
          body.pause()
          const once = new AbortController()
          try {
            await client.send(new PutObjectCommand({ ...place, ...known, Body: body }), {
              abortSignal: AbortSignal.any([signal, once.signal]),
            })
          } finally {
            // A server may refuse early; without this the connection would wait for the rest of the body.
            once.abort()
            body.destroy()
          }
        })
      } finally {
        await drafts.remove(draft)
      }
    },

    async read(key: string, size?: number, range?: ByteRange): Promise<Readable | Buffer> {
      const place = placeOf(key)
      const part = range && { Range: `bytes=${range.start}-${range.end}` }
      try {
        return await within(patience, async ({ signal, moved }) => {
          const answer = await client.send(new GetObjectCommand({ ...place, ...part }), { abortSignal: signal })
          const { Body: body } = answer
          if (!(body instanceof Readable)) throw new Error('The bucket answered without bytes.')
          const storedSize = sizeBy(answer) ?? size
          if (size !== undefined && storedSize !== size) {
            body.destroy()
            throw new DamagedBytes(key)
          }
          if (range || storedSize === undefined || storedSize > READ_AT_ONCE)
            return passedOn(body, chunksOf(body, patience))
          const chunks: Buffer[] = []
          for await (const chunk of body as AsyncIterable<Buffer>) {
            moved()
            chunks.push(chunk)
          }
          return Buffer.concat(chunks)
        })
      } catch (error) {
        if (isMissing(error)) throw new MissingBytes(key)
        throw isTooShort(error) ? new DamagedBytes(key) : error
      }
    },

    async remove(key) {
      const place = placeOf(key)
      try {
        await within(patience, ({ signal }) => client.send(new DeleteObjectCommand(place), { abortSignal: signal }))
      } catch (error) {
        if (!isMissing(error)) throw error
      }
    },

    async *list() {
      let last: string | undefined
      for (let isMore = true; isMore;) {
        const { Contents: objects = [], IsTruncated } = await within(patience, (waiting) =>
          page(last, listedAtOnce, waiting),
        )
        for (const { Key: name = '', LastModified: writtenAt } of objects) {
          const key = name.slice(prefix.length)
          if (isStorageKey(key) && writtenAt) yield { key, writtenAt }
        }
        last = objects.at(-1)?.Key
        isMore = IsTruncated === true && last !== undefined
      }
    },

    async check() {
      await drafts.check()
      // Listing also checks the storage behind a gateway; HeadBucket does not.
      await within(Math.min(patience, PATIENCE_OF_A_CHECK), (waiting) => page(undefined, 1, waiting))
    },
  }
}
