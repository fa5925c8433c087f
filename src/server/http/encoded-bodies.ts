import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../app-error.ts'

/** How the body was encoded for the way, such as 'gzip'; undefined where it comes as it is. */
const encodingOf = (request: FastifyRequest): string | undefined => {
  const steps = (request.headers['content-encoding'] ?? '').split(',').map((step) => step.trim())
  return steps.find((step) => step !== '' && step.toLowerCase() !== 'identity')
}

/**
 * Refuses compressed bodies, once it is decided who may call and before anything is read. Ours are small, or files that
 * nothing makes smaller, and unpacking would let a caller send a thousand times what a limit allows.
 */
export const refuseEncodedBodies = (app: FastifyInstance): void => {
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const hasBody = request.method !== 'GET' && request.method !== 'HEAD'
    const encoding = hasBody && !request.is404 ? encodingOf(request) : undefined
    if (encoding === undefined) return done(null, payload)
    const headers = { 'Accept-Encoding': 'identity' }
    done(new AppError('unsupported_encoding', { values: { encoding }, headers }))
  })
}
