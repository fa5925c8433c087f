import { readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { addItemFiles, updateItem } from '../../../src/shared/items/items.api.ts'
import { atMost, SENTENCES } from '../../../src/shared/contract/text-rules.ts'
import { MINUTE, HOUR } from '../../../src/server/platform/lib/clock.ts'
import { sweep } from '../../../src/server/sweep.ts'
import { multipart, signIn, startTestApp, type TestApp, type TestFile, IN_FOLDER } from '../../support/test-app.ts'
import { until } from '../../support/until.ts'
import { problemWith, sentenceOf } from '../../support/problems.ts'

const file = (name: string, bytes: Buffer | string = `bytes of ${name}`): TestFile => ({
  name,
  bytes: Buffer.from(bytes),
})

/** The files in the store, unfinished ones included. */
const stored = ({ services }: TestApp): string[] =>
  readdirSync(join(services.config.dataDir, 'files'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)

const start = async (config: Parameters<typeof startTestApp>[0] = {}) => {
  const started = await startTestApp({ ...IN_FOLDER, ...config })
  const user = await started.newUser('robin')
  return {
    ...started,
    user,
    stored: () => stored(started),
    rows: async () => (await started.services.db.selectFrom('uploads').select('id').execute()).length,
    send: (request: ReturnType<typeof multipart>) => user.raw({ method: 'POST', url: '/upload', ...request }),
  }
}

const form = (...parts: string[]) => ({
  headers: { 'content-type': 'multipart/form-data; boundary=edge' },
  payload: Buffer.from([...parts.map((part) => `--edge\r\n${part}\r\n`), '--edge--\r\n'].join('')),
})

describe('an upload', () => {
  // Proves 3.12, 7.21
  test('answers a remote per file, in the order sent, and each can be downloaded', async () => {
    const { user } = await start()
    const names = ['c.txt', 'a.txt', 'b.txt']
    const answer = await user.upload(names.map((name) => file(name)))
    expect(answer).toEqual(names.map((filename) => ({ filename, remote: expect.stringMatching(/^[\w-]{22}$/) })))
    for (const { filename, remote } of answer) {
      expect((await user.raw({ url: `/download/${remote}` })).body).toBe(`bytes of ${filename}`)
    }
  })

  test('keeps two files of one name', async () => {
    const { user } = await start()
    const [first, second] = await user.upload([file('a.txt', 'first'), file('a.txt', 'second')])
    expect([first?.filename, second?.filename]).toEqual(['a.txt', 'a.txt'])
    expect((await user.raw({ url: `/download/${first?.remote}` })).body).toBe('first')
    expect((await user.raw({ url: `/download/${second?.remote}` })).body).toBe('second')
  })

  test('keeps every byte of an empty file and of one at the limit', async () => {
    const { user } = await start({ maxFileBytes: 300_000 })
    const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, n) => (n * n) % 251))
    const [empty, full] = await user.upload([file('empty.txt', ''), { name: 'full.bin', bytes }])
    expect((await user.raw({ url: `/download/${empty?.remote}` })).rawPayload).toHaveLength(0)
    expect((await user.raw({ url: `/download/${full?.remote}` })).rawPayload.equals(bytes)).toBe(true)
  })

  test('keeps every name unchanged, as a label and not a path', async () => {
    const { user } = await start({ maxFilesPerUpload: 100 })
    const names = [
      'the "best" tile.pdf',
      'first\r\nsecond\nthird.pdf',
      '100%25 cotton.pdf',
      'C:\\new\\table.pdf',
      '../../etc/passwd',
      'a; filename=b.pdf',
      '🛁 Bad für Gäste – 浴室.pdf',
      'Kuchenspu\u0308le.pdf',
      'README',
      '.hidden',
      '  plan .pdf ',
      `${'é'.repeat(296)}.pdf`,
      'a\tb\u0007.pdf',
    ]
    const answer = await user.upload(names.map((name) => file(name)))
    expect(answer.map(({ filename }) => filename)).toEqual(names)
  })

  test('decodes the escapes of browsers: quotes and line breaks in either case', async () => {
    const { user } = await start()
    const answer = await user.upload([
      { ...file('x'), rawName: '%22a%22.pdf' },
      { ...file('x'), rawName: 'a%0D%0Ab%0d%0ac.pdf' },
    ])
    expect(answer.map(({ filename }) => filename)).toEqual(['"a".pdf', 'a\r\nb\r\nc.pdf'])
  })

  test('keeps ten concurrent uploads apart', async () => {
    const { user } = await start()
    const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => user.upload([file(`${n}.txt`)])))
    const bodies = await Promise.all(
      answers.map(async ([answer]) => (await user.raw({ url: `/download/${answer?.remote}` })).body),
    )
    expect(bodies).toEqual(Array.from({ length: 10 }, (_, n) => `bytes of ${n}.txt`))
  })
})

