import { useSyncExternalStore } from 'react'
import { SignInFirst } from './errors.ts'

let isAsked = false
const listeners = new Set<() => void>()

/** Statuses of proxies that require authentication. */
const NOT_LET_THROUGH: readonly number[] = [401, 403, 407, 511]

/** A redirect or an HTML page: our server answers JSON, or files with a Content-Disposition. */
const asksToSignIn = ({ type, ok, status, headers }: Response): boolean =>
  type === 'opaqueredirect' ||
  ((ok || NOT_LET_THROUGH.includes(status)) &&
    headers.get('Content-Type')?.includes('text/html') === true &&
    !headers.has('Content-Disposition'))

/** Throws if a sign-in proxy answered instead of our server, and remembers that until our server answers. */
export const requireOwnAnswer = (answer: Response): void => {
  const asked = asksToSignIn(answer)
  if (asked !== isAsked) {
    isAsked = asked
    for (const listener of listeners) listener()
  }
  if (asked) throw new SignInFirst()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether the latest answer came from a sign-in proxy. */
export const useSignIn = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isAsked,
    () => false,
  )
