import { AppError } from '../platform/http/app-error.ts'
import { SECOND } from '../platform/lib/clock.ts'
import { openLimiter, type Limiter } from '../platform/lib/limiter.ts'

/** Limits how much one server sends at a time; further downloads wait. */
export interface Downloads {
  /** Files; each takes a megabyte of memory. */
  files: Limiter
  /** Papers and spreadsheets, which are held in memory. */
  made: Limiter
}

const RETRY_AFTER_S = '10'
const WAITING = {
  mostWaiting: 200,
  longestWait: 30 * SECOND,
  refusal: () => new AppError('too_many_downloads', { headers: { 'Retry-After': RETRY_AFTER_S } }),
}

export const openDownloads = (): Downloads => ({
  files: openLimiter({ ofOne: 24, atOnce: 192, ...WAITING }),
  made: openLimiter({ ofOne: 2, atOnce: 12, ...WAITING }),
})
