import { randomBytes } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { noise } from '../../support/sample-pictures.ts'
import { bytesOf, start, startWithFile } from './downloads.ts'

describe('a download', () => {
  // Proves 7.22
  test('has the bytes that were uploaded, with their length and type', async () => {
    const { download } = await startWithFile('faucet.pdf', bytesOf.pdf)
    const response = await download()
    expect(response.statusCode).toBe(200)
    expect(response.rawPayload.equals(bytesOf.pdf)).toBe(true)
    expect(response.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(bytesOf.pdf.length),
      'content-disposition': 'inline; filename="faucet.pdf"',
      'accept-ranges': 'bytes',
    })
  })

  test('may be cached only by the browser, which revalidates it each time', async () => {
    const { download } = await startWithFile('plan.txt', bytesOf.text)
    expect((await download()).headers['cache-control']).toBe('private, no-cache')
  })

  test('is harmless on our origin with any type', async () => {
    const { download } = await startWithFile('plan.txt', bytesOf.html)
    expect((await download()).headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
      'cross-origin-resource-policy': 'same-origin',
    })
  })

  test('is never compressed', async () => {
    const { download } = await startWithFile('a.json', Buffer.from(JSON.stringify('x'.repeat(5000))))
    const response = await download({ 'accept-encoding': 'gzip, br' })
    expect(response.headers).not.toHaveProperty('content-encoding')
    expect(response.rawPayload).toHaveLength(5002)
  })

  test('has all bytes of a large file', async () => {
    const bytes = randomBytes(3 * 1024 * 1024 + 17)
    const { download } = await startWithFile('large.bin', bytes)
    expect((await download()).rawPayload.equals(bytes)).toBe(true)
    const part = await download({ range: 'bytes=1048570-2097160' })
    expect(part.statusCode).toBe(206)
    expect(part.rawPayload.equals(bytes.subarray(1048570, 2097161))).toBe(true)
  })

  test('answers HEAD with the headers and no body', async () => {
    const { user, url } = await startWithFile('plan.txt', bytesOf.text)
    const response = await user.raw({ method: 'HEAD', url })
    expect(response.statusCode).toBe(200)
    expect(response.headers).toMatchObject({ 'content-length': '8', etag: expect.any(String) })
    expect(response.body).toBe('')
  })

  test('answers HEAD for the whole file despite a Range, without reading the store', async () => {
    const { services, user, url } = await startWithFile('plan.txt', bytesOf.text)
    const read = vi.spyOn(services.store, 'read')
    const part = await user.raw({ method: 'HEAD', url, headers: { range: 'bytes=0-1' } })
    expect([part.statusCode, part.headers['content-length'], part.headers['content-range']]).toEqual([
      200,
      '8',
      undefined,
    ])
    const etag = String(part.headers.etag)
    const same = await user.raw({ method: 'HEAD', url, headers: { 'if-none-match': etag } })
    expect([same.statusCode, same.headers.etag, same.headers['content-length']]).toEqual([304, etag, undefined])
    expect(read).not.toHaveBeenCalled()
  })
})

test('every failed download is harmless on our origin', async () => {
  const { services, anonymous, user, url } = await startWithFile('plan.html', bytesOf.html)
  const etag = String((await user.raw({ url })).headers.etag)
  const ask = (headers: Record<string, string> = {}, address = url) => user.raw({ url: address, headers })
  const answers = [
    [200, await ask()],
    [206, await ask({ range: 'bytes=0-3' })],
    [304, await ask({ 'if-none-match': etag })],
    [400, await ask({}, `${url}?version=large`)],
    [401, await anonymous.raw({ url })],
    [404, await ask({}, '/download/AAAAAAAAAAAAAAAAAAAAAA')],
    [412, await ask({ 'if-match': '"other"' })],
    [415, await ask({}, `${url}?version=screen`)],
    [416, await ask({ range: 'bytes=999-' })],
  ] as const
  const { storage_key } = await services.db.selectFrom('blobs').select('storage_key').executeTakeFirstOrThrow()
  await services.store.remove(storage_key)
  for (const [status, response] of [...answers, [404, await ask()] as const]) {
    expect(response.statusCode).toBe(status)
    expect(response.headers, String(status)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
      'cross-origin-resource-policy': 'same-origin',
      'x-frame-options': 'DENY',
    })
    expect(String(response.headers['content-type'])).toMatch(/^application\/(octet-stream|json)/)
  }
})