describe('a refused upload leaves nothing behind', () => {
  test('if a file is too large, even after a good one', async () => {
    const { send, stored, rows } = await start({ maxFileBytes: 1024 * 1024 })
    const large = { name: 'large.bin', bytes: Buffer.alloc(1024 * 1024 + 1) }
    for (const files of [[large], [file('fine.txt'), large], [large, file('fine.txt')]]) {
      const response = await send(multipart(files))
      expect(response.json()).toMatchObject({
        ...problemWith('too_large', { limit: '1 MB' }),
        fields: { files: sentenceOf('too_large', { limit: '1 MB' }) },
      })
    }
    expect(stored()).toEqual([])
    expect(await rows()).toBe(0)
  })

  test('if it has too many files', async () => {
    const { send, stored, rows } = await start({ maxFilesPerUpload: 2 })
    expect((await send(multipart([file('a'), file('b')]))).statusCode).toBe(200)
    const response = await send(multipart([file('a'), file('b'), file('c')]))
    expect(response.json()).toMatchObject({
      ...problemWith('too_many_files', { limit: '2' }),
      fields: { files: sentenceOf('too_many_files', { limit: '2' }) },
    })
    expect(stored()).toHaveLength(2)
    expect(await rows()).toBe(2)
  })

  test('if the right field has no good file', async () => {
    const { send, stored, rows } = await start()
    const part = (disposition: string, body = 'bytes') =>
      `Content-Disposition: form-data; ${disposition}\r\n\r\n${body}`
    const typed = 'Content-Disposition: form-data; name="files"\r\nContent-Type: application/octet-stream\r\n\r\nbytes'
    const [noFile, otherName] = ['Only files can be sent here.', 'Files must be sent as "files".']
    for (const [request, sentence] of [
      [form(), SENTENCES.filesMissing],
      [form(part('name="files"')), noFile],
      [form(part('name="files"; filename="a"'), part('name="remark"')), noFile],
      [multipart([file('a.txt')], 'file'), otherName],
      [form(part('name="files"; filename="a"'), part('name="x"; filename="b"')), otherName],
      [form(part('filename="a"')), otherName],
      [multipart([file('')]), SENTENCES.fileNameMissing],
      [form(typed), SENTENCES.fileNameMissing],
      [multipart([file('a\0.pdf')]), SENTENCES.unusable],
      [multipart([file('x'.repeat(1025))]), atMost(1024)],
    ] as const) {
      const response = await send(request)
      expect(response.json(), String(request.payload)).toMatchObject({
        ...problemWith('invalid_input'),
        fields: { files: sentence },
      })
    }
    expect(stored()).toEqual([])
    expect(await rows()).toBe(0)
  })

  test('if it has another content type', async () => {
    const { user, stored } = await start()
    for (const type of ['application/json', 'text/plain', 'application/octet-stream', undefined]) {
      const headers = type === undefined ? {} : { 'content-type': type }
      const response = await user.raw({ method: 'POST', url: '/upload', headers, payload: '{}' })
      expect(response.json(), type).toMatchObject({
        ...problemWith('unsupported_type'),
        error: 'Unsupported Media Type',
      })
    }
    expect(stored()).toEqual([])
  })

  test('if it is truncated anywhere', async () => {
    const { send, stored, rows } = await start()
    const { headers, payload } = multipart([file('a.txt', 'x'.repeat(50)), file('b.txt', 'y'.repeat(50))])
    for (let length = 0; length < payload.length - '--\r\n'.length; length += 7) {
      const response = await send({ headers, payload: payload.subarray(0, length) })
      expect(response.json(), `after ${length} bytes`).toMatchObject({ statusCode: 400 })
    }
    expect(stored()).toEqual([])
    expect(await rows()).toBe(0)
  })

  test('if the boundary is missing or wrong', async () => {
    const { send, stored } = await start()
    const { payload } = multipart([file('a.txt')])
    for (const type of [
      'multipart/form-data',
      'multipart/form-data; boundary=',
      'multipart/form-data; boundary=other',
    ]) {
      expect((await send({ headers: { 'content-type': type }, payload })).statusCode, type).toBe(400)
    }
    expect(stored()).toEqual([])
  })

  test('if the client disconnects within a file', async () => {
    const { app, stored, rows } = await start()
    const { accessToken } = await signIn(app, 'robin')
    const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
    const { headers, payload } = multipart([{ name: 'a.bin', bytes: Buffer.alloc(500_000, 'a') }])
    const socket = connect(Number(port), '127.0.0.1')
    socket.write(
      [
        'POST /upload HTTP/1.1',
        'Host: localhost',
        `Authorization: Bearer ${accessToken}`,
        `Content-Type: ${headers['content-type']}`,
        `Content-Length: ${payload.length}`,
        '\r\n',
      ].join('\r\n'),
    )
    socket.write(payload.subarray(0, 300_000))
    await until(() => stored().length === 1)
    socket.destroy()
    await until(() => stored().length === 0)
    expect(await rows()).toBe(0)
  })
})

