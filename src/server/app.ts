import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import swaggerUI from '@fastify/swagger-ui'
import plugin from 'fastify-plugin'
import fastify, { LogController, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { JSON_BODY_BYTES, type EndpointSpec } from '../shared/contract/endpoint.ts'
import { endpoints } from '../shared/endpoints.ts'
import { HOOKS } from './hooks.ts'
import { makeFindActor } from './identity/sessions/find-actor.ts'
import { isReachedByHTTPS, publicPathOf, type Config } from './config.ts'
import type { Actor } from './platform/db/actor.ts'
import { findRight, type RequestedThings } from './platform/db/access/find-right.ts'
import { openDownloads } from './attachments/downloads.ts'
import { AppError } from './platform/http/app-error.ts'
import { GracefulShutdown } from './platform/http/graceful-shutdown.ts'
import { refuseEncodedBodies } from './platform/http/security/encoded-bodies.ts'
import { rawAnswer, sendError } from './platform/http/errors.ts'
import { logOptions } from './platform/http/log.ts'
import { openapi } from './platform/http/openapi.ts'
import { ownAddress } from './platform/http/own-address.ts'
import { SECURITY_TEXT_PATH, securityText } from './platform/http/security/security-text.ts'
import { addSecurityHeaders, securityHeaders } from './platform/http/security/security-headers.ts'
import { keepToPath, withoutPath } from './platform/http/public-path.ts'
import { makeServe } from './platform/http/serve.ts'
import { openServers, type Patience } from './platform/http/server.ts'
import { watchForUntrustedProxy } from './platform/http/security/untrusted-proxy.ts'
import { readyPages } from './platform/http/ready-pages.ts'
import { serveWebApp } from './platform/http/web-app.ts'
import { countForMetrics } from './admin/metrics.routes.ts'
import { makeFindLink } from './sharing/links/reader.repo.ts'
import { packageRoot } from './platform/lib/package-root.ts'
import type { Services } from './services.ts'
import { readySite } from './admin/site.routes.ts'
import { IDENTITY_ROUTES } from './identity/routes.ts'
import { PROJECTS_ROUTES } from './projects/routes.ts'
import { STRUCTURE_ROUTES } from './structure/routes.ts'
import { ITEMS_ROUTES } from './items/routes.ts'
import { ATTACHMENTS_ROUTES } from './attachments/routes.ts'
import { SHARING_ROUTES } from './sharing/routes.ts'
import { HISTORY_ROUTES } from './history/routes.ts'
import { SEARCH_ROUTES } from './search/routes.ts'
import { PAPERS_ROUTES } from './papers/routes.ts'
import { UPKEEP_ROUTES } from './upkeep/routes.ts'
import { EXCHANGE_ROUTES } from './exchange/routes.ts'
import { ADMIN_ROUTES } from './admin/routes.ts'
import { mailboxRoutes } from './identity/account/mailboxes.routes.ts'
import { endRemindersRoutes } from './upkeep/reminders.routes.ts'

const ROUTES = [
  ...IDENTITY_ROUTES,
  ...PROJECTS_ROUTES,
  ...STRUCTURE_ROUTES,
  ...ITEMS_ROUTES,
  ...ATTACHMENTS_ROUTES,
  ...SHARING_ROUTES,
  ...HISTORY_ROUTES,
  ...SEARCH_ROUTES,
  ...PAPERS_ROUTES,
  ...UPKEEP_ROUTES,
  ...EXCHANGE_ROUTES,
  ...ADMIN_ROUTES,
]
/** Mail programs call these, with a body of any kind. */
const MAILED_ROUTES = [mailboxRoutes, endRemindersRoutes]

const COMPRESSED_FROM_BYTES = 1400

/**
 * Endpoints validate requests and responses themselves (http/serve.ts), so no route gives Fastify a schema. Without
 * this, Fastify loads its own schema compilers: 250 files, a quarter of the startup time.
 */
const neverAsked = (): never => {
  throw new Error('A route has a schema for Fastify: declare an endpoint instead.')
}

export interface AppOptions {
  /** Check every response against its declared schema; for tests. */
  checkAnswers?: boolean
  /** Where to write log lines instead of standard output; for tests. */
  log?: { write(line: string): void }
  /** The web app: as built, from its sources, or (if unset) only the API. */
  web?: 'built' | 'dev'
  /** Overrides the timeouts for slow clients. */
  patience?: Partial<Patience>
  /** Lets proxies know that the server is about to stop; unset if nothing needs to know. */
  leave?: GracefulShutdown
}

/** Creates the app on the given services, ready to listen or for injected requests. Does not close the services. */
export const createApp = async (services: Services, options: AppOptions = {}): Promise<FastifyInstance> => {
  const { config, db, clock } = services
  const path = publicPathOf(config)
  const headers = securityHeaders({ dev: options.web === 'dev', https: isReachedByHTTPS(config) })
  const leave = options.leave ?? new GracefulShutdown()
  const servers = openServers((code) => rawAnswer(code, headers), options.patience, leave)
  const app = fastify({
    serverFactory: servers.serve,
    // The server answers them (http/server.ts).
    clientErrorHandler: () => {},
    logger: { ...logOptions(config.logLevel), ...(options.log && { stream: options.log }) },
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy,
    bodyLimit: JSON_BODY_BYTES,
    rewriteUrl: ({ url = '/' }) => withoutPath(url, path),
    genReqId: () => randomUUID(),
    return503OnClosing: false,
    schemaController: { compilersFactory: { buildValidator: () => neverAsked, buildSerializer: () => neverAsked } },
    frameworkErrors: (error, request, reply) => {
      void reply.headers(headers)
      sendError(error, request as FastifyRequest, reply as FastifyReply)
    },
  })
  app.setErrorHandler(sendError)
  services.watch.onSlow = ({ sql, ms, call }) =>
    app.log.warn({ event: 'slow_statement', ms, call, sql }, 'a slow statement')
  await countForMetrics(app, services)
  const untrustedProxy = watchForUntrustedProxy(app, config.trustProxy)

  await app.register(cookie)
  addSecurityHeaders(app, headers)
  keepToPath(app, path)
  app.addHook('preClose', async () => servers.endSoon())
  await app.register(compress, {
    threshold: COMPRESSED_FROM_BYTES,
    encodings: ['gzip', 'identity'],
    customTypes: (type) => type.startsWith('application/json'),
    globalDecompression: false,
  })
  refuseEncodedBodies(app)
  // Each call sets its own limits (http/form.ts).
  await app.register(multipart, { preservePath: true, throwFileSizeLimit: false })
  acceptJSONOnly(app)

  const served = new Set<EndpointSpec>()
  const serving = {
    db,
    clock,
    findActor: makeFindActor(db, config, clock),
    findLink: makeFindLink(db, clock),
    findRight: (actor: Actor, things: readonly RequestedThings[]) => findRight(db, clock, actor, things),
    checkAnswers: options.checkAnswers ?? false,
  }
  const serve = makeServe(app, serving, served)
  // The same object, so that routes see a service that is replaced later.
  const appServices = Object.assign(services, { hooks: HOOKS, downloads: openDownloads(), leave, untrustedProxy })
  for (const routes of ROUTES) routes(serve, appServices)
  await app.register(async (within) => {
    takeAnyBody(within)
    const serveMailed = makeServe(within, serving, served)
    for (const routes of MAILED_ROUTES) routes(serveMailed, appServices)
  })
  const forgotten = Object.entries(endpoints).filter(([, endpoint]) => !served.has(endpoint))
  if (forgotten.length > 0) throw new Error(`Declared but not served: ${forgotten.map(([name]) => name).join(', ')}`)

  await documentation(app, config)
  app.get(SECURITY_TEXT_PATH, (_request, reply) => {
    const text = securityText(config, clock)
    if (text === undefined) throw new AppError('not_found')
    return reply.type('text/plain; charset=utf-8').send(text)
  })
  const webRoot = options.web === 'dev' ? packageRoot : join(packageRoot, 'dist/web')
  const policy = headers['content-security-policy'] ?? ''
  const site = readySite(services)
  const ready = () => readyPages(site, path)
  const webApp =
    options.web && (await serveWebApp(app, { webRoot, dev: options.web === 'dev', site, policy, path, ready }))
  app.setNotFoundHandler(async (request, reply) => {
    const answered = webApp?.(request, reply)
    if (answered) await answered
    else sendError(new AppError('not_found'), request, reply)
    return reply
  })
  return app
}

/** Parses only application/json bodies; an empty one counts as none. Multipart is only for calls that take files. */
const acceptJSONOnly = (app: FastifyInstance): void => {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['text/plain', 'application/json'])
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else void parse(request, String(body), done)
  })
}

