import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import swaggerUI from '@fastify/swagger-ui'
import plugin from 'fastify-plugin'
import fastify, { LogController, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { JSON_BODY_BYTES, type EndpointSpec } from '../shared/endpoint.ts'
import { endpoints } from '../shared/endpoints.ts'
import { activityRoutes } from './activity/activity.routes.ts'
import { accountRoutes } from './account/account.routes.ts'
import { authRoutes } from './auth/auth.routes.ts'
import { makeFindActor, reachOf } from './auth/session.ts'
import { roomStructureRoutes } from './structure/room-structure.routes.ts'
import { structureRoutes } from './structure/structure.routes.ts'
import { consultationRoutes } from './consultations/consultations.routes.ts'
import { isReachedByHTTPS, publicPathOf } from './config.ts'
import type { Actor } from './db/actor.ts'
import { findRight } from './db/scope.ts'
import { handoverRoutes } from './handover/handover.routes.ts'
import { historyRoutes } from './history/history.routes.ts'
import { downloadRoutes } from './files/downloads.routes.ts'
import { openDownloads } from './files/downloads.ts'
import { fileRoutes } from './files/files.routes.ts'
import { AppError } from './app-error.ts'
import { Leave } from './leave.ts'
import { refuseEncodedBodies } from './http/encoded-bodies.ts'
import { rawAnswer, sendError } from './http/errors.ts'
import { logOptions } from './http/log.ts'
import { openapi } from './http/openapi.ts'
import { addSecurityHeaders, securityHeaders } from './http/security-headers.ts'
import { keepToPath, withoutPath } from './http/public-path.ts'
import { makeServe } from './http/serve.ts'
import { openServers, type Patience } from './http/server.ts'
import { watchForUntrustedProxy } from './http/untrusted-proxy.ts'
import { serveWebApp } from './http/web-app.ts'
import { countForMetrics } from './metrics/metrics.routes.ts'
import { inboxRoutes } from './inbox/inbox.routes.ts'
import { linkRoutes } from './links/links.routes.ts'
import { makeFindLink } from './links/reader.repo.ts'
import { jobRoutes } from './jobs/jobs.routes.ts'
import { copyRoutes } from './copies/copies.routes.ts'
import { coverRoutes } from './covers/covers.routes.ts'
import { mailboxRoutes } from './mail/mailboxes.routes.ts'
import { memberRoutes } from './members/members.routes.ts'
import { othersRoutes } from './others/others.routes.ts'
import { severalRoutes } from './several/several.routes.ts'
import { undoRoutes } from './undo/undo.routes.ts'
import { calendarRoutes } from './calendar/calendar.routes.ts'
import { taskRoutes } from './tasks/tasks.routes.ts'
import { emergencyRoutes } from './emergency/emergency.routes.ts'
import { gapsRoutes } from './gaps/gaps.routes.ts'
import { upcomingRoutes } from './upcoming/upcoming.routes.ts'
import { moveRoutes } from './moves/moves.routes.ts'
import { ownOrderRoutes } from './own-order/own-order.routes.ts'
import { itemRoutes } from './items/items.routes.ts'
import { searchRoutes } from './search/search.routes.ts'
import { overviewRoutes } from './overview/overview.routes.ts'
import { peopleRoutes } from './people/people.routes.ts'
import { paperRoutes } from './papers/papers.routes.ts'
import { projectFileRoutes } from './project-file/project-file.routes.ts'
import { projectRoutes } from './projects/projects.routes.ts'
import { packageRoot } from './package-root.ts'
import { roomRoutes } from './rooms/rooms.routes.ts'
import type { Services } from './services.ts'
import { endRemindersRoutes, reminderRoutes } from './reminders/reminders.routes.ts'
import { sheetRoutes } from './sheets/sheets.routes.ts'
import { revisionRoutes } from './revisions/revisions.routes.ts'
import { readySite, siteRoutes } from './site/site.routes.ts'
import { templateRoutes } from './templates/templates.routes.ts'
import { trashRoutes } from './trash/trash.routes.ts'

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
  leave?: Leave
}

