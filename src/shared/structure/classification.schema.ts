import * as z from 'zod/mini'
import { EMERGENCIES, SURFACES, TRADES } from './classification.ts'

/**
 * How a subcategory is classified: the surface its items finish, the trade that does the work, and its emergency group.
 * An absent `emergency`, as older callers send, leaves that unchanged.
 */
export const standsFor = z.strictObject({
  surface: z.nullable(z.enum(SURFACES, { error: `Must be one of ${SURFACES.join(', ')}.` })),
  trade: z.nullable(z.enum(TRADES, { error: `Must be one of ${TRADES.join(', ')}.` })),
  emergency: z.optional(z.nullable(z.enum(EMERGENCIES, { error: `Must be one of ${EMERGENCIES.join(', ')}.` }))),
})
