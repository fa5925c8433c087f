import type { FastifyInstance } from 'fastify'
import { AppError } from './app-error.ts'
import { DEV_SOURCES } from './web-app.ts'

/** Everything from our own origin, nothing inline, no frames. */
const CONTENT_SECURITY_POLICY = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' blob: data:",
  'font-src': "'self'",
  'connect-src': "'self'",
  'worker-src': "'self'",
  'manifest-src': "'self'",
  'form-action': "'self'",
  'base-uri': "'none'",
  'frame-ancestors': "'none'",
  'object-src': "'none'",
}

/** Whatever the bytes of a file are, opened by their address they can do nothing on our origin. */
export const POLICY_OF_FILES = "sandbox; default-src 'none'; style-src 'unsafe-inline'"

const ONE_YEAR_S = 365 * 24 * 60 * 60

/**
 * The headers that keep pages and files harmless, and data out of caches; an answer may put its own in place of one. They
 * never change while the server runs.
 */
export const securityHeaders = ({ dev, https }: { dev: boolean; https: boolean }): Record<string, string> => {
  const policy = { ...CONTENT_SECURITY_POLICY, ...(dev && DEV_SOURCES) }
  return {
    'Cache-Control': 'no-store',
    'Content-Security-Policy': Object.entries(policy)
      .map(([directive, sources]) => `${directive} ${sources}`)
      .join('; '),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Origin-Agent-Cluster': '?1',
    'Referrer-Policy': 'no-referrer',
    ...(https && { 'Strict-Transport-Security': `max-age=${ONE_YEAR_S}; includeSubDomains` }),
    'X-Content-Type-Options': 'nosniff',
    'X-DNS-Prefetch-Control': 'off',
    'X-Download-Options': 'noopen',
    'X-Frame-Options': 'DENY',
    'X-Permitted-Cross-Domain-Policies': 'none',
    'X-XSS-Protection': '0',
  }
}

/** Puts them on every answer to a request that has a route or none; what is no address never gets here. */
export const addSecurityHeaders = (app: FastifyInstance, headers: Record<string, string>): void => {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers)
    // As the protocol demands, and Node would do without our headers.
    const hasHost = request.raw.headers.host !== undefined || request.raw.httpVersion === '1.0'
    done(hasHost ? undefined : new AppError('malformed_request'))
  })
}
