import { createHash, randomBytes } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LightMyRequestResponse } from 'fastify'
import { describe, expect, test, vi } from 'vitest'
import { noise } from '../../support/sample-pictures.ts'
import { startTestApp, IN_FOLDER } from '../../support/test-app.ts'

const bytesOf = {
  pdf: Buffer.from('%PDF-1.7\n1 0 obj\nendobj\n'),
  png: Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex'),
  jpeg: Buffer.from('ffd8ffe000104a46494600010100000100010000ffdb0043', 'hex'),
  gif: Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;', 'latin1'),
  zip: Buffer.from('504b0304140000000000', 'hex'),
  html: Buffer.from('<!doctype html><script>alert(document.cookie)</script>'),
  svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  xml: Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  xhtml: Buffer.from(
    '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><script>alert(1)</script></html>',
  ),
  script: Buffer.from('alert(1)'),
  text: Buffer.from('the plan'),
}

const start = async () => {
  const started = await startTestApp(IN_FOLDER)
  const user = await started.newUser()
  return {
    ...started,
    user,
    /** The address of a new file. */
    add: async (name: string, bytes: Buffer) => {
      const [file] = await user.upload([{ name, bytes }])
      return `/download/${file?.remote}`
    },
  }
}

/** A stored file, and how to ask for it. */
const startWithFile = async (name: string, bytes: Buffer) => {
  const started = await start()
  const url = await started.add(name, bytes)
  return { ...started, url, download: (headers: Record<string, string> = {}) => started.user.raw({ url, headers }) }
}

