import { ApiError } from './errors.ts'

/** Why a call failed that found nothing any more, which the sentence for its failure does not say; '' for others. */
export const whyGone = (error: unknown): string =>
  error instanceof ApiError && error.code === 'not_found'
    ? 'Something here was deleted, or your access was taken away. What you typed stays here until you leave.'
    : ''
