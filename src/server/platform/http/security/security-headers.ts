import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'
import { AppError } from '../app-error.ts'
import { DEV_SOURCES } from '../web-app.ts'

/** Only our own origin; nothing inline, no frames. */
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

/** Browser features that no page of ours uses, so no injected script may. */
const PERMISSIONS_POLICY = [
  ...['accelerometer', 'browsing-topics', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'hid'],
  ...['magnetometer', 'microphone', 'midi', 'payment', 'serial', 'usb', 'xr-spatial-tracking'],
]
  .map((feature) => `${feature}=()`)
  .join(', ')

/** Opening a file's address cannot run anything on our origin, no matter what it contains. */
export const POLICY_OF_FILES = "sandbox; default-src 'none'; style-src 'unsafe-inline'"

/**
 * The headers that keep pages and files harmless and data out of caches; responses may override them. They are
 * constant, so Helmet runs once rather than for each request, and requests that reach no hook get them too.
 */
export const securityHeaders = ({ dev, https }: { dev: boolean; https: boolean }): Record<string, string> => {
  const headers: Record<string, string> = { 'Cache-Control': 'no-store', 'Permissions-Policy': PERMISSIONS_POLICY }
  const collect = helmet({
    contentSecurityPolicy: { useDefaults: false, directives: { ...CONTENT_SECURITY_POLICY, ...(dev && DEV_SOURCES) } },
    frameguard: { action: 'deny' },
    hsts: https && {},
  })
  const noRequest = new IncomingMessage(new Socket())
  const answer = new ServerResponse(noRequest)
  collect(noRequest, answer, () => {})
  for (const [name, value] of Object.entries(answer.getHeaders())) headers[name] = String(value)
  return headers
}

/** Adds them to every response, with a route or without. Invalid addresses never get here. */
export const addSecurityHeaders = (app: FastifyInstance, headers: Record<string, string>): void => {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers)
    // HTTP requires exactly one Host header. With our own headers Node rejects none and takes the first of two, where a
    // proxy may have used the second.
    const { rawHeaders, httpVersion } = request.raw
    const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length
    done(hosts === 1 || (hosts === 0 && httpVersion === '1.0') ? undefined : new AppError('malformed_request'))
  })
}
