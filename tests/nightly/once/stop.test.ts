import { rmSync } from 'node:fs'
import { Agent, get, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import { json } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '../../support/database.ts'
import { startServerProcess } from '../../support/server-process.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { until } from '../../support/until.ts'

const start = async () => {
  const folder = temporaryFolder()
  const { location, remove } = await createTestDatabase(folder, { empty: true })
  onTestFinished(async () => {
    await remove()
    rmSync(folder, { recursive: true, force: true })
  })
  return startServerProcess(folder, location)
}

test('a stopping server reports so to health checks while it still answers everybody', async () => {
  const server = await start()
  // Like a proxy, which keeps connections.
  const agent = new Agent({ keepAlive: true })
  onTestFinished(() => agent.destroy())
  const ask = async (path: string) => {
    const [answer] = (await once(get(server.origin + path, { agent }), 'response')) as [IncomingMessage]
    const { statusCode, headers } = answer
    return { status: statusCode, connection: headers.connection, body: await json(answer) }
  }
  expect(await ask('/readyz')).toMatchObject({ status: 200, connection: 'keep-alive' })
  const stopping = server.stop()
  await until(async () => (await ask('/readyz')).status === 503)
  const body = { code: 'unavailable', reasons: ['This server is about to stop.'], reasonCodes: ['server_stops'] }
  expect(await ask('/readyz')).toMatchObject({ status: 503, body })
  expect(await ask('/healthz')).toMatchObject({ status: 503, body })
  expect(await ask('/site')).toMatchObject({ status: 200, connection: 'close' })
  const { code, took } = await stopping
  expect(code).toBe(0)
  expect(took).toBeLessThan(10_000)
  // That is no failure.
  expect(server.output()).not.toContain('"level":50')
})
