import { useSyncExternalStore } from 'react'

/** What the app takes from its environment; component tests replace it. */
export interface Surroundings {
  fetch: typeof globalThis.fetch
}

interface App extends Surroundings {
  state: Map<() => unknown, unknown>
  end: AbortController
}

const createApp = (surroundings: Partial<Surroundings>): App => ({
  fetch: (...request) => globalThis.fetch(...request),
  ...surroundings,
  state: new Map(),
  end: new AbortController(),
})

/** The app of the document: the only module variable that changes. */
let app = createApp({})

/** Starts an app without state. Returns a function that ends it. */
export const startApp = (surroundings: Partial<Surroundings> = {}): (() => void) => {
  const started = createApp(surroundings)
  app = started
  return () => started.end.abort()
}

export const appFetch: typeof globalThis.fetch = (...request) => app.fetch(...request)

/** Aborted when the app ends; for listeners of the document. */
export const appSignal = (): AbortSignal => app.end.signal

/** State of the running app, created on first use. State in a module would outlive the app. */
export const appState =
  <T>(create: () => T): (() => T) =>
  () => {
    if (!app.state.has(create)) app.state.set(create, create())
    return app.state.get(create) as T
  }

/** A value that components can subscribe to. */
export interface Store<T> {
  get: () => T
  set: (value: T) => void
  subscribe: (listener: () => void) => () => void
}

export const createStore = <T>(initial: T): Store<T> => {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set: (next) => {
      value = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** `atFirst` is the value of prerendered pages. */
export const useStore = <T>({ subscribe, get }: Store<T>, atFirst: () => T = get): T =>
  useSyncExternalStore(subscribe, get, atFirst)

/** Events without a value, such as "tasks have changed". */
export const createSignal = () => {
  const { subscribe, set } = createStore(undefined)
  return { subscribe, emit: () => set(undefined) }
}
