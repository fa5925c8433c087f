import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../platform/http/app-error.ts'
import { bearerOf } from '../identity/sessions/find-actor.ts'
import type { Services } from '../services.ts'

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/**
 * `GET /metrics`, for callers with METRICS_TOKEN as bearer token. Without that setting nothing is counted, and there is no such
 * address.
 */
export const countForMetrics = async (app: FastifyInstance, services: Services): Promise<void> => {
  const { metricsToken: token } = services.config
  if (token === null) return
  const { openMetrics } = await import('./metrics.ts')
  const metrics = openMetrics(services)
  const expected = digest(token)
  const { onSlow } = services.watch
  services.watch.onSlow = (slow) => {
    metrics.slowStatement()
    onSlow(slow)
  }
  app.addHook('onResponse', (request, reply, done) => {
    metrics.answered(request, reply)
    done()
  })
  app.addHook('onClose', async () => metrics.close())
  app.get('/metrics', async (request, reply) => {
    if (!timingSafeEqual(digest(bearerOf(request) ?? ''), expected)) {
      throw new AppError('not_signed_in', { headers: { 'WWW-Authenticate': 'Bearer' } })
    }
    const text = await metrics.text()
    return reply.type(metrics.contentType).header('Cache-Control', 'no-store').send(text)
  })
}
