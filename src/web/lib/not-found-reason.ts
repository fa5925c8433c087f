import { ApiError } from './errors.ts'

/** Why a call failed that found nothing any more, which the sentence for its failure does not say; '' for others. */
export const whyGone = (error: unknown): string =>
  error instanceof ApiError && error.code === 'not_found'
    ? 'Something here was deleted, or you no longer have access. Copy anything you need before you leave.'
    : ''
