import { appState, createStore, useStore } from './app-state.ts'
import { SignInFirst } from './errors.ts'

const isAsked = appState(() => createStore(false))

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
  if (asked !== isAsked().get()) isAsked().set(asked)
  if (asked) throw new SignInFirst()
}

/** Whether the latest answer came from a sign-in proxy. */
export const useSignIn = (): boolean => useStore(isAsked(), () => false)
