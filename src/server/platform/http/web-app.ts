import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { BLANK_PATH } from '../../../shared/contract/blank-path.ts'
import {
  READY_PAGES,
  readyKeyOf,
  ROOT_ELEMENT,
  rootElement,
  type ReadyPages,
  type Site,
} from '../../../shared/public/prerendered-pages.ts'
import { PAGES, type PageSpec } from '../../../shared/contract/pages.ts'
import { documentOf, type Document, type Parts } from './documents.ts'

/**
 * The web app, on the origin of the API. It adds no routes, so a file or page can never hide an API call: the not-found
 * handler asks it first, and answers a JSON 404 if it returns undefined.
 */
type WebApp = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | Promise<FastifyReply> | undefined

interface WebAppOptions {
  /** The output folder of `vite build`; in development, the root of the repository. */
  webRoot: string
  /** The path of PUBLIC_URL, which precedes every address, or ''. Requests arrive without it. */
  path: string
  /** Vite serves the sources with hot reload. */
  dev: boolean
  /** Public facts about the installation, for documents. */
  site: Site
  /** The Content-Security-Policy of all responses. Documents with their own scripts or styles add hashes of these. */
  policy: string
}

export const serveWebApp = (app: FastifyInstance, options: WebAppOptions): Promise<WebApp> => {
  return options.dev ? developed(app, options) : built(options)
}

/** Additions to the Content-Security-Policy in development: Vite's styles, inline script and socket. */
export const DEV_SOURCES = {
  'script-src': "'self' 'unsafe-inline'",
  'style-src': "'self' 'unsafe-inline'",
  'connect-src': "'self' ws:",
}

const HTML = 'text/html; charset=utf-8'
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
  '.wasm': 'application/wasm',
}

/** A response kept in memory: a build is about 5 MB and never changes while it is served. */
interface Answer {
  status: 200 | 404
  type: string
  cacheControl: string
  /** The Vary header. */
  vary: string
  bytes: Buffer
  brotli: Buffer | (() => Promise<Buffer>) | undefined
  etag: string
  /** Replaces the general Content-Security-Policy. */
  policy?: string
  robots?: 'noindex'
}

const etagOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('base64url').slice(0, 22)

const asksForPage = (request: FastifyRequest): boolean => request.headers.accept?.includes('text/html') ?? false

const pathOf = (request: FastifyRequest): string => request.url.split('?', 1)[0] ?? ''

const built = async (options: WebAppOptions): Promise<WebApp> => {
  const files = await readFiles(options)
  const { pages, unknown } = await readPages(options, files)
  return (request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return undefined
    const path = pathOf(request)
    const file = files.get(path)
    if (file) return send(request, reply, file)
    return asksForPage(request) ? send(request, reply, pages.get(pageKey(path)) ?? unknown) : undefined
  }
}

const send = async (request: FastifyRequest, reply: FastifyReply, answer: Answer): Promise<FastifyReply> => {
  const brotli = /\bbr\b/.test(String(request.headers['accept-encoding'])) ? answer.brotli : undefined
  const etag = brotli ? `"${answer.etag}-br"` : `"${answer.etag}"`
  reply.headers({ 'Cache-Control': answer.cacheControl, ETag: etag, Vary: answer.vary })
  if (answer.robots) reply.header('X-Robots-Tag', answer.robots)
  if (answer.policy) reply.header('Content-Security-Policy', answer.policy)
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  if (brotli) reply.header('Content-Encoding', 'br')
  return reply
    .code(answer.status)
    .type(answer.type)
    .send((typeof brotli === 'function' ? await brotli() : brotli) ?? answer.bytes)
}

/** Pages whose address ends with a part that does not affect what is served. */
const WITH_PART = Object.values<PageSpec>(PAGES)
  .filter(({ path }) => path.includes('/:'))
  .map(({ path }) => ({ path, start: path.replace(/:\w+$/, '') }))

/** Finds pages like the router in the browser does: ignores case and trailing slashes. */
const pageKey = (path: string): string => {
  const key = path.toLowerCase().replace(/\/+$/, '') || '/'
  return WITH_PART.find(({ start }) => key.startsWith(start) && !key.includes('/', start.length))?.path ?? key
}

/** The pages that this installation has. */
const pagesOf = ({ prices }: Site) =>
  (Object.entries(PAGES) as [keyof typeof PAGES, PageSpec][]).filter(([page]) => prices || page !== 'pricing')

const INDEX = 'index.html'

/** All files of the build by address, except the page itself and Vite's own notes on the build. */
const readFiles = async ({ webRoot, path }: WebAppOptions): Promise<Map<string, Answer>> => {
  const entries = await readdir(webRoot, { recursive: true, withFileTypes: true })
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(webRoot, join(entry.parentPath, entry.name)).split(sep).join('/'))
  const compressed = new Set(names.filter((name) => name.endsWith('.br')))
  const served = names.filter((name) => !compressed.has(name) && name !== INDEX && !name.startsWith('.vite/'))
  return new Map(
    await Promise.all(
      served.map(async (name): Promise<[string, Answer]> => {
        const written = await readFile(join(webRoot, name))
        const hasBlank = compressed.has(`${name}.br`) && written.includes(BLANK_PATH)
        const bytes = hasBlank ? Buffer.from(written.toString().replaceAll(BLANK_PATH, path)) : written
        const asBuilt = compressed.has(`${name}.br`) ? await readFile(join(webRoot, `${name}.br`)) : undefined
        // The build's compressed file has no path filled in.
        const brotli = hasBlank && path !== '' ? compressedOnce(bytes) : asBuilt
        const type = TYPES[extname(name)] ?? 'application/octet-stream'
        const etag = etagOf(bytes)
        return [
          `/${name}`,
          { status: 200, type, cacheControl: cacheControlOf(name), vary: 'Accept-Encoding', bytes, brotli, etag },
        ]
      }),
    ),
  )
}

