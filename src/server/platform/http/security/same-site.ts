import type { FastifyRequest } from 'fastify'
import { AppError } from '../app-error.ts'
import type { Config } from '../../../config.ts'
import { originOf } from '../own-address.ts'

const hostOf = (origin: string): string => (URL.canParse(origin) ? new URL(origin).host : '')

/**
 * Rejects requests that another site's page makes with our cookie, based on what the browser sends. Sec-Fetch-Site
 * knows the page's address even behind a proxy that changes the host; over plain HTTP browsers send only Origin. Other
 * clients send neither header and pass, because they hold the cookie themselves.
 */
export const makeRefuseForeignSite = ({ publicURL }: Config): ((request: FastifyRequest) => void) => {
  let isTold = false
  return (request) => {
    const { origin, 'sec-fetch-site': site } = request.headers
    if (site !== undefined) {
      if (site === 'same-origin' || site === 'none') return
      throw new AppError('foreign_origin')
    }
    if (origin === undefined || origin === new URL(publicURL).origin) return
    const own = originOf(request)
    const host = hostOf(origin)
    if (host === '' || own === undefined) throw new AppError('foreign_origin')
    if (host === hostOf(own)) return
    const sentence = `This page was opened as ${origin}, but the server was asked for as ${own}. If people use ${origin}, set PUBLIC_URL=${origin}.`
    if (!isTold) request.log.warn({ event: 'foreign_origin', origin, own }, sentence)
    isTold = true
    throw new AppError('foreign_origin', { sentence })
  }
}
