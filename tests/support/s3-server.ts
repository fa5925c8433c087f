import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream, rmSync } from 'node:fs'
import { mkdir, readdir, rename, rm, rmdir, stat } from 'node:fs/promises'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { onTestFinished } from 'vitest'
import { freePort, untilNothingListens } from '../../scripts/lib/free-port.mjs'
import type { S3Settings } from '../../src/server/config.ts'
import { temporaryFolder } from './temporary-folder.ts'

/**
 * A server that speaks the parts of S3 that the store needs, with files in a folder. It checks no signature;
 * `npm run test:all -- scale` tries the store on Ceph.
 */
export interface S3Server {
  settings: S3Settings
  /** Another start, after a stop, is on the same port and has the same files. */
  stop(): Promise<void>
  start(): Promise<void>
}

const BUCKET = 'files'
const ACCESS_KEY_ID = 'TESTS'

/** Runs until the test ends, with an empty bucket. */
export const startS3Server = async (): Promise<S3Server> => {
  const { remove, ...server } = await openS3Server()
  onTestFinished(remove)
  return server
}

/** Runs until it is removed, with an empty bucket. */
export const openS3Server = async (): Promise<S3Server & { remove(): Promise<void> }> => {
  const folder = temporaryFolder()
  await Promise.all([mkdir(join(folder, 'arriving')), mkdir(join(folder, 'buckets', BUCKET), { recursive: true })])
  const port = await freePort()
  let running: Server | undefined

  const start = async () => {
    running = createServer((request, response) => {
      answer(folder, request, response).catch((error: unknown) => refuse(response, error))
    })
    await once(running.listen(port, '127.0.0.1'), 'listening')
  }
  const stop = async () => {
    if (!running) return
    const closed = once(running.close(), 'close')
    running.closeAllConnections()
    running = undefined
    await closed
    await untilNothingListens(port)
  }
  await start()
  return {
    settings: {
      bucket: BUCKET,
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      prefix: '',
      credentials: { accessKeyId: ACCESS_KEY_ID, secretAccessKey: 'a secret' },
    },
    start,
    stop,
    async remove() {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

class Refused extends Error {
  readonly status: number

  constructor(status: number, code: string) {
    super(code)
    this.status = status
  }
}

const refuse = (response: ServerResponse, error: unknown) => {
  if (response.headersSent || !(error instanceof Refused)) return void response.destroy()
  sendXML(response, error.status, `<Error><Code>${error.message}</Code></Error>`)
}

const sendXML = (response: ServerResponse, status: number, xml: string) => {
  response.writeHead(status, { 'content-type': 'application/xml' }).end(`<?xml version="1.0" encoding="UTF-8"?>${xml}`)
}

const answer = async (folder: string, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://bucket')
  const [, name = '', key = ''] = /^\/([^/]+)\/?(.*)$/.exec(pathname) ?? []
  const bucket = join(folder, 'buckets', name)
  if (!request.headers.authorization?.includes(`Credential=${ACCESS_KEY_ID}/`))
    throw new Refused(403, 'InvalidAccessKeyId')
  if (key === '') return answerForBucket(bucket, request, response, searchParams)
  await statOr(bucket, 'NoSuchBucket')
  // One folder holds them all, with any characters in their keys.
  const path = join(bucket, encodeURIComponent(decodeURIComponent(key)))
  switch (request.method) {
    case 'PUT':
      await take(request, path, join(folder, 'arriving', randomUUID()))
      return void response.end()
    case 'GET':
      return send(path, request, response)
    case 'DELETE':
      await rm(path, { force: true })
      return void response.writeHead(204).end()
    default:
      throw new Refused(501, 'NotImplemented')
  }
}

const answerForBucket = async (
  bucket: string,
  { method }: IncomingMessage,
  response: ServerResponse,
  asked: URLSearchParams,
): Promise<void> => {
  if (method === 'PUT') {
    await mkdir(bucket)
    return void response.end()
  }
  await statOr(bucket, 'NoSuchBucket')
  if (method === 'DELETE') {
    await rmdir(bucket).catch(() => {
      throw new Refused(409, 'BucketNotEmpty')
    })
    return void response.writeHead(204).end()
  }
  const [prefix, marker, most] = ['prefix', 'marker', 'max-keys'].map((name) => asked.get(name) ?? '')
  const keys = (await readdir(bucket))
    .map(decodeURIComponent)
    .filter((key) => key.startsWith(prefix ?? '') && key > (marker ?? ''))
    .sort()
  const page = keys.slice(0, Number(most) || 1000)
  const rows = await Promise.all(
    page.map(async (key) => {
      const { size, mtime } = await stat(join(bucket, encodeURIComponent(key)))
      const told = `<LastModified>${mtime.toISOString()}</LastModified><Size>${size}</Size>`
      return `<Contents><Key>${key}</Key>${told}</Contents>`
    }),
  )
  const isTruncated = `<IsTruncated>${page.length < keys.length}</IsTruncated>`
  sendXML(response, 200, `<ListBucketResult>${isTruncated}${rows.join('')}</ListBucketResult>`)
}

const statOr = (path: string, code: string) =>
  stat(path).catch(() => {
    throw new Refused(404, code)
  })

/** What has not arrived whole is not there. */
const take = async (request: IncomingMessage, path: string, arriving: string): Promise<void> => {
  const md5 = createHash('md5')
  try {
    await pipeline(
      request,
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          md5.update(chunk)
          yield chunk
        }
      },
      createWriteStream(arriving),
    )
    const wanted = request.headers['content-md5']
    if (wanted !== undefined && md5.digest('base64') !== wanted) throw new Refused(400, 'BadDigest')
    await rename(arriving, path)
  } finally {
    await rm(arriving, { force: true })
  }
}

const send = async (path: string, { headers }: IncomingMessage, response: ServerResponse): Promise<void> => {
  const { size, mtime } = await statOr(path, 'NoSuchKey')
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? []
  const [start, end] = [Number(from ?? 0), Math.min(Number(to ?? size), size - 1)]
  if (from !== undefined && start >= size) throw new Refused(416, 'InvalidRange')
  response.writeHead(from === undefined ? 200 : 206, {
    'content-length': end - start + 1,
    'last-modified': mtime.toUTCString(),
    ...(from !== undefined && { 'content-range': `bytes ${start}-${end}/${size}` }),
  })
  if (size === 0) return void response.end()
  await pipeline(createReadStream(path, { start, end }), response)
}

/** The settings of a process that keeps its files there, or knows that it could. */
export const s3Environment = ({ bucket, endpoint = '', region, prefix, credentials }: S3Settings) => ({
  S3_BUCKET: bucket,
  S3_ENDPOINT: endpoint,
  S3_REGION: region,
  S3_PREFIX: prefix,
  S3_ACCESS_KEY_ID: credentials?.accessKeyId ?? '',
  S3_SECRET_ACCESS_KEY: credentials?.secretAccessKey ?? '',
})
