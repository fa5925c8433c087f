import { sentence } from './errors.ts'
import { toast } from './toasts.ts'

/** Logs a failed call and shows a toast with the given message, or that the server did not answer. */
export const toastFailure = (error: unknown, words: string): void => {
  console.error(error)
  toast({ kind: 'error', text: sentence(error, { other: words }) })
}