/** The name a browser saves the file under: RFC 8187's form where there is one. */
const savedAs = ({ headers }: LightMyRequestResponse): string | undefined => {
  const disposition = String(headers['content-disposition'])
  const extended = /filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1]
  if (extended !== undefined) return decodeURIComponent(extended)
  const quoted = /filename="((?:[^"\\]|\\.)*)"/.exec(disposition)?.[1]
  return quoted === undefined ? /filename=([^;"]+)/.exec(disposition)?.[1] : quoted.replace(/\\(.)/g, '$1')
}

describe('a download', () => {
  // Proves 7.22
  test('is the bytes that were sent, with their number and type', async () => {
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

  test('may be kept by the browser of its owner alone, which asks each time', async () => {
    const { download } = await startWithFile('plan.txt', bytesOf.text)
    expect((await download()).headers['cache-control']).toBe('private, no-cache')
  })

  test('can do nothing on our origin, whatever it is', async () => {
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

  test('of a large file is the same file', async () => {
    const bytes = randomBytes(3 * 1024 * 1024 + 17)
    const { download } = await startWithFile('large.bin', bytes)
    expect((await download()).rawPayload.equals(bytes)).toBe(true)
    const part = await download({ range: 'bytes=1048570-2097160' })
    expect(part.statusCode).toBe(206)
    expect(part.rawPayload.equals(bytes.subarray(1048570, 2097161))).toBe(true)
  })

  test('asked for by HEAD has the headers and no body', async () => {
    const { user, url } = await startWithFile('plan.txt', bytesOf.text)
    const response = await user.raw({ method: 'HEAD', url })
    expect(response.statusCode).toBe(200)
    expect(response.headers).toMatchObject({ 'content-length': '8', etag: expect.any(String) })
    expect(response.body).toBe('')
  })

  test('asked for by HEAD is told whole, whatever part was asked for, and not read for it', async () => {
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

test('no answer of a download can do anything on our origin, whatever went wrong', async () => {
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

describe('a file that the store has not as it was uploaded', () => {
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

  test('breaks off before its last bytes where it is large and changed, so that nobody takes it for whole', async () => {
    const { app, user, url } = await startHarmed(randomBytes(LARGE), change)
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    const response = await fetch(address + url, { headers: { authorization: `Bearer ${user.accessToken}` } })
    const { status, headers } = response
    expect([status, headers.get('content-length')], JSON.stringify([...headers])).toEqual([200, String(LARGE)])
    await expect(response.arrayBuffer()).rejects.toThrow()
  })

  test.each([3000, 200_000])('is noticed also where it (%i bytes) has been downloaded before', async (size) => {
    const { services, download } = await startWithFile('plan.bin', randomBytes(size))
    const { storage_key } = await services.db.selectFrom('blobs').select('storage_key').executeTakeFirstOrThrow()
    for (let times = 0; times < 3; times++) expect((await download()).statusCode).toBe(200)
    change(pathOf(services.config, storage_key))
    expect((await download()).json()).toMatchObject({ code: 'file_damaged' })
  })

  test('is noticed also where it is large and has been downloaded before', async () => {
    const { app, services, user, url } = await startWithFile('plan.bin', randomBytes(LARGE))
    const { storage_key } = await services.db.selectFrom('blobs').select('storage_key').executeTakeFirstOrThrow()
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    const fetchIt = () => fetch(address + url, { headers: { authorization: `Bearer ${user.accessToken}` } })
    for (let times = 0; times < 3; times++) expect((await (await fetchIt()).arrayBuffer()).byteLength).toBe(LARGE)
    change(pathOf(services.config, storage_key))
    await expect((await fetchIt()).arrayBuffer()).rejects.toThrow()
  })

  test('gives no smaller picture, and none is remembered of it', async () => {
    const { services, user, url } = await startHarmed(await photo(), change)
    const response = await user.raw({ url: `${url}?version=thumbnail` })
    expect(response.json()).toMatchObject({ statusCode: 404, code: 'file_damaged' })
    expect(await services.db.selectFrom('renditions').selectAll().execute()).toEqual([])
  })

  test('is not said of a smaller picture: that is made anew, and its old bytes are gone', async () => {
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

test('the type of a file comes from its bytes and never from its name; what is no picture or PDF is saved', async () => {
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

describe('the name that a browser saves a file under', () => {
  test('is the original one', async () => {
    const { user, add } = await start()
    for (const name of [
      'plan.pdf',
      'the plan.pdf',
      'the "best" tile.pdf',
      "it's 100%.pdf",
      'a; filename=b.pdf',
      'Küche.pdf',
      '€ 5.pdf',
      '🛁 浴室 – Bad.pdf',
      '%20%41.pdf',
      `${'é'.repeat(296)}.pdf`,
      `${'浴'.repeat(1020)}.pdf`,
      '*',
      '"',
      "'",
      '%',
      '%%3F%.pdf',
      '=?utf-8?Q?plan?=.pdf',
      'CON',
      'NUL.pdf',
      '..',
      '...pdf',
      '.htaccess',
      ' leading and trailing ',
      'שלום עולם.pdf',
      'e\u0301.pdf',
      '\ufeffplan\u200b.pdf',
      '👩‍👩‍👧‍👦.pdf',
    ]) {
      const response = await user.raw({ url: await add(name, bytesOf.text) })
      expect(response.headers).not.toHaveProperty('x-injected')
      expect(response.headers['content-disposition']).toMatch(/^attachment; filename=[\x20-\x7e]*$/)
      expect(savedAs(response)).toBe(name)
    }
  })

  test('is without what would break its line or show it as another one; the app still has it as it was', async () => {
    const { user } = await start()
    for (const [name, saved] of [
      ['first\r\nX-Injected: 1.pdf', 'first__X-Injected: 1.pdf'],
      ['tab\tbell\u0007del\u007fnext\u0085.pdf', 'tab_bell_del_next_.pdf'],
      ['\u001b[2Jplan.pdf', '_[2Jplan.pdf'],
      ['photo\u202Egpj.exe', 'photo_gpj.exe'],
      ['\u2066photo\u2069\u202dgpj.exe', '_photo__gpj.exe'],
      ['a\u2028b\u2029c.pdf', 'a_b_c.pdf'],
    ] as const) {
      const [file] = await user.upload([{ name, bytes: bytesOf.text }])
      expect(file?.filename).toBe(name)
      const response = await user.raw({ url: `/download/${file?.remote}` })
      expect(response.headers).not.toHaveProperty('x-injected')
      expect(savedAs(response)).toBe(saved)
    }
  })

  test('is no path, but the last part of one', async () => {
    const { user, add } = await start()
    for (const [name, saved] of [
      ['../../etc/passwd', 'passwd'],
      ['/etc/passwd', 'passwd'],
      ['C:\\plans\\kitchen.pdf', 'kitchen.pdf'],
      ['/', undefined],
    ] as const) {
      expect(savedAs(await user.raw({ url: await add(name, bytesOf.text) })), name).toBe(saved)
    }
  })
})

describe('a part of a file', () => {
  const content = '0123456789'

  test('is answered alone, with its place in the whole', async () => {
    const { download } = await startWithFile('a.txt', Buffer.from(content))
    for (const [range, body, contentRange] of [
      ['bytes=0-3', '0123', 'bytes 0-3/10'],
      ['bytes=4-', '456789', 'bytes 4-9/10'],
      ['bytes=-3', '789', 'bytes 7-9/10'],
      ['bytes=0-0', '0', 'bytes 0-0/10'],
      ['bytes=8-99', '89', 'bytes 8-9/10'],
      ['bytes=-99', content, 'bytes 0-9/10'],
      ['bytes=-10', content, 'bytes 0-9/10'],
      [`bytes=9-${'9'.repeat(400)}`, '9', 'bytes 9-9/10'],
      ['Bytes=1-2', '12', 'bytes 1-2/10'],
      ['bytes=, 1-2 ,', '12', 'bytes 1-2/10'],
    ] as const) {
      const response = await download({ range })
      expect([response.statusCode, response.body], range).toEqual([206, body])
      expect(response.headers).toMatchObject({ 'content-range': contentRange, 'content-length': String(body.length) })
    }
  })

  test('that the file does not have is a 416 that tells the length', async () => {
    const { download } = await startWithFile('a.txt', Buffer.from(content))
    for (const range of ['bytes=10-', 'bytes=99-100', 'bytes=-0', `bytes=${'9'.repeat(400)}-`]) {
      const response = await download({ range })
      expect(response.headers['content-range']).toBe('bytes */10')
      expect(response.json()).toMatchObject({
        statusCode: 416,
        code: 'range_not_satisfiable',
        message: 'The file has no such part.',
      })
    }
  })

  test('of an empty file is none, and its end is all of it', async () => {
    const { download } = await startWithFile('a.txt', Buffer.alloc(0))
    for (const [range, status] of [
      ['bytes=0-', 416],
      ['bytes=0-0', 416],
      ['bytes=-0', 416],
      ['bytes=-5', 200],
    ] as const) {
      expect((await download({ range })).statusCode, range).toBe(status)
    }
  })

  test('that cannot be understood, or is several, is the whole file', async () => {
    const { download } = await startWithFile('a.txt', Buffer.from(content))
    for (const range of [
      'lines=0-3',
      'bytes',
      'bytes=',
      'bytes=a-b',
      'bytes=3-1',
      'bytes=0-1,4-5',
      '0-3',
      'bytes=-',
      'bytes=1-2-3',
      'bytes=+1-2',
      'bytes=0x0-1',
      'bytes=1.0-2',
      'bytes 0-3',
    ]) {
      const response = await download({ range })
      expect([response.statusCode, response.body], range).toEqual([200, content])
    }
  })

  test('is asked for on condition: the same file still, or else all of it', async () => {
    const { download } = await startWithFile('a.txt', Buffer.from(content))
    const etag = String((await download()).headers.etag)
    const ask = async (ifRange: string) => (await download({ range: 'bytes=2-3', 'if-range': ifRange })).body
    expect(await ask(etag)).toBe('23')
    expect(await ask('"another"')).toBe(content)
    expect(await ask(`W/${etag}`)).toBe(content)
    expect(await ask('Wed, 01 Jan 2025 00:00:00 GMT')).toBe(content)
    expect(await ask('*')).toBe(content)
  })

  test('is no part where the browser has all of it, and none where it wants another file', async () => {
    const { download } = await startWithFile('a.txt', Buffer.from(content))
    const etag = String((await download()).headers.etag)
    const range = 'bytes=2-3'
    expect((await download({ range, 'if-none-match': etag })).statusCode).toBe(304)
    expect((await download({ range: 'bytes=99-', 'if-none-match': etag })).statusCode).toBe(304)
    expect((await download({ range, 'if-match': '"other"' })).statusCode).toBe(412)
    expect((await download({ range, 'if-match': etag })).body).toBe('23')
  })
})

describe('a browser that has the file', () => {
  test('is told so by its tag, alone or in a list', async () => {
    const { download } = await startWithFile('plan.txt', bytesOf.text)
    const etag = String((await download()).headers.etag)
    expect(etag).toBe(`"${createHash('sha256').update(bytesOf.text).digest('hex')}"`)
    for (const tags of [etag, `W/${etag}`, `"other", ${etag}`, `"other" ,W/${etag} , "third"`, '*', ' * ']) {
      const response = await download({ 'if-none-match': tags })
      expect([response.statusCode, response.body], tags).toEqual([304, ''])
      expect(response.headers).toMatchObject({ etag, 'cache-control': 'private, no-cache' })
    }
  })

  test('is sent another one', async () => {
    const { download } = await startWithFile('plan.txt', bytesOf.text)
    const etag = String((await download()).headers.etag)
    for (const tags of ['"other"', 'W/"other", "third"', '', etag.slice(1, -1), '"*"', `"${etag.slice(1, 9)}"`]) {
      const response = await download({ 'if-none-match': tags })
      expect([response.statusCode, response.body], tags).toEqual([200, 'the plan'])
    }
  })

  test('goes by the tag alone: no date counts', async () => {
    const { download } = await startWithFile('plan.txt', bytesOf.text)
    for (const header of ['if-modified-since', 'if-unmodified-since']) {
      for (const date of ['Wed, 01 Jan 2025 00:00:00 GMT', 'Fri, 01 Jan 2100 00:00:00 GMT', 'yesterday']) {
        expect((await download({ [header]: date })).statusCode, `${header}: ${date}`).toBe(200)
      }
    }
  })

  test('may ask for that one and no other', async () => {
    const { download } = await startWithFile('plan.txt', bytesOf.text)
    const etag = String((await download()).headers.etag)
    for (const tags of [etag, `"other", ${etag}`, '*']) {
      expect((await download({ 'if-match': tags })).body, tags).toBe('the plan')
    }
    // A weak tag promises less than the same bytes.
    for (const tags of ['"other"', `W/${etag}`, '']) {
      expect((await download({ 'if-match': tags })).json(), tags).toMatchObject({
        statusCode: 412,
        code: 'precondition_failed',
        message: 'The file is not the one that was asked for.',
      })
    }
  })

  test('is told nothing once it may not see the file', async () => {
    const { newUser, download, url } = await startWithFile('plan.txt', bytesOf.text)
    const etag = String((await download()).headers.etag)
    const stranger = await newUser()
    const headers = { 'if-none-match': etag, range: 'bytes=0-1' }
    expect((await stranger.raw({ url, headers })).statusCode).toBe(404)
  })
})
