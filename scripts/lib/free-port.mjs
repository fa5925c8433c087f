import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** What no system gives out by itself: Linux begins at 32768, others at 49152. */
const RANGE = /** @type {const} */ ([20_000, 32_768])

/** @param {unknown} error */
const isTaken = (error) =>
  error instanceof Error && 'code' in error && ['EADDRINUSE', 'EACCES'].includes(`${error.code}`)

/**
 * A port of 127.0.0.1 that nothing listens on, for what must know its port before it starts, or have the same again
 * after a stop. Nobody who takes any port that is free gets it meanwhile.
 * @returns {Promise<number>}
 */
export const freePort = async () => {
  const port = randomInt(...RANGE)
  const server = createServer()
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening')
  } catch (error) {
    if (isTaken(error)) return freePort()
    throw error
  }
  server.close()
  await once(server, 'close')
  return port
}