/** Vite's names contain a hash of their content, so they never change; those of pdfjs and the icon do not. */
const cacheControlOf = (name: string): string =>
  name.startsWith('assets/') && !name.startsWith('assets/pdfjs/') ? 'public, max-age=31536000, immutable' : 'no-cache'

/** The used part of Vite's manifest. */
interface Chunk {
  file: string
  imports?: readonly string[]
  css?: readonly string[]
  assets?: readonly string[]
}
type Manifest = Readonly<Record<string, Chunk>>

/** The document of every page: the build's HTML, which loads the shared files, and the page's own files. */
const readPages = async (
  { webRoot, site, policy, path }: WebAppOptions,
  files: ReadonlyMap<string, Answer>,
): Promise<{ pages: Map<string, Answer>; unknown: Answer }> => {
  const noted = async (name: string): Promise<unknown> =>
    JSON.parse(await readFile(join(webRoot, '.vite', name), 'utf8'))
  const index = await readFile(join(webRoot, INDEX), 'utf8')
  const manifest = (await noted('manifest.json')) as Manifest
  const readyPages = ((await noted('ready.json')) as ReadyPages)[readyKeyOf(site)]
  const shared = chunksOf(manifest, INDEX)
  const fonts = [...shared].flatMap((chunk) => chunk.assets ?? []).find((file) => /\/fonts-[^/]*\.css$/.test(file))
  const styleOf = (file: string): string => files.get(`/${file}`)?.bytes.toString() ?? ''
  const partsOf = (module: string): Parts => {
    const chunks = [...chunksOf(manifest, `src/web/${module}`)].filter((chunk) => !shared.has(chunk))
    return { scripts: chunks.map(({ file }) => file), styles: chunks.flatMap(({ css }) => css ?? []) }
  }
  const common = { index, policy, path, fonts, styleOf, site }
  const pages = new Map(
    pagesOf(site).map(([page, { path: address, module }]): [string, Answer] => {
      const name = READY_PAGES.find((ready) => ready === page)
      const readyPage = name && readyPages?.[name]
      const document = documentOf({
        ...common,
        page,
        own: partsOf(module),
        ready: readyPage,
      })
      const answer = documentAnswer(200, document)
      return [
        pageKey(address), // Read-only links must not be indexed or cached.
        page === 'view' ? { ...answer, cacheControl: 'no-store', robots: 'noindex' } : answer,
      ]
    }),
  )
  return { pages, unknown: documentAnswer(404, documentOf({ ...common, own: NOTHING_MORE })) }
}

const NOTHING_MORE: Parts = { scripts: [], styles: [] }

/** A chunk with all its static imports. */
const chunksOf = (manifest: Manifest, key: string, found = new Set<Chunk>()): Set<Chunk> => {
  const chunk = manifest[key]
  if (!chunk) throw new Error(`The build has no ${key}. Build it again: npm run build`)
  if (found.has(chunk)) return found
  found.add(chunk)
  for (const imported of chunk.imports ?? []) chunksOf(manifest, imported, found)
  return found
}

const compress = promisify(brotliCompress)

/** Compresses on first request: compressing all pages would be two thirds of the work of a start. */
const compressedOnce = (bytes: Buffer): (() => Promise<Buffer>) => {
  let compressed: Promise<Buffer> | undefined
  return () => (compressed ??= compress(bytes))
}

const documentAnswer = (status: 200 | 404, { html, policy }: Document): Answer => {
  const bytes = Buffer.from(html)
  const vary = 'Accept, Accept-Encoding'
  const brotli = compressedOnce(bytes)
  return { status, type: HTML, cacheControl: 'no-cache', vary, bytes, brotli, etag: etagOf(bytes), policy }
}

/** Paths that Vite serves in development; everything else belongs to the API. */
const VITE_PATHS = /^\/(?:@|src\/|node_modules\/|assets\/|favicon\.svg|package\.json)/

const developed = async (app: FastifyInstance, { webRoot: root, site }: WebAppOptions): Promise<WebApp> => {
  const { createServer } = await import('vite')
  const vite = await createServer({
    root,
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: app.server } },
  })
  app.addHook('onClose', () => vite.close())
  app.addHook('onRequest', (request, reply, done) => {
    if (!VITE_PATHS.test(request.url)) return done()
    reply.hijack()
    vite.middlewares(request.raw, reply.raw, () => reply.raw.writeHead(404).end())
  })
  const known = new Set(pagesOf(site).map(([, { path }]) => pageKey(path)))
  return (request, reply) => {
    if (request.method !== 'GET' || !asksForPage(request)) return undefined
    return readFile(join(root, INDEX), 'utf8')
      .then((html) => vite.transformIndexHtml(request.url, html))
      .then((html) =>
        reply
          .code(known.has(pageKey(pathOf(request))) ? 200 : 404)
          .type(HTML)
          .send(html.replace(ROOT_ELEMENT, rootElement(site))),
      )
  }
}
