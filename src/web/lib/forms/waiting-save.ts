import { appState, createStore, useStore } from '../app-state.ts'

const FIRST_PAUSE_MS = 5_000
const LONGEST_PAUSE_MS = 30_000

const waiting = appState(() => createStore<{ tryNow: () => void } | undefined>(undefined))

/** The save that no server has answered yet, if there is one. */
export const useWaitingSave = () => useStore(waiting())

/**
 * Retries a save until it gets an answer (`save` resolves with true) or the signal aborts: after growing pauses, when the
 * browser is online again, when the window gets the focus, and on request.
 */
export const saveUntilAnswered = async (save: () => Promise<boolean>, signal: AbortSignal): Promise<void> => {
  const wait = { tryNow: () => {} }
  waiting().set(wait)
  for (let pause = FIRST_PAUSE_MS; !signal.aborted; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    const end = new AbortController()
    await new Promise<void>((resolve) => {
      wait.tryNow = resolve
      const timer = setTimeout(resolve, pause)
      end.signal.addEventListener('abort', () => clearTimeout(timer))
      // Back from signing in elsewhere, for example.
      for (const event of ['online', 'focus']) addEventListener(event, () => resolve(), { signal: end.signal })
      signal.addEventListener('abort', () => resolve(), { signal: end.signal })
    })
    end.abort()
    if (signal.aborted || (await save())) break
  }
  if (waiting().get() === wait) waiting().set(undefined)
}
