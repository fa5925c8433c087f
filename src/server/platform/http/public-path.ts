import type { FastifyInstance } from 'fastify'
import { healthz, readyz } from '../../../shared/admin/site.api.ts'
import { AppError } from './app-error.ts'

/** Requests of monitoring, which does not use the public address. */
const ANYWHERE: readonly string[] = [healthz.path, readyz.path, '/metrics']

const isBelow = (url: string, path: string): boolean =>
  url.startsWith(path) && /^(?:[/?]|$)/.test(url.slice(path.length))

/** Strips the path of PUBLIC_URL from a request's address, if it has that. */
export const withoutPath = (url: string, path: string): string => {
  if (path === '' || !isBelow(url, path)) return url
  const rest = url.slice(path.length)
  return rest.startsWith('/') ? rest : `/${rest}`
}

/** If PUBLIC_URL has a path, nothing outside it is served: pages redirect to it, and all other calls answer 404. */
export const keepToPath = (app: FastifyInstance, path: string): void => {
  if (path === '') return
  app.addHook('onRequest', (request, reply, done) => {
    const { originalUrl, method, headers } = request
    if (isBelow(originalUrl, path) || ANYWHERE.includes(originalUrl.split('?', 1)[0] ?? '')) return done()
    if (method !== 'GET' || !headers.accept?.includes('text/html')) return done(new AppError('not_found'))
    void reply.redirect(path + originalUrl)
  })
}