describe('a missing or changed file in the store', () => {
  const LARGE = 3 * 1024 * 1024
  const photo = async () => noise(300, 200).jpeg().toBuffer()
  const change = (path: string) => {
    const bytes = readFileSync(path)
    writeFileSync(path, bytes.fill((bytes[100] ?? 0) ^ 1, 100, 101))
  }
  const pathOf = ({ filesFolder }: { filesFolder: string }, key: string) => join(filesFolder, key.slice(0, 2), key)

  const startHarmed = async (bytes: Buffer, harm: (path: string) => void) => {
    const started = await startWithFile('plan.bin', bytes)
    const { db, config } = started.services
    const { storage_key } = await db.selectFrom('blobs').select('storage_key').executeTakeFirstOrThrow()
    harm(pathOf(config, storage_key))
    return started
  }

  test.each([
    ['file_missing', 'gone', 3000, (path: string) => rmSync(path)],
    ['file_missing', 'gone', LARGE, (path: string) => rmSync(path)],
    ['file_damaged', 'cut short', 3000, (path: string) => truncateSync(path, 2000)],
    ['file_damaged', 'cut short', LARGE, (path: string) => truncateSync(path, LARGE - 1)],
    ['file_damaged', 'made longer', LARGE, (path: string) => appendFileSync(path, 'more')],
    ['file_damaged', 'changed', 3000, change],
  ])('is a 404 %s where it is %s (%i bytes), whole or in part', async (code, _, size, harm) => {
    const { download } = await startHarmed(randomBytes(size), harm)
    for (const headers of [{}, { range: 'bytes=0-0' }, { range: 'bytes=2500-' }]) {
      const response = await download(headers)
      expect(response.json()).toMatchObject({ statusCode: 404, code })
      expect(response.headers).not.toHaveProperty('content-disposition')
    }
  })

  test('breaks the connection before the last bytes of a large changed file, so that it never looks complete', async () => {
    const { app, user, url } = await startHarmed(randomBytes(LARGE), change)
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    const response = await fetch(address + url, { headers: { authorization: `Bearer ${user.accessToken}` } })
    const { status, headers } = response
    expect([status, headers.get('content-length')], JSON.stringify([...headers])).toEqual([200, String(LARGE)])
    await expect(response.arrayBuffer()).rejects.toThrow()
  })

  test.each([3000, 200_000])('is noticed after an earlier download of %i bytes', async (size) => {
    const { services, download } = await startWithFile('plan.bin', randomBytes(size))
    const { storage_key } = await services.db.selectFrom('blobs').select('storage_key').executeTakeFirstOrThrow()
    for (let times = 0; times < 3; times++) expect((await download()).statusCode).toBe(200)
    change(pathOf(services.config, storage_key))
    expect((await download()).json()).toMatchObject({ code: 'file_damaged' })
  })

  test('is noticed after an earlier download of a large file', async () => {
    const { app, services, user, url } = await startWithFile('plan.bin', randomBytes(LARGE))
    const { storage_key } = await services.db.selectFrom('blobs').select('storage_key').executeTakeFirstOrThrow()
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    const fetchIt = () => fetch(address + url, { headers: { authorization: `Bearer ${user.accessToken}` } })
    for (let times = 0; times < 3; times++) expect((await (await fetchIt()).arrayBuffer()).byteLength).toBe(LARGE)
    change(pathOf(services.config, storage_key))
    await expect((await fetchIt()).arrayBuffer()).rejects.toThrow()
  })

  test('has no thumbnail, and none is recorded', async () => {
    const { services, user, url } = await startHarmed(await photo(), change)
    const response = await user.raw({ url: `${url}?version=thumbnail` })
    expect(response.json()).toMatchObject({ statusCode: 404, code: 'file_damaged' })
    expect(await services.db.selectFrom('renditions').selectAll().execute()).toEqual([])
  })

  test('is made again if it is a thumbnail, and the old bytes are removed', async () => {
    const { services, user, url } = await startWithFile('photo.jpg', await photo())
    const ask = () => user.raw({ url: `${url}?version=thumbnail` })
    const before = await ask()
    const stored = () => services.db.selectFrom('renditions').select('storage_key').executeTakeFirstOrThrow()
    const path = pathOf(services.config, String((await stored()).storage_key))
    change(path)
    const after = await ask()
    expect([before.statusCode, after.statusCode]).toEqual([200, 200])
    expect(after.rawPayload.equals(before.rawPayload)).toBe(true)
    expect(existsSync(path)).toBe(false)
    expect(pathOf(services.config, String((await stored()).storage_key))).not.toBe(path)
  })
})

