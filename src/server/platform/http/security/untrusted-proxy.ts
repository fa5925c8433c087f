import type { FastifyInstance } from 'fastify'
import type { TrustProxy } from '../../../config.ts'

/**
 * Detects forwarded requests while no proxy is trusted. Then all users behind the proxy count as one address, and
 * failed logins by strangers lock all of them out. Logs this once. Returns the address of the connection of the last
 * such request; null if there was none.
 */
export const watchForUntrustedProxy = (app: FastifyInstance, trustProxy: TrustProxy): (() => string | null) => {
  let seen: string | null = null
  if (trustProxy === false) {
    app.addHook('onRequest', (request, _reply, done) => {
      const { headers, ip, log } = request
      if (headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined) {
        const address = ip.replace(/^::ffff:(?=\d+\.)/i, '')
        if (seen === null) {
          log.warn(
            { event: 'proxy_not_trusted', address },
            `requests have a forwarded address, but TRUST_PROXY is not set, so all of them count as ${address}; if this is your proxy, set TRUST_PROXY=${address} and make it send X-Forwarded-For`,
          )
        }
        seen = address
      }
      done()
    })
  }
  return () => seen
}
