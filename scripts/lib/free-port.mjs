import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'

/** Below the ephemeral ports: Linux starts at 32768, others at 49152. */
const RANGE = /** @type {const} */ ([20_000, 32_768])

/** @type {(error: unknown, ...codes: string[]) => boolean} */
const hasCode = (error, ...codes) => error instanceof Error && 'code' in error && codes.includes(`${error.code}`)

/**
 * A free port of 127.0.0.1, for programs that must know their port before they start or reuse it after a restart. Programs
 * that ask the system for any port never get it.
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
 * Waits until a port of 127.0.0.1 refuses connections. After a server is closed, its port may accept some while a process that
 * another thread just forked still has the socket.
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
