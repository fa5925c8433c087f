import { focusManager, notifyManager, onlineManager, QueryClient, type QueryFilters } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { appSignal, appState, createStore } from './app-state.ts'
import { isNoConnection } from './errors.ts'

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000
const KEPT_MS = 60 * 60_000

const connection = appState(() => ({
  loads: 0,
  pause: FIRST_PAUSE_MS,
  timer: undefined as ReturnType<typeof setTimeout> | undefined,
  /** Restarts a load that was held because its user typed something it would discard. */
  held: createStore<(() => void) | undefined>(undefined),
}))

/** Loads without an answer yet. */
const waiting = (filters?: QueryFilters) =>
  queryClient()
    .getQueryCache()
    .findAll({
      ...filters,
      predicate: ({ state }) => state.fetchStatus !== 'idle' && isNoConnection(state.fetchFailureReason),
    })

/** Makes TanStack Query pause failed loads until `resume`. */
const pauseAll = (): void => {
  if (!onlineManager.isOnline()) return
  const state = connection()
  if (waiting().length === 0) state.pause = FIRST_PAUSE_MS
  onlineManager.setOnline(false)
  state.timer = setTimeout(resume, state.pause)
  state.pause = Math.min(2 * state.pause, LONGEST_PAUSE_MS)
}

const resume = (): void => {
  clearTimeout(connection().timer)
  onlineManager.setOnline(true)
}

/** Retries as long as no server answers. */
export const retry = (_failures: number, error: unknown): boolean => {
  if (!isNoConnection(error)) return false
  pauseAll()
  return true
}

/** The cache of the API's answers. In memory only, so the full load at logout empties it. */
export const queryClient = appState(
  () =>
    new QueryClient({
      defaultOptions: {
        queries: {
          gcTime: KEPT_MS,
          retry,
          // `pauseAll` has the pauses, which the user can cut short.
          retryDelay: 0,
          // Browsers that report to be offline may still reach the server.
          networkMode: 'offlineFirst',
          refetchOnReconnect: false,
        },
      },
    }),
)

/** After a change. Marks everything stale, because answers about one thing have names and counts of others. */
export const invalidateAll = (): void => void queryClient().invalidateQueries({ refetchType: 'none' })

/** Ends loads under way of a thing that was deleted: they would ask again because of the change, and get 404s. */
export const cancelLoadsOf = (name: string, id: number): void =>
  void queryClient().cancelQueries({
    predicate: ({ queryKey: [, input] }) =>
      (input as { query?: Record<string, unknown> } | undefined)?.query?.[name] === id,
  })

/** Starts listening to the window's focus and the browser's connection. */
export const startQueries = (): void => {
  const client = queryClient()
  notifyManager.setScheduler(queueMicrotask)
  onlineManager.setEventListener(() => undefined)
  onlineManager.setOnline(true)
  client.mount()
  addEventListener('online', resume, { signal: appSignal() })
  appSignal().addEventListener('abort', () => {
    clearTimeout(connection().timer)
    client.unmount()
    client.clear()
  })
}

const connectionState = (): 'fine' | 'waiting' | 'trying' => {
  if (connection().held.get()) return 'waiting'
  if (waiting().length > 0) return onlineManager.isOnline() && focusManager.isFocused() ? 'trying' : 'waiting'
  return 'fine'
}

const subscribe = (listener: () => void): (() => void) => {
  const ends = [
    queryClient().getQueryCache().subscribe(listener),
    onlineManager.subscribe(listener),
    connection().held.subscribe(listener),
  ]
  return () => {
    for (const end of ends) end()
  }
}

/** Whether a load waits for a server that does not answer. */
export const useConnection = (): 'fine' | 'waiting' | 'trying' =>
  useSyncExternalStore(subscribe, connectionState, () => 'fine')

/** Retries waiting loads now. */
export const tryAgain = (): void => {
  connection().held.get()?.()
  resume()
}

interface Options {
  signal?: AbortSignal
  /** Whether the answer would replace the current screen. */
  leaves?: () => boolean
  /** Restarts such a load on request: once the user has typed something, it does not continue automatically. */
  leave?: () => void
}

/**
 * Loads and retries as long as no server answers: after pauses of up to 30 seconds, when the browser is online again, and
 * on request. The frame shows a line about it, and the screen stays.
 */
export const retryUntilOnline = async <T>(
  load: () => Promise<T>,
  { signal, leaves = () => false, leave }: Options = {},
): Promise<T> => {
  const client = queryClient()
  const { held } = connection()
  const queryKey = ['load', connection().loads++]
  const end = new AbortController()
  const cancel = () => void client.cancelQueries({ queryKey })
  const hold = () => {
    if (!leaves() || waiting({ queryKey }).length === 0) return
    held.set(leave)
    cancel()
  }
  signal?.addEventListener('abort', cancel, { signal: end.signal })
  document.addEventListener('input', hold, { signal: end.signal })
  try {
    // In an object, because queries may not resolve with undefined.
    const { value } = await client.fetchQuery({ queryKey, queryFn: async () => ({ value: await load() }), gcTime: 0 })
    return value
  } catch (error) {
    if (leave && held.get() === leave && signal) await aborted(signal)
    throw error
  } finally {
    end.abort()
    if (leave && held.get() === leave) held.set(undefined)
  }
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve())
  })
