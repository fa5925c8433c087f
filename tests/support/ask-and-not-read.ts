import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** Asks for something over a connection of its own and reads nothing of the answer; the test's end closes it. */
export const askAndNotRead = async (port: number, path: string, accessToken: string): Promise<Socket> => {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${accessToken}\r\n\r\n`)
  return socket
}
