import type { FastifyInstance } from 'fastify'
import type { TrustProxy } from '../config.ts'

/**
 * Watches whether requests say that they were forwarded while no proxy is trusted: then everybody behind it counts as one
 * address, and strangers' wrong logins keep all of them out. The log says so once. Gives the address of the connection
 * that such a request came by last; null where none did.
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
            `requests come with a forwarded address, but TRUST_PROXY is not set, so that all of them count as ${address}; if a proxy of yours runs there, set TRUST_PROXY=${address} and let it send X-Forwarded-For`,
          )
        }
        seen = address
      }
      done()
    })
  }
  return () => seen
}
