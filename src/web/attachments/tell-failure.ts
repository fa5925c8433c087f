import { sentence } from '../lib/errors.ts'
import { toast } from '../ui/toasts.ts'

/** Logs a failed call and says so in a toast: in the given words, or that no answer came. */
export const tellFailure = (error: unknown, words: string): void => {
  console.error(error)
  toast({ kind: 'error', text: sentence(error, { other: words }) })
}
