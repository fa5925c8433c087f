import type { FastifyRequest } from 'fastify'
import { AppError } from '../app-error.ts'
import type { Config } from '../config.ts'
import { originOf } from './own-address.ts'

const hostOf = (origin: string): string => (URL.canParse(origin) ? new URL(origin).host : '')

/**
 * Refuses calls that another site's page makes with our cookie, by what the browser says of them. It knows the address
 * that the page was opened by, also where a proxy asks for another one; by plain http it tells the origin alone. A caller
 * that is no browser sends neither header and passes: it holds the cookie itself.
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
