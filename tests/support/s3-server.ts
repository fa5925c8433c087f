import { rmSync } from 'node:fs'
import S3rver from 's3rver'
import { onTestFinished } from 'vitest'
import { freePort, untilNothingListens } from '../../scripts/lib/free-port.mjs'
import type { S3Settings } from '../../src/server/config.ts'
import { temporaryFolder } from './temporary-folder.ts'

/**
 * A server that speaks S3 as far as the store needs it. It takes any secret, ignores conditions and sums, answers all
 * of a file where its first byte alone is asked for, and what of a broken put has arrived can be read: what depends on
 * those is tested on real ones by `npm run test:all -- scale`.
 */
export interface S3Server {
  settings: S3Settings
  /** Another start, after a stop, is on the same port and has the same files. */
  stop(): Promise<void>
  start(): Promise<void>
}

const BUCKET = 'files'

/** Runs until the test ends, with an empty bucket. */
export const startS3Server = async (): Promise<S3Server> => {
  const { remove, ...server } = await openS3Server()
  onTestFinished(remove)
  return server
}

/** Runs until it is removed, with an empty bucket. */
export const openS3Server = async (): Promise<S3Server & { remove(): Promise<void> }> => {
  const directory = temporaryFolder()
  const port = await freePort()
  let running: S3rver | undefined

  const start = async () => {
    const server = new S3rver({
      address: '127.0.0.1',
      port,
      directory,
      silent: true,
      configureBuckets: [{ name: BUCKET }],
    })
    answerWhenWritten(server)
    // Silent as it is, it complains of what there is to say after its end.
    server.logger.info = () => {}
    running = server
    await server.run()
  }
  const stop = async () => {
    if (!running) return
    const closed = running.close()
    running.httpServer.closeAllConnections()
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
      credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    },
    start,
    stop,
    async remove() {
      await stop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** By itself it answers a put while the last bytes are still on their way to the disk. */
const answerWhenWritten = ({ store }: S3rver): void => {
  const put = store.putObject.bind(store)
  store.putObject = async (object) => {
    const stored = await put(object)
    const written = async () => (await store.getMetadata(object.bucket, object.key))['content-length']
    while ((await written()) < stored.size) await new Promise(setImmediate)
    return stored
  }
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