/** Creates the app on the given services, ready to listen or for injected requests. Does not close the services. */
export const createApp = async (services: Services, options: AppOptions = {}): Promise<FastifyInstance> => {
  const { config, db, clock } = services
  const path = publicPathOf(config)
  const headers = securityHeaders({ dev: options.web === 'dev', https: isReachedByHTTPS(config) })
  const leave = options.leave ?? new Leave()
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
    findActor: makeFindActor(db, reachOf(config), clock),
    findLink: makeFindLink(db, clock),
    findRight: (actor: Actor, named: Readonly<Record<string, unknown>>) => findRight(db, clock, actor, named),
    checkAnswers: options.checkAnswers ?? false,
  }
  const serve = makeServe(app, serving, served)
  const downloads = openDownloads()
  authRoutes(serve, services)
  accountRoutes(serve, services, downloads)
  projectRoutes(serve, services)
  projectFileRoutes(serve, services)
  templateRoutes(serve, services)
  memberRoutes(serve, services)
  handoverRoutes(serve, services)
  roomRoutes(serve, services)
  roomStructureRoutes(serve, services)
  structureRoutes(serve, services)
  itemRoutes(serve, services)
  copyRoutes(serve, services)
  moveRoutes(serve, services)
  severalRoutes(serve, services)
  othersRoutes(serve, services)
  undoRoutes(serve, services)
  ownOrderRoutes(serve, services)
  coverRoutes(serve, services)
  searchRoutes(serve, services)
  fileRoutes(serve, services)
  downloadRoutes(serve, services, downloads)
  linkRoutes(serve, services)
  inboxRoutes(serve, services)
  trashRoutes(serve, services)
  historyRoutes(serve, services)
  activityRoutes(serve, services)
  emergencyRoutes(serve, services)
  gapsRoutes(serve, services)
  upcomingRoutes(serve, services)
  taskRoutes(serve, services)
  calendarRoutes(serve, services, downloads)
  reminderRoutes(serve, services)
  await app.register(async (within) => {
    takeAnyBody(within)
    const serveMailed = makeServe(within, serving, served)
    endRemindersRoutes(serveMailed, services)
    mailboxRoutes(serveMailed, services)
  })
  sheetRoutes(serve, services, downloads)
  paperRoutes(serve, services, downloads)
  revisionRoutes(serve, services)
  consultationRoutes(serve, services)
  peopleRoutes(serve, services)
  overviewRoutes(serve, services, untrustedProxy)
  jobRoutes(serve, services)
  siteRoutes(serve, services, leave)
  const forgotten = Object.entries(endpoints).filter(([, endpoint]) => !served.has(endpoint))
  if (forgotten.length > 0) throw new Error(`Declared but not served: ${forgotten.map(([name]) => name).join(', ')}`)

  await documentation(app, path)
  const webRoot = options.web === 'dev' ? packageRoot : join(packageRoot, 'dist/web')
  const policy = headers['content-security-policy'] ?? ''
  const site = readySite(services)
  const webApp = options.web && (await serveWebApp(app, { webRoot, dev: options.web === 'dev', site, policy, path }))
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
const documentation = async (app: FastifyInstance, path: string): Promise<void> => {
  // Created on first request: it would take a tenth of the startup time.
  const document = () => ({ ...openapi(), ...(path !== '' && { servers: [{ url: path }] }) })
  let text: string | undefined
  const asText = () => (text ??= JSON.stringify(document()))
  app.get('/openapi.json', (_request, reply) => reply.type('application/json; charset=utf-8').send(asText()))
  // Replaces @fastify/swagger, which needs the whole document at startup. JSON is also valid YAML.
  const swagger = (options?: { yaml?: boolean }) => (options?.yaml ? asText() : document())
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