test('the type of a file comes from its bytes, not its name; other types than pictures and PDFs are saved', async () => {
  const { user, add } = await start()
  for (const [name, bytes, type, disposition] of [
    ['a.pdf', bytesOf.pdf, 'application/pdf', 'inline'],
    ['a.png', bytesOf.png, 'image/png', 'inline'],
    ['a.jpg', bytesOf.jpeg, 'image/jpeg', 'inline'],
    ['a.gif', bytesOf.gif, 'image/gif', 'inline'],
    ['photo.html', bytesOf.jpeg, 'image/jpeg', 'inline'],
    ['a.zip', bytesOf.zip, 'application/zip', 'attachment'],
    ['a.html', bytesOf.html, 'application/octet-stream', 'attachment'],
    ['html.pdf', bytesOf.html, 'application/octet-stream', 'attachment'],
    ['html.png', bytesOf.html, 'application/octet-stream', 'attachment'],
    ['a.svg', bytesOf.svg, 'application/octet-stream', 'attachment'],
    ['xml.svg', bytesOf.xml, 'application/xml', 'attachment'],
    ['a.js', bytesOf.script, 'application/octet-stream', 'attachment'],
    ['a.txt', bytesOf.text, 'application/octet-stream', 'attachment'],
    ['gif.pdf', bytesOf.gif, 'image/gif', 'inline'],
    ['png.html', bytesOf.png, 'image/png', 'inline'],
    ['pdf.jpg', bytesOf.pdf, 'application/pdf', 'inline'],
    ['empty.png', Buffer.alloc(0), 'application/octet-stream', 'attachment'],
    ['page.gif', Buffer.concat([bytesOf.gif, bytesOf.html]), 'image/gif', 'inline'],
    ['script.gif', Buffer.from('GIF89a=1;alert(1)//'), 'image/gif', 'inline'],
    ['page.pdf', Buffer.concat([bytesOf.html, bytesOf.pdf]), 'application/pdf', 'inline'],
    ['line.pdf', Buffer.concat([Buffer.from('\n'), bytesOf.pdf]), 'application/pdf', 'inline'],
    ['late.pdf', Buffer.concat([Buffer.alloc(1024, ' '), bytesOf.pdf]), 'application/octet-stream', 'attachment'],
    ['bmw.txt', Buffer.from('BMW, of 2019, in the garage'), 'application/octet-stream', 'attachment'],
    ['note.txt', Buffer.from('A PDF begins with %PDF-.'), 'application/octet-stream', 'attachment'],
    ['blank.html', Buffer.concat([Buffer.from('\n\n  '), bytesOf.html]), 'application/octet-stream', 'attachment'],
    ['bom.html', Buffer.concat([Buffer.from('efbbbf', 'hex'), bytesOf.html]), 'application/octet-stream', 'attachment'],
    ['xhtml.png', bytesOf.xhtml, 'application/xml', 'attachment'],
    ['module.mjs', Buffer.from('export default import("./other.js")'), 'application/octet-stream', 'attachment'],
    ['style.css', Buffer.from('*{color:red}'), 'application/octet-stream', 'attachment'],
  ] as const) {
    const { headers } = await user.raw({ url: await add(name, bytes) })
    expect([headers['content-type'], headers['content-disposition']], name).toEqual([
      type,
      `${disposition}; filename="${name}"`,
    ])
  }
})
