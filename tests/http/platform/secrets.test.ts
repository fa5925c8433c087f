import { readdirSync, rmSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '../../support/database.ts'
import { startServerProcess } from '../../support/server-process.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { multipart, PASSWORD, registrationOf } from '../../support/test-app.ts'

const startServer = async (settings: Record<string, string> = {}) => {
  const folder = temporaryFolder()
  const database = await createTestDatabase(folder)
  onTestFinished(async () => {
    await database.remove()
    rmSync(folder, { recursive: true, force: true })
  })
  return { folder, server: await startServerProcess(join(folder, 'data'), database.location, settings) }
}

const SECRET = 'correct-horse-secret'

/** All credentials and typed secrets. */
const signIn = async (origin: string) => {
  const send = (path: string, body: object) =>
    fetch(origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const { user, pwd, inputs } = registrationOf('robin')
  expect((await send('/register', { user, pwd, inputs })).status).toBe(201)
  const login = await send('/login', { user, pwd })
  const cookies = login.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '')
  const { accessToken } = (await login.json()) as { accessToken: string }
  return { send, accessToken, cookie: cookies.join('; '), values: cookies.map((one) => one.split('=')[1] ?? '') }
}

test('the log has no bearer, cookie, link token or password at any level', async () => {
  const { server } = await startServer({ LOG_LEVEL: 'trace', SMTP_URL: `smtp://robin:${SECRET}@127.0.0.1:1` })
  const { origin, output } = server
  const { send, accessToken, cookie, values } = await signIn(origin)
  const headers = { authorization: `Bearer ${accessToken}`, cookie }
  const { payload, headers: form } = multipart([{ name: 'plan.pdf', bytes: Buffer.from('%PDF-1.7') }])
  const upload = await fetch(`${origin}/upload`, { method: 'POST', headers: { ...headers, ...form }, body: payload })
  const [{ remote }] = (await upload.json()) as [{ remote: string }]
  const statuses = []
  for (const path of [`/download/${remote}`, '/export', `/reset?token=${accessToken}`, `/${accessToken}`, '/%ff']) {
    statuses.push((await fetch(origin + path, { headers })).status)
  }
  expect(statuses.slice(0, 2)).toEqual([200, 200])
  await fetch(`${origin}/upload`, { method: 'POST', headers: { ...headers, ...form }, body: payload.subarray(0, 90) })
  await fetch(`${origin}/projects`, { method: 'PUT', headers: { ...headers, 'content-type': 'text/x' }, body: '{' })
  await send('/forgot', { user: 'robin' })
  await send('/reset', { token: accessToken, newPass: `${PASSWORD}!` })
  expect((await fetch(`${origin}/refresh`, { method: 'POST', headers })).status).toBe(200)
  // Requests that are not HTTP are logged without their content, or not at all.
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  socket.end(`GET / HTTP/1.1\r\nAuthorization: Bearer ${accessToken}\r\nbroken header\r\n\r\n`)
  await socket.toArray()

  expect(output()).toContain('starting multipart parsing')
  const bytes = (text: string) => [...Buffer.from(text)].join(',')
  for (const [name, secret] of Object.entries<string>({
    accessToken,
    PASSWORD,
    SECRET,
    ...Object.fromEntries(values.entries()),
  })) {
    expect(output().includes(secret), name).toBe(false)
    expect(output().includes(bytes(secret)), `${name} in bytes`).toBe(false)
  }
})

test("other users of the machine cannot read the server's files", async () => {
  const { folder, server } = await startServer()
  const { accessToken } = await signIn(server.origin)
  const headers = { authorization: `Bearer ${accessToken}` }
  const { payload, headers: form } = multipart([{ name: 'plan.pdf', bytes: Buffer.from('%PDF-1.7') }])
  const upload = await fetch(`${server.origin}/upload`, {
    method: 'POST',
    headers: { ...headers, ...form },
    body: payload,
  })
  expect(upload.status).toBe(200)
  const data = join(folder, 'data')
  const paths = ['.', ...readdirSync(data, { recursive: true, encoding: 'utf8' })]
  // The file with the folders created for it.
  expect(paths).toContainEqual(expect.stringMatching(/^files\/[\da-f]{2}\/[\da-f]{32}$/))
  const open = paths.filter((path) => (statSync(join(data, path)).mode & 0o077) !== 0)
  expect(open).toEqual([])
})
