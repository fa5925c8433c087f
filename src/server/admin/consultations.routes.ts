import { listConsultations, requestConsultation, setConsultationDone } from '../../shared/admin/consultations.api.ts'
import { CONSULTATION_WINDOW, countTry } from '../platform/http/throttle.repo.ts'
import { AppError } from '../platform/http/app-error.ts'
import type { Serve } from '../platform/http/serve.ts'
import type { Services } from '../services.ts'
import * as consultations from './consultations.repo.ts'
import * as service from './consultations.service.ts'

export const consultationRoutes = (serve: Serve, services: Services): void => {
  const { db, clock, config } = services

  const requireOffer = () => {
    if (!config.prices) throw new AppError('no_consultations')
  }

  serve(requestConsultation, async ({ body: { inputs }, request, once }) => {
    requireOffer()
    const limit = config.consultationsPerHour
    await countTry(db, clock, [{ kind: 'consultation-address', key: request.ip, limit, windowMs: CONSULTATION_WINDOW }])
    return service.requestConsultation(services, inputs, once)
  })

  serve(listConsultations, () => {
    requireOffer()
    return consultations.listConsultations(db)
  })

  serve(setConsultationDone, async ({ body: { consultationID, done } }) => {
    requireOffer()
    if (!(await consultations.setDone(db, clock, consultationID, done))) throw new AppError('not_found')
    return { message: done ? 'Marked the request as done.' : 'Reopened the request.' }
  })
}