/** For calls without a body: reads any body up to its limit and ignores it. */
const takeAnyBody = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => done(null, undefined))
}

/** `/openapi.json`, and `/docs` to browse it. */
const documentation = async (app: FastifyInstance, config: Config): Promise<void> => {
  // Created on first request: it would take a tenth of the startup time.
  app.get('/openapi.json', (request) => openapi(ownAddress(request, config)))
  const path = publicPathOf(config)
  // Replaces @fastify/swagger, which needs the whole document at startup. Calls go where the page was opened.
  const swagger = (options?: { yaml?: boolean }) => {
    const document = openapi(path === '' ? '/' : path)
    // JSON is also valid YAML.
    return options?.yaml ? JSON.stringify(document) : document
  }
  await app.register(plugin(async (root) => void root.decorate('swagger', swagger), { name: '@fastify/swagger' }))
  const logo = await readFile(join(packageRoot, 'public/favicon.svg'))
  await app.register(swaggerUI, {
    routePrefix: '/docs',
    indexPrefix: path,
    uiConfig: { docExpansion: 'none' },
    logo: { type: 'image/svg+xml', content: logo },
    theme: {
      title: 'Roomfolio API',
      favicon: [{ filename: 'favicon.svg', rel: 'icon', type: 'image/svg+xml', sizes: 'any', content: logo }],
    },
  })
}
