import * as z from 'zod/mini'
import { EMERGENCIES, SURFACES, TRADES } from './classification.ts'

export const surface = z.enum(SURFACES, { error: `Must be one of ${SURFACES.join(', ')}.` })
export const trade = z.enum(TRADES, { error: `Must be one of ${TRADES.join(', ')}.` })
export const emergency = z.enum(EMERGENCIES, { error: `Must be one of ${EMERGENCIES.join(', ')}.` })

/**
 * How a subcategory is classified: the surface its items finish, the trade that does the work, and its emergency group.
 * An absent `emergency`, as older callers send, leaves that unchanged.
 */
export const standsFor = z.strictObject({
  surface: z.nullable(surface),
  trade: z.nullable(trade),
  emergency: z.optional(z.nullable(emergency)),
})
