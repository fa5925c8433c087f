import type { FastifyInstance, InjectOptions } from 'fastify'
import { type Config } from '../../src/server/config.ts'
import { openServer } from './one-server.ts'
import { builtProgram } from './programs.ts'
import { openS3Server, type S3Server } from './s3-server.ts'

/** Whether tests get two servers on one database and one bucket, which share nothing else. */
export const TWO_SERVERS = process.env.TEST_SERVERS === '2'

/** One for all tests of a worker, each with a prefix of its own; it goes with the worker. */
let bucket: Promise<S3Server> | undefined
let prefixes = 0

/** What several servers have in common that one need not have. */
export const inBucket = async (): Promise<Partial<Config>> => {
  const { settings } = await (bucket ??= openS3Server())
  return { fileStore: 's3', s3: { ...settings, prefix: `test-${++prefixes}-` } }
}

/** The same code a second time, so that nothing in the memory of one server is known to the other. */
export const openOtherServer: typeof openServer = async (...given) => {
  const other = (await import(builtProgram('one-server'))) as { openServer: typeof openServer }
  return other.openServer(...given)
}

/** Has the first give each request to the next of all, as a proxy before them does. */
export const takeTurns = (apps: readonly FastifyInstance[]): void => {
  const [first] = apps
  const injects = apps.map((app) => app.inject.bind(app))
  let turn = 0
  const inTurn = (options: InjectOptions) => injects[turn++ % injects.length]?.(options)
  if (first) first.inject = inTurn as FastifyInstance['inject']
}
