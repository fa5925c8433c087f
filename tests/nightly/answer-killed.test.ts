import { rmSync } from 'node:fs'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../src/server/platform/db/database.ts'
import { createTestDatabase } from '../support/database.ts'
import { startServerProcess } from '../support/server-process.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { PASSWORD, registrationOf } from '../support/test-app.ts'
import { until } from '../support/until.ts'

const KEY = '8e03978e-40d5-43dd-bc93-6894a57f9324'

test('a repetition gets the answer that a killed server had committed but not sent, from another server', async () => {
  const folder = temporaryFolder()
  const { location, remove } = await createTestDatabase(folder, { empty: true })
  const server = await startServerProcess(folder, location)
  const db = openDatabase(location, () => {})
  onTestFinished(async () => {
    await db.destroy()
    await remove()
    rmSync(folder, { recursive: true, force: true })
  })
  const send = (origin: string, method: string, path: string, body: object, token = '') =>
    fetch(origin + path, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'idempotency-key': KEY },
      body: JSON.stringify(body),
    })
  expect((await send(server.origin, 'POST', '/register', registrationOf('robin'))).status).toBe(201)
  const login = await send(server.origin, 'POST', '/login', { user: 'robin', pwd: PASSWORD })
  const { accessToken } = (await login.json()) as { accessToken: string }
  const inputs = { name: 'Maple Street', address: '1 Elm', city: 'Burlington', state: 'VT', zip: '05401' }

  const address = new URL(server.origin)
  const socket = connect(Number(address.port), address.hostname)
  // It never reads: what the server sends is lost with the connection.
  socket.on('error', () => {})
  const text = JSON.stringify({ inputs })
  socket.write(
    `PUT /project HTTP/1.1\r\nHost: ${address.host}\r\nContent-Type: application/json\r\nIdempotency-Key: ${KEY}\r\n` +
      `Authorization: Bearer ${accessToken}\r\nContent-Length: ${text.length}\r\n\r\n${text}`,
  )
  const answers = () => db.selectFrom('idempotency_keys').where('user_id', 'is not', null).select('answer').execute()
  await until(async () => (await answers()).length === 1)
  await server.kill()
  socket.destroy()

  const next = await startServerProcess(folder, location)
  const again = await send(next.origin, 'PUT', '/project', { inputs }, accessToken)
  expect([again.status, await again.text()]).toEqual([201, (await answers())[0]?.answer])
  const projects = await fetch(`${next.origin}/projects`, { headers: { authorization: `Bearer ${accessToken}` } })
  expect(((await projects.json()) as { projects: unknown[] }).projects).toHaveLength(1)
})
