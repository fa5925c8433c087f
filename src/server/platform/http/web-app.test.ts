import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ReadyPage, Site } from '../../../shared/public/prerendered-pages.ts'
import { PAGES } from '../../../shared/contract/pages.ts'
import { serveWebApp } from './web-app.ts'

const SCRIPT = 'export const rooms = "Kitchen, Bathroom, Hall"; export const fonts = "/assets/fonts-1.css"'
const PAGE_ACCEPT = 'text/html,application/xhtml+xml,*/*;q=0.8'

/** A build with one chunk per page, each importing a shared part and one of its own. */
const SITE: Site = {
  environmentName: null,
  provider: null,
  contactEmail: 'desk@example.com',
  contactPhone: '<(555)> 010-0177',
  maxFileBytes: 1000,
  maxFilesPerUpload: 2,
  sendsMail: true,
  mailFails: false,
  asksAdminCode: false,
  registration: 'open',
  publicURL: null,
  address: null,
  prices: true,
}
const sourceOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const POLICY = "default-src 'none';script-src 'self';style-src 'self'"
const EARLY = `fetch(document.documentElement.dataset.path + '/refresh')`
const INDEX = `<!doctype html><html lang="en"><head><title>Roomfolio</title><script>${EARLY}</script>
    <link rel="stylesheet" crossorigin href="/assets/index-1.css"></head><body><div id="root"></div></body></html>`
const READY: ReadyPage = {
  title: 'Help · Roomfolio',
  html: `<a href="/info">Pricing</a><h1 style="--tone:red">Help</h1>`,
}

const OPTIONS = { dev: false, site: SITE, policy: POLICY, ready: async () => ({ help: READY }) }

const build = (): Record<string, string | Buffer> => {
  const manifest: Record<string, object> = {
    'index.html': {
      file: 'assets/index-1.js',
      imports: ['_shared.js'],
      assets: ['assets/serif-1.woff2', 'assets/fonts-1.css'],
    },
    '_shared.js': { file: 'assets/shared-1.js' },
    '_field.js': { file: 'assets/field-1.js', imports: ['_shared.js'], css: ['assets/field-1.css'] },
  }
  for (const [name, { module }] of Object.entries(PAGES)) {
    manifest[`src/web/${module}`] = { file: `assets/${name}-1.js`, imports: ['index.html', '_field.js'] }
  }
  return {
    'index.html': INDEX,
    'assets/index-1.css': 'h1{margin:0}',
    'assets/field-1.css': 'input{margin:0}',
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
  const webApp = await serveWebApp(app, { ...OPTIONS, webRoot: folder, path: '' })
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
  it('is sent in its brotli form, and cached permanently', async () => {
    const answer = await get('/assets/index-1.js', { accept: '*/*', 'accept-encoding': 'gzip, deflate, br, zstd' })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/javascript; charset=utf-8',
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
  it('has its styles, and loads at once what its route adds to the shared parts, and nothing of another page', async () => {
    const { body } = await get('/login', { accept: PAGE_ACCEPT })
    expect(body).toContain('<style>h1{margin:0}\ninput{margin:0}</style>')
    expect(body.match(/<link[^>]+>/g)).toEqual([
      '<link rel="stylesheet" href="/assets/index-1.css" disabled>',
      '<link rel="stylesheet" href="/assets/field-1.css" disabled>',
      '<link rel="modulepreload" href="/assets/login-1.js" fetchpriority="low" crossorigin>',
      '<link rel="modulepreload" href="/assets/field-1.js" fetchpriority="low" crossorigin>',
    ])
  })

  it('says in its first script which page it is', async () => {
    const { body } = await get('/roomitems?roomID=3', { accept: PAGE_ACCEPT })
    expect(body).toContain('<script data-page="roomItems" data-fonts="/assets/fonts-1.css">')
  })

  it('allows the script and the styles that stand in it, and no others', async () => {
    const policyOf = async (url: string) => (await get(url, { accept: PAGE_ACCEPT })).headers['content-security-policy']
    const style = sourceOf('h1{margin:0}\ninput{margin:0}')
    const script = sourceOf(EARLY)
    expect(await policyOf('/login')).toBe(`default-src 'none';script-src 'self' ${script};style-src 'self' ${style}`)
    expect(await policyOf('/help')).toBe(
      `default-src 'none';script-src 'self' ${script};` +
        `style-src 'self' ${style} 'unsafe-hashes' ${sourceOf('--tone:red')}`,
    )
    expect(await policyOf('/favicon.svg')).toBeUndefined()
  })

  it('that is ready can be read at once, and says what it was made from', async () => {
    const { body } = await get('/help', { accept: PAGE_ACCEPT })
    expect(body).toContain('<title>Help · Roomfolio</title>')
    expect(body).toContain(`<div id="root">${READY.html}</div>`)
    const [, data = ''] = /<script type="application\/json" id="ready">([^<]*)<\/script>/.exec(body) ?? []
    expect(JSON.parse(data)).toEqual({ page: 'help', site: SITE })
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

  it('is for all who take HTML, as curl, robots and previews of links do', async () => {
    for (const url of ['/', '/login', '/help', '/view/token'])
      for (const method of ['GET', 'HEAD'] as const)
        for (const headers of [{ accept: '*/*' }, {}]) {
          const answer = await app.inject({ method, url, headers })
          expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
        }
  })

  it('has a title for previews of links, which names no home', async () => {
    const titleOf = async (url: string) => {
      const { body } = await get(url)
      expect(body.match(/<title>[^<]*/g)).toHaveLength(1)
      return /<meta property="og:title" content="([^"]*)">/.exec(body)?.[1]
    }
    expect(await titleOf('/view/token')).toBe('A home, shared with Roomfolio')
    expect(await titleOf('/help')).toBe('Help · Roomfolio')
    expect(await titleOf('/login')).toBe('Roomfolio')
  })

  it('is not for those who refuse HTML, nor an unknown one for those who do not name it', async () => {
    expect((await get('/login', { accept: 'application/json' })).json().code).toBe('not_found')
    expect((await get('/nowhere', { accept: '*/*' })).json().code).toBe('not_found')
    expect((await get('/projects', { accept: PAGE_ACCEPT })).json()).toEqual({ projects: [] })
    const posted = await app.inject({ method: 'POST', url: '/nowhere', headers: { accept: PAGE_ACCEPT } })
    expect(posted.json().code).toBe('not_found')
  })
})

describe('under a path', () => {
  const PATH = '/homes'
  let under: FastifyInstance

  beforeAll(async () => {
    under = fastify()
    const webApp = await serveWebApp(under, { ...OPTIONS, webRoot: folder, path: PATH })
    under.setNotFoundHandler((request, reply) => webApp(request, reply) ?? reply.code(404).send())
  })
  afterAll(() => under.close())

  it('every address that a document names begins with it, and its scripts learn the path', async () => {
    const { body, headers } = await under.inject({ url: '/roomitems', headers: { accept: PAGE_ACCEPT } })
    const named = [...body.matchAll(/(?:href|src|data-fonts)="([^"]+)"/g)].map(([, address]) => address)
    expect(named.length).toBe(5)
    for (const address of named) expect(address).toMatch(/^\/homes\//)
    expect(body).toContain('<html lang="en" data-path="/homes">')
    expect(headers['content-security-policy']).toContain(sourceOf(EARLY))
  })
})
