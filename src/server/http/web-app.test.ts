import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PAGES } from '../../shared/pages.ts'
import { serveWebApp } from './web-app.ts'

const SCRIPT = 'export const rooms = "Kitchen, Bathroom, Hall"'
const PAGE_ACCEPT = 'text/html,application/xhtml+xml,*/*;q=0.8'

/** A build with one chunk a page, which imports a part that all share and one of its own. */
const build = (): Record<string, string | Buffer> => {
  const manifest: Record<string, object> = {
    'index.html': { file: 'assets/index-1.js', imports: ['_shared.js'], assets: ['assets/serif-1.woff2'] },
    '_shared.js': { file: 'assets/shared-1.js' },
    '_field.js': { file: 'assets/field-1.js', imports: ['_shared.js'], css: ['assets/field-1.css'] },
  }
  for (const [name, { module }] of Object.entries(PAGES)) {
    manifest[`src/web/${module}`] = { file: `assets/${name}-1.js`, imports: ['index.html', '_field.js'] }
  }
  return {
    'index.html': '<!doctype html><html><head><title>Roomfolio</title></head><body></body></html>',
    '.vite/manifest.json': JSON.stringify(manifest),
    'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'assets/index-1.js': SCRIPT,
    'assets/index-1.js.br': brotliCompressSync(SCRIPT),
    'assets/pdfjs/cmaps/H.bcmap': Buffer.from([1, 2, 3]),
  }
}

let folder: string
let app: FastifyInstance

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'web-app-'))
  for (const [name, content] of Object.entries(build())) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), content)
  }
  app = fastify()
  app.get('/projects', async () => ({ projects: [] }))
  const webApp = await serveWebApp(app, { webRoot: folder, dev: false })
  app.setNotFoundHandler(
    (request, reply) => webApp(request, reply) ?? reply.code(404).send({ statusCode: 404, code: 'not_found' }),
  )
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

describe('a file of the build', () => {
  it('is sent in its brotli form, for good', async () => {
    const answer = await get('/assets/index-1.js', { accept: '*/*', 'accept-encoding': 'gzip, deflate, br, zstd' })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
    })
    expect(brotliDecompressSync(answer.rawPayload).toString()).toBe(SCRIPT)
  })

  it('is sent as it is to those who take no brotli', async () => {
    const answer = await get('/assets/index-1.js', { 'accept-encoding': 'gzip' })
    expect(answer.headers['content-encoding']).toBeUndefined()
    expect(answer.body).toBe(SCRIPT)
  })

  it('is revalidated if its name carries no hash', async () => {
    for (const url of ['/favicon.svg', '/assets/pdfjs/cmaps/H.bcmap']) {
      const answer = await get(url)
      expect(answer.headers['cache-control']).toBe('no-cache')
      const again = await get(url, { 'if-none-match': String(answer.headers.etag) })
      expect([again.statusCode, again.body]).toEqual([304, ''])
    }
  })

  it('that is not there is the JSON 404, and so is what the build notes for the server', async () => {
    for (const url of ['/assets/index-0.js', '/.vite/manifest.json', '/assets/index-1.js.br', '/../package.json']) {
      const answer = await get(url, { accept: '*/*' })
      expect([url, answer.statusCode, answer.json().code]).toEqual([url, 404, 'not_found'])
    }
  })
})

describe('a page', () => {
  it('loads at once what its route adds to the shared parts, and nothing of another page', async () => {
    const { body } = await get('/roomitems?roomID=3', { accept: PAGE_ACCEPT })
    expect(body.match(/<link[^>]+>/g)).toEqual([
      '<link rel="preload" href="/assets/serif-1.woff2" as="font" type="font/woff2" crossorigin>',
      '<link rel="modulepreload" href="/assets/roomItems-1.js" crossorigin>',
      '<link rel="modulepreload" href="/assets/field-1.js" crossorigin>',
      '<link rel="stylesheet" href="/assets/field-1.css" crossorigin>',
    ])
  })

  it.each(Object.values(PAGES))('$path answers HTML, however its address is written', async ({ path }) => {
    for (const url of [path, `${path.toUpperCase()}/?a=1`]) {
      const answer = await get(url, { accept: PAGE_ACCEPT })
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    }
  })

  it('is revalidated, as an upgrade changes what it loads', async () => {
    const headers = { accept: PAGE_ACCEPT, 'accept-encoding': 'br' }
    const answer = await get('/login', headers)
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-cache', vary: 'Accept, Accept-Encoding' })
    const again = await get('/login', { ...headers, 'if-none-match': String(answer.headers.etag) })
    expect(again.statusCode).toBe(304)
  })

  it('that does not exist is the app too, with the status 404', async () => {
    const answer = await get('/nowhere', { accept: PAGE_ACCEPT })
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
    expect(answer.body).not.toContain('modulepreload')
  })

  it('is for those who ask for text/html by name; a call of the API and other methods never get one', async () => {
    for (const url of ['/login', '/nowhere']) expect((await get(url, { accept: '*/*' })).json().code).toBe('not_found')
    expect((await get('/projects', { accept: PAGE_ACCEPT })).json()).toEqual({ projects: [] })
    const posted = await app.inject({ method: 'POST', url: '/nowhere', headers: { accept: PAGE_ACCEPT } })
    expect(posted.json().code).toBe('not_found')
  })
})
