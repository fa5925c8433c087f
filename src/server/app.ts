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
import { activityRoutes } from './history/activity.routes.ts'
import { providerRoutes } from './identity/openid-connect/provider.routes.ts'
import { apiKeyRoutes } from './identity/api-keys/api-keys.routes.ts'
import { passkeyRoutes } from './identity/passkeys/passkeys.routes.ts'
import { secondFactorRoutes } from './identity/second-factor/second-factor.routes.ts'
import { securityEventRoutes } from './identity/security-events/security-events.routes.ts'
import { accountRoutes } from './identity/account/account.routes.ts'
import { authRoutes } from './identity/sessions/auth.routes.ts'
import { makeFindActor } from './identity/sessions/find-actor.ts'
import { roomStructureRoutes } from './structure/room-structure.routes.ts'
import { structureRoutes } from './structure/structure.routes.ts'
import { consultationRoutes } from './admin/consultations.routes.ts'
import { isReachedByHTTPS, publicPathOf } from './config.ts'
import type { Actor } from './platform/db/actor.ts'
import { findRight, type RequestedThings } from './platform/db/access/find-right.ts'
import { handoverRoutes } from './sharing/handover/handover.routes.ts'
import { historyRoutes } from './history/history.routes.ts'
import { downloadRoutes } from './attachments/downloads.routes.ts'
import { openDownloads } from './attachments/downloads.ts'
import { fileRoutes } from './attachments/files.routes.ts'
import { AppError } from './platform/http/app-error.ts'
import { GracefulShutdown } from './platform/http/graceful-shutdown.ts'
import { refuseEncodedBodies } from './platform/http/security/encoded-bodies.ts'
import { rawAnswer, sendError } from './platform/http/errors.ts'
import { logOptions } from './platform/http/log.ts'
import { openapi } from './platform/http/openapi.ts'
import { SECURITY_TEXT_PATH, securityText } from './platform/http/security/security-text.ts'
import { addSecurityHeaders, securityHeaders } from './platform/http/security/security-headers.ts'
import { keepToPath, withoutPath } from './platform/http/public-path.ts'
import { makeServe } from './platform/http/serve.ts'
import { openServers, type Patience } from './platform/http/server.ts'
import { watchForUntrustedProxy } from './platform/http/security/untrusted-proxy.ts'
import { serveWebApp } from './platform/http/web-app.ts'
import { countForMetrics } from './admin/metrics.routes.ts'
import { inboxRoutes } from './attachments/inbox.routes.ts'
import { webhookRoutes } from './sharing/webhooks/webhooks.routes.ts'
import { linkRoutes } from './sharing/links/links.routes.ts'
import { makeFindLink } from './sharing/links/reader.repo.ts'
import { jobRoutes } from './admin/jobs.routes.ts'
import { copyRoutes } from './items/bulk/copies.routes.ts'
import { coverRoutes } from './projects/covers.routes.ts'
import { mailboxRoutes } from './identity/account/mailboxes.routes.ts'
import { memberRoutes } from './sharing/members/members.routes.ts'
import { linkedCopiesRoutes } from './items/bulk/linked-copies.routes.ts'
import { bulkChangesRoutes } from './items/bulk/bulk-changes.routes.ts'
import { undoRoutes } from './items/bulk/undo.routes.ts'
import { calendarRoutes } from './upkeep/calendar.routes.ts'
import { taskRoutes } from './upkeep/tasks.routes.ts'
import { emergencyRoutes } from './upkeep/emergency.routes.ts'
import { handoverChecklistRoutes } from './upkeep/handover-checklist.routes.ts'
import { upcomingRoutes } from './upkeep/upcoming.routes.ts'
import { moveRoutes } from './items/bulk/moves.routes.ts'
import { orderingRoutes } from './items/bulk/ordering.routes.ts'
import { itemRoutes } from './items/items.routes.ts'
import { searchRoutes } from './search/search.routes.ts'
import { overviewRoutes } from './admin/overview.routes.ts'
import { peopleRoutes } from './identity/people/people.routes.ts'
import { paperRoutes } from './papers/papers.routes.ts'
import { brandingRoutes } from './papers/branding.routes.ts'
import { projectFileRoutes } from './exchange/project-file/project-file.routes.ts'
import { projectRoutes } from './projects/projects.routes.ts'
import { packageRoot } from './platform/lib/package-root.ts'
import { roomRoutes } from './projects/rooms.routes.ts'
import type { Services } from './services.ts'
import { endRemindersRoutes, reminderRoutes } from './upkeep/reminders.routes.ts'
import { sheetRoutes } from './exchange/sheets/sheets.routes.ts'
import { revisionRoutes } from './papers/revisions/revisions.routes.ts'
import { readySite, siteRoutes } from './admin/site.routes.ts'
import { templateRoutes } from './projects/templates.routes.ts'
import { trashRoutes } from './history/trash.routes.ts'

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
  const downloads = openDownloads()
  authRoutes(serve, services)
  secondFactorRoutes(serve, services)
  passkeyRoutes(serve, services)
  apiKeyRoutes(serve, services)
  providerRoutes(serve, services)
  securityEventRoutes(serve, services)
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
  bulkChangesRoutes(serve, services)
  linkedCopiesRoutes(serve, services)
  undoRoutes(serve, services)
  orderingRoutes(serve, services)
  coverRoutes(serve, services)
  searchRoutes(serve, services)
  fileRoutes(serve, services)
  downloadRoutes(serve, services, downloads)
  linkRoutes(serve, services)
  webhookRoutes(serve, services)
  inboxRoutes(serve, services)
  trashRoutes(serve, services)
  historyRoutes(serve, services)
  activityRoutes(serve, services)
  emergencyRoutes(serve, services)
  handoverChecklistRoutes(serve, services)
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
  brandingRoutes(serve, services)
  consultationRoutes(serve, services)
  peopleRoutes(serve, services)
  overviewRoutes(serve, services, untrustedProxy)
  jobRoutes(serve, services)
  siteRoutes(serve, services, leave)
  const forgotten = Object.entries(endpoints).filter(([, endpoint]) => !served.has(endpoint))
  if (forgotten.length > 0) throw new Error(`Declared but not served: ${forgotten.map(([name]) => name).join(', ')}`)

  await documentation(app, path)
  app.get(SECURITY_TEXT_PATH, (_request, reply) => {
    const text = securityText(config, clock)
    if (text === undefined) throw new AppError('not_found')
    return reply.type('text/plain; charset=utf-8').send(text)
  })
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
