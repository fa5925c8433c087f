import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../tests/support/test-app.ts'

const MB = 1024 * 1024
/** More than the system buffers for one connection, so that some of it waits in our memory. */
const REQUESTS = 20

test('data that waits for a slow caller stays intact while others download', async () => {
  const { app, newUser } = await startTestApp()
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const user = await newUser()
  const [ones, twos] = await user.upload([
    { name: 'ones.bin', bytes: Buffer.alloc(MB, 1) },
    { name: 'twos.bin', bytes: Buffer.alloc(MB, 2) },
  ])
  const call = (remote: string | undefined, connection: string) =>
    `GET /download/${remote} HTTP/1.1\r\nHost: localhost\r\nConnection: ${connection}\r\n` +
    `Authorization: Bearer ${user.accessToken}\r\n\r\n`

  const slow = connect(port)
  slow.write(call(ones?.remote, 'keep-alive').repeat(REQUESTS - 1) + call(ones?.remote, 'close'))
  await once(slow, 'readable')
  for (let n = 0; n < REQUESTS; n++) {
    const quick = connect(port)
    quick.write(call(twos?.remote, 'close'))
    expect(Buffer.concat(await quick.toArray()).includes(1)).toBe(false)
  }
  const received = Buffer.concat(await slow.toArray())
  expect(received.length).toBeGreaterThan(REQUESTS * MB)
  expect(received.includes(2)).toBe(false)
})
