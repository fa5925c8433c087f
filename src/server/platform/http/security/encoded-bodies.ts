import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../app-error.ts'

/** The encoding of the body, such as 'gzip'; undefined if it has none. */
const encodingOf = (request: FastifyRequest): string | undefined => {
  const steps = (request.headers['content-encoding'] ?? '').split(',').map((step) => step.trim())
  return steps.find((step) => step !== '' && step.toLowerCase() !== 'identity')
}

/**
 * Rejects compressed bodies after authorization and before reading. Our bodies are small, or files that do not
 * compress, and decompression would let a caller exceed a limit a thousandfold.
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
