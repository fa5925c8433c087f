import fastifyStatic from '@fastify/static'
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ReadyPages, Site } from '../../../shared/public/prerendered-pages.ts'
import { PAGES, type PageSpec } from '../../../shared/contract/pages.ts'
import { acceptsHTML } from './accepts-html.ts'
import { documentOf, withRoot, type Document, type Parts } from './documents.ts'

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
  /** The HTML of pages that can be read before any script has loaded; not in development. */
  ready: () => Promise<Partial<ReadyPages>>
  /** The Content-Security-Policy of all responses. Documents with their own scripts or styles add hashes of these. */
  policy: string
}

export const serveWebApp = (app: FastifyInstance, options: WebAppOptions): Promise<WebApp> => {
  return options.dev ? developed(app, options) : built(app, options)
}

/** Additions to the Content-Security-Policy in development: Vite's styles, inline script and socket. */
export const DEV_SOURCES = {
  'script-src': "'self' 'unsafe-inline'",
  'style-src': "'self' 'unsafe-inline'",
  'connect-src': "'self' ws:",
}

const HTML = 'text/html; charset=utf-8'
/** A document kept in memory. */
interface Answer {
  status: 200 | 404
  cacheControl: string
  html: string
  brotli: () => Promise<Buffer>
  etag: string
  /** Replaces the general Content-Security-Policy. */
  policy: string
  robots?: 'noindex'
}

/** An unknown address is no page for callers of the API, which do not name HTML. */
const takesPage = ({ headers: { accept } }: FastifyRequest, isKnown: boolean): boolean =>
  isKnown ? acceptsHTML(accept) : (accept?.includes('text/html') ?? false)

const pathOf = (request: FastifyRequest): string => request.url.split('?', 1)[0] ?? ''

const built = async (app: FastifyInstance, options: WebAppOptions): Promise<WebApp> => {
  const { webRoot } = options
  await app.register(fastifyStatic, { root: webRoot, serve: false, preCompressed: true, cacheControl: false })
  const files = await filesIn(webRoot)
  const { pages, unknown } = await readPages(options, files)
  return (request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return undefined
    const path = pathOf(request)
    const name = path.slice(1)
    if (files.has(name))
      return reply.headers({ 'Cache-Control': cacheControlOf(name), Vary: 'Accept-Encoding' }).sendFile(name)
    const page = pages.get(pageKey(path))
    return takesPage(request, page !== undefined) ? send(request, reply, page ?? unknown) : undefined
  }
}

const send = async (request: FastifyRequest, reply: FastifyReply, answer: Answer): Promise<FastifyReply> => {
  const takesBrotli = /\bbr\b/.test(String(request.headers['accept-encoding']))
  const etag = takesBrotli ? `"${answer.etag}-br"` : `"${answer.etag}"`
  reply.headers({
    'Cache-Control': answer.cacheControl,
    'Content-Security-Policy': answer.policy,
    ETag: etag,
    Vary: 'Accept, Accept-Encoding',
  })
  if (answer.robots) reply.header('X-Robots-Tag', answer.robots)
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  if (takesBrotli) reply.header('Content-Encoding', 'br')
  return reply
    .code(answer.status)
    .type(HTML)
    .send(takesBrotli ? await answer.brotli() : answer.html)
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

/** The names of all files of the build, except the page itself, compressed forms and Vite's own notes on the build. */
const filesIn = async (webRoot: string): Promise<ReadonlySet<string>> => {
  const entries = await readdir(webRoot, { recursive: true, withFileTypes: true })
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(webRoot, join(entry.parentPath, entry.name)).split(sep).join('/'))
  return new Set(names.filter((name) => name !== INDEX && !name.endsWith('.br') && !name.startsWith('.vite/')))
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
  { webRoot, site, policy, path, ready }: WebAppOptions,
  files: ReadonlySet<string>,
): Promise<{ pages: Map<string, Answer>; unknown: Answer }> => {
  const text = (name: string): Promise<string> => readFile(join(webRoot, name), 'utf8')
  const [index, manifest, readyPages] = await Promise.all([
    text(INDEX),
    text('.vite/manifest.json').then((json) => JSON.parse(json) as Manifest),
    ready() as Promise<Partial<Record<string, ReadyPages['home']>>>,
  ])
  const sheets = [...files].filter((name) => name.endsWith('.css'))
  const styles = new Map(await Promise.all(sheets.map(async (name) => [name, await text(name)] as const)))
  const shared = chunksOf(manifest, INDEX)
  const fonts = [...shared].flatMap((chunk) => chunk.assets ?? []).find((file) => /\/fonts-[^/]*\.css$/.test(file))
  const partsOf = (module: string): Parts => {
    const chunks = [...chunksOf(manifest, `src/web/${module}`)].filter((chunk) => !shared.has(chunk))
    return { scripts: chunks.map(({ file }) => file), styles: chunks.flatMap(({ css }) => css ?? []) }
  }
  const common = { index, policy, path, fonts, styleOf: (file: string) => styles.get(file) ?? '', site }
  const pages = new Map(
    pagesOf(site).map(([page, { path: address, module }]): [string, Answer] => {
      const document = documentOf({ ...common, page, own: partsOf(module), ready: readyPages[page] })
      const answer = answerOf(200, document)
      return [
        pageKey(address), // Read-only links must not be indexed or cached.
        page === 'view' ? { ...answer, cacheControl: 'no-store', robots: 'noindex' } : answer,
      ]
    }),
  )
  return { pages, unknown: answerOf(404, documentOf({ ...common, own: NOTHING_MORE })) }
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
const answerOf = (status: 200 | 404, { html, policy }: Document): Answer => {
  let compressed: Promise<Buffer> | undefined
  const brotli = () => (compressed ??= compress(html))
  const etag = createHash('sha256').update(html).digest('base64url').slice(0, 22)
  return { status, cacheControl: 'no-cache', html, brotli, etag, policy }
}

/** Paths that Vite serves in development; everything else belongs to the API. */
const VITE_PATHS = /^\/(?:@|src\/|node_modules\/|assets\/|favicon\.svg|package\.json)/

const developed = async (app: FastifyInstance, options: WebAppOptions): Promise<WebApp> => {
  const { webRoot: root, site } = options
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
    const isKnown = known.has(pageKey(pathOf(request)))
    if (request.method !== 'GET' || !takesPage(request, isKnown)) return undefined
    return readFile(join(root, INDEX), 'utf8')
      .then((html) => vite.transformIndexHtml(request.url, html))
      .then((html) =>
        reply
          .code(isKnown ? 200 : 404)
          .type(HTML)
          .send(withRoot(html, options)),
      )
  }
}
