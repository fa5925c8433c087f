import type { FastifyRequest } from 'fastify'
import { AppError } from '../app-error.ts'

/**
 * Refuses calls that another site's page makes with our cookie, by what the browser says of them. A caller that is no
 * browser sends neither header and passes: it holds the cookie itself.
 */
export const refuseForeignSite = (request: FastifyRequest, publicURL: string): void => {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw new AppError('foreign_origin')
  const { origin } = request.headers
  if (
    origin !== undefined &&
    origin !== new URL(publicURL).origin &&
    origin !== `${request.protocol}://${request.host}`
  )
    throw new AppError('foreign_origin')
}
