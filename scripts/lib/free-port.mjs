import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'

/** What no system gives out by itself: Linux begins at 32768, others at 49152. */
const RANGE = /** @type {const} */ ([20_000, 32_768])

/** @type {(error: unknown, ...codes: string[]) => boolean} */
const hasCode = (error, ...codes) => error instanceof Error && 'code' in error && codes.includes(`${error.code}`)

/**
 * A port of 127.0.0.1 that nothing listens on, for what must know its port before it starts, or have the same again
 * after a stop. Programs that ask for any free port do not get it.
 * @returns {Promise<number>}
 */
export const freePort = async () => {
  const port = randomInt(...RANGE)
  const server = createServer()
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening')
  } catch (error) {
    if (hasCode(error, 'EADDRINUSE', 'EACCES')) return freePort()
    throw error
  }
  server.close()
  await once(server, 'close')
  await untilNothingListens(port)
  return port
}

/**
 * Waits until a port of 127.0.0.1 refuses connections. A closed server's still takes them while a process that another
 * thread starts has not let go of what it was born with.
 * @param {number} port
 */
export const untilNothingListens = async (port) => {
  for (;;) {
    const socket = connect(port, '127.0.0.1')
    try {
      await once(socket, 'connect')
    } catch (error) {
      if (hasCode(error, 'ECONNREFUSED')) return
      if (!hasCode(error, 'ECONNRESET')) throw error
    } finally {
      socket.destroy()
    }
  }
}
