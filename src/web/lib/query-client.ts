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
  /** Starts a load again that waits because its user typed something that it would take away. */
  held: createStore<(() => void) | undefined>(undefined),
}))

/** Loads that got no answer yet. */
const waiting = (filters?: QueryFilters) =>
  queryClient()
    .getQueryCache()
    .findAll({
      ...filters,
      predicate: ({ state }) => state.fetchStatus !== 'idle' && isNoConnection(state.fetchFailureReason),
    })

/** After this, TanStack Query pauses what failed until `resume`. */
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

/** Whether to load again: for as long as no server answers. */
export const retry = (_failures: number, error: unknown): boolean => {
  if (!isNoConnection(error)) return false
  pauseAll()
  return true
}

/** Every answer of the API that is kept, in memory alone: logging out, which loads a page, ends it. */
export const queryClient = appState(
  () =>
    new QueryClient({
      defaultOptions: {
        queries: {
          gcTime: KEPT_MS,
          retry,
          // `pauseAll` has the pauses, which the user can cut short.
          retryDelay: 0,
          // A browser that takes itself for offline may still reach a server.
          networkMode: 'offlineFirst',
          refetchOnReconnect: false,
        },
      },
    }),
)

/** What something changed makes stale: everything, as names and counts of one thing are in the answers about others. */
export const invalidateAll = (): void => void queryClient().invalidateQueries({ refetchType: 'none' })

/** Begins to notice that the window has the focus or the browser is online. */
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

/** Whether something shown or to be shown waits for a server that does not answer. */
export const useConnection = (): 'fine' | 'waiting' | 'trying' =>
  useSyncExternalStore(subscribe, connectionState, () => 'fine')

/** The user wishes what waits to be tried again. */
export const tryAgain = (): void => {
  connection().held.get()?.()
  resume()
}

interface Options {
  signal?: AbortSignal
  /** Whether the load, once answered, takes away the screen that is shown. */
  leaves?: () => boolean
  /** Starts such a load again on request. It does not go on by itself once the user has typed something. */
  leave?: () => void
}

/**
 * Loads, and does so again for as long as no server answers: after pauses that grow to half a minute, when the browser
 * is online again, and when the user wishes. The frame says so, and what it shows stays.
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
    // In an object, as a query has no result of undefined.
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
