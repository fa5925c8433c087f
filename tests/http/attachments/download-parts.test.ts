import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { bytesOf, start, startWithFile, savedAs } from './downloads.ts'
import { problemWith } from '../../support/problems.ts'

describe('the name that a browser saves a file under', () => {
  test('is the original name', async () => {
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

  test('omits control and direction characters, which the app keeps', async () => {
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

  test('is the last part of a path', async () => {
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

describe('a range of a file', () => {
  const content = '0123456789'

  test('is sent alone, with its position in the file', async () => {
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

  test('is a 416 with the length if it lies outside the file', async () => {
    const { download } = await startWithFile('a.txt', Buffer.from(content))
    for (const range of ['bytes=10-', 'bytes=99-100', 'bytes=-0', `bytes=${'9'.repeat(400)}-`]) {
      const response = await download({ range })
      expect(response.headers['content-range']).toBe('bytes */10')
      expect(response.json()).toMatchObject({ statusCode: 416, code: 'range_not_satisfiable' })
    }
  })

  test('of an empty file is a 416, and its suffix is the whole file', async () => {
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

  test('is the whole file if malformed or several', async () => {
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

  test('is the whole file if If-Range names another file', async () => {
    const { download } = await startWithFile('a.txt', Buffer.from(content))
    const etag = String((await download()).headers.etag)
    const ask = async (ifRange: string) => (await download({ range: 'bytes=2-3', 'if-range': ifRange })).body
    expect(await ask(etag)).toBe('23')
    expect(await ask('"another"')).toBe(content)
    expect(await ask(`W/${etag}`)).toBe(content)
    expect(await ask('Wed, 01 Jan 2025 00:00:00 GMT')).toBe(content)
    expect(await ask('*')).toBe(content)
  })

  test('is a 304 if the browser has the file, and a 412 if it wants another file', async () => {
    const { download } = await startWithFile('a.txt', Buffer.from(content))
    const etag = String((await download()).headers.etag)
    const range = 'bytes=2-3'
    expect((await download({ range, 'if-none-match': etag })).statusCode).toBe(304)
    expect((await download({ range: 'bytes=99-', 'if-none-match': etag })).statusCode).toBe(304)
    expect((await download({ range, 'if-match': '"other"' })).statusCode).toBe(412)
    expect((await download({ range, 'if-match': etag })).body).toBe('23')
  })
})

describe('a conditional request', () => {
  test('is a 304 if one of its tags matches', async () => {
    const { download } = await startWithFile('plan.txt', bytesOf.text)
    const etag = String((await download()).headers.etag)
    expect(etag).toBe(`"${createHash('sha256').update(bytesOf.text).digest('hex')}"`)
    for (const tags of [etag, `W/${etag}`, `"other", ${etag}`, `"other" ,W/${etag} , "third"`, '*', ' * ']) {
      const response = await download({ 'if-none-match': tags })
      expect([response.statusCode, response.body], tags).toEqual([304, ''])
      expect(response.headers).toMatchObject({ etag, 'cache-control': 'private, no-cache' })
    }
  })

  test('is sent the file if no tag matches', async () => {
    const { download } = await startWithFile('plan.txt', bytesOf.text)
    const etag = String((await download()).headers.etag)
    for (const tags of ['"other"', 'W/"other", "third"', '', etag.slice(1, -1), '"*"', `"${etag.slice(1, 9)}"`]) {
      const response = await download({ 'if-none-match': tags })
      expect([response.statusCode, response.body], tags).toEqual([200, 'the plan'])
    }
  })

  test('ignores dates', async () => {
    const { download } = await startWithFile('plan.txt', bytesOf.text)
    for (const header of ['if-modified-since', 'if-unmodified-since']) {
      for (const date of ['Wed, 01 Jan 2025 00:00:00 GMT', 'Fri, 01 Jan 2100 00:00:00 GMT', 'yesterday']) {
        expect((await download({ [header]: date })).statusCode, `${header}: ${date}`).toBe(200)
      }
    }
  })

  test('is a 412 if If-Match names another file', async () => {
    const { download } = await startWithFile('plan.txt', bytesOf.text)
    const etag = String((await download()).headers.etag)
    for (const tags of [etag, `"other", ${etag}`, '*']) {
      expect((await download({ 'if-match': tags })).body, tags).toBe('the plan')
    }
    // A weak tag promises less than the same bytes.
    for (const tags of ['"other"', `W/${etag}`, '']) {
      expect((await download({ 'if-match': tags })).json(), tags).toMatchObject(problemWith('precondition_failed'))
    }
  })

  test('is a 404 once the caller has no access', async () => {
    const { newUser, download, url } = await startWithFile('plan.txt', bytesOf.text)
    const etag = String((await download()).headers.etag)
    const stranger = await newUser()
    const headers = { 'if-none-match': etag, range: 'bytes=0-1' }
    expect((await stranger.raw({ url, headers })).statusCode).toBe(404)
  })
})
