import { once } from 'node:events'
import { Agent, createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { untilNothingListens } from '../../../../scripts/lib/free-port.mjs'
import { GracefulShutdown } from './graceful-shutdown.ts'

test('a stopping server refuses new connections first, and still answers on open ones', async () => {
  const leave = new GracefulShutdown()
  const server = createServer((_, response) => response.end('answered'))
  leave.add(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const proxy = new Agent({ keepAlive: true })
  onTestFinished(() => {
    proxy.destroy()
    server.close()
  })
  const ask = async (agent: Agent | false) => {
    const [answer] = (await once(get({ port, host: '127.0.0.1', agent }), 'response')) as [IncomingMessage]
    return text(answer)
  }
  expect(await ask(proxy)).toBe('answered')
  await leave.take({ isBehindProxy: false })
  await untilNothingListens(port)
  await expect(ask(false)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  expect(await ask(proxy)).toBe('answered')
})
