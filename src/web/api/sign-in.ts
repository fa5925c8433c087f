import { useSyncExternalStore } from 'react'
import { SignInFirst } from './errors.ts'

let isAsked = false
const listeners = new Set<() => void>()

/** What is said to whoever is not let through. */
const NOT_LET_THROUGH: readonly number[] = [401, 403, 407, 511]

/** Whether it leads elsewhere or is a page; answers of ours are JSON, or files with their names. */
const asksToSignIn = ({ type, ok, status, headers }: Response): boolean =>
  type === 'opaqueredirect' ||
  ((ok || NOT_LET_THROUGH.includes(status)) &&
    headers.get('Content-Type')?.includes('text/html') === true &&
    !headers.has('Content-Disposition'))

/** Throws where something in front of the server answered in its place, and notes it until an answer comes through. */
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

/** Whether the latest answer came from something in front of the server that asks to sign in. */
export const useSignIn = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isAsked,
    () => false,
  )
