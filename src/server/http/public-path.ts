import type { FastifyInstance } from 'fastify'
import { healthz, readyz } from '../../shared/site.ts'
import { AppError } from '../app-error.ts'

/** What those ask for who look after the server and not by the address that people use. */
const ANYWHERE: readonly string[] = [healthz.path, readyz.path, '/metrics']

const isBelow = (url: string, path: string): boolean =>
  url.startsWith(path) && /^(?:[/?]|$)/.test(url.slice(path.length))

/** The address of a request as the routes know it: without the path of PUBLIC_URL, where it has that. */
export const withoutPath = (url: string, path: string): string => {
  if (path === '' || !isBelow(url, path)) return url
  const rest = url.slice(path.length)
  return rest.startsWith('/') ? rest : `/${rest}`
}

/**
 * Where PUBLIC_URL has a path, nothing else is served: whoever opens a page without it is led to where that is, and all
 * other calls find nothing.
 */
export const keepToPath = (app: FastifyInstance, path: string): void => {
  if (path === '') return
  app.addHook('onRequest', (request, reply, done) => {
    const { originalUrl, method, headers } = request
    if (isBelow(originalUrl, path) || ANYWHERE.includes(originalUrl.split('?', 1)[0] ?? '')) return done()
    if (method !== 'GET' || !headers.accept?.includes('text/html')) return done(new AppError('not_found'))
    void reply.redirect(path + originalUrl)
  })
}