test('a browser that sends too large a file gets the error, and can continue', async () => {
  const { app } = await start({ maxFileBytes: 1024 * 1024 })
  const { accessToken } = await signIn(app, 'robin')
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const send = (size: number) => {
    const body = new FormData()
    body.append('files', new File([Buffer.alloc(size)], 'large.bin'))
    return fetch(`${origin}/upload`, { method: 'POST', headers: { authorization: `Bearer ${accessToken}` }, body })
  }
  expect((await send(8 * 1024 * 1024)).status).toBe(413)
  expect((await send(1024)).status).toBe(200)
})

test.each(['POST /upload', 'PUT /importproject'])(
  '%s with an endless empty body loses its connection',
  async (call) => {
    const { app } = await start()
    const { accessToken } = await signIn(app, 'robin')
    const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
    const endless = {
      'empty parts': '--x\r\n\r\n\r\n',
      'lines before the first part': 'nothing\r\n',
      'a part without an end of its head': '--x\r\nX: y\r\n',
    }
    for (const [what, nothing] of Object.entries(endless)) {
      const socket = connect(Number(port), '127.0.0.1')
      const head = [`${call} HTTP/1.1`, 'Host: localhost', `Authorization: Bearer ${accessToken}`]
      const form = ['Content-Type: multipart/form-data; boundary=x', 'Transfer-Encoding: chunked', '\r\n']
      socket.write([...head, ...form].join('\r\n'))
      const piece = nothing.repeat(1000)
      const sendOn = () => {
        while (socket.writable && socket.write(`${piece.length.toString(16)}\r\n${piece}\r\n`));
      }
      let answer = ''
      socket.on('drain', sendOn).on('error', () => {})
      socket.on('data', (bytes: Buffer) => (answer += bytes.toString()))
      const closed = new Promise((resolve) => socket.once('close', resolve))
      sendOn()
      await closed
      expect(answer.slice(0, 12), what).toMatch(/^HTTP\/1.1 4(00|13)|^$/)
    }
  },
)

describe('an upload on no item', () => {
  const DAY_OLD = 24 * HOUR

  test('is removed with its bytes after 24 hours', async () => {
    const { app, clock, services, user, stored, rows } = await start()
    const [upload] = await user.upload([file('a.txt')])
    clock.turn(DAY_OLD - MINUTE)
    await sweep(services)
    expect(stored()).toHaveLength(1)
    clock.turn(MINUTE)
    await sweep(services)
    expect(stored()).toEqual([])
    expect(await rows()).toBe(0)
    const later = await signIn(app, 'robin')
    expect((await later.raw({ url: `/download/${upload?.remote}` })).statusCode).toBe(404)
  })

  test.each(['before', 'after'])('cannot be attached after 24 hours, %s the sweep', async (when) => {
    const { app, clock, services, user } = await start()
    const projectID = await user.newProject()
    const itemID = await user.newItem(projectID, await user.newRoom(projectID))
    const [upload] = await user.upload([file('a.txt')])
    const remote = upload?.remote ?? ''
    clock.turn(DAY_OLD)
    if (when === 'after') await sweep(services)
    const later = await signIn(app, 'robin')
    const body = { itemID, inputs: { field1: 'lost' }, files: JSON.stringify({ 'my plan.txt': remote }) }
    for (const { problem } of [
      await later.call(updateItem, { body }),
      await later.call(addItemFiles, { body: { itemID, files: [{ name: 'my plan.txt', remote }] } }),
    ]) {
      expect(problem).toMatchObject({
        statusCode: 404,
        fields: { files: sentenceOf('file_not_found', { name: 'my plan.txt' }) },
      })
    }
  })

  test('does not include files on items or in the trash', async () => {
    const { app, clock, services, user, stored } = await start()
    const projectID = await user.newProject()
    const roomID = await user.newRoom(projectID)
    const [kept, trashed] = await user.upload([file('kept.txt'), file('trashed.txt')])
    const itemID = await user.newItem(
      projectID,
      roomID,
      {},
      JSON.stringify({ 'kept.txt': kept?.remote, 'trashed.txt': trashed?.remote }),
    )
    const files = JSON.stringify({ 'kept.txt': kept?.remote })
    await user.must(updateItem, { body: { itemID, inputs: {}, files } })
    clock.turn(10 * DAY_OLD)
    await sweep(services)
    expect(stored()).toHaveLength(2)
    const later = await signIn(app, 'robin')
    expect((await later.raw({ url: `/download/${kept?.remote}` })).body).toBe('bytes of kept.txt')
    // Its owner can still attach it to any item.
    const again = JSON.stringify({ 'trashed.txt': trashed?.remote })
    await later.newItem(projectID, roomID, {}, again)
  })
})
