import { useSyncExternalStore } from 'react'
import { healthz } from '../../shared/admin/site.api.ts'
import { appSignal, appState, createSignal } from './app-state.ts'
import { call } from './call.ts'
import { ApiError, NoResponse } from './errors.ts'

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000

/** What a proxy answers for a server that it does not reach. */
const AWAY: readonly number[] = [502, 503, 504]

/** Whether a call failed because no server was there to answer it. */
export const isNoConnection = (error: unknown): boolean =>
  error instanceof NoResponse || (error instanceof ApiError && AWAY.includes(error.status))

/** Style sheets that could not be fetched: the browser keeps their links, and Vite takes those for loaded. */
const broken = appState(() => new Set<HTMLLinkElement>())
/** Begins to note them: to be called once, before any code is loaded. */
export const noteBrokenStyles = (): void =>
  document.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') broken().add(target)
    },
    { capture: true, signal: appSignal() },
  )

const mendBroken = async (): Promise<void> => {
  const mended = [...broken()].map((link) => {
    // Where it fails again, it is noted again.
    const anew = link.cloneNode() as HTMLLinkElement
    broken().delete(link)
    return new Promise((resolve, reject) => {
      anew.onload = resolve
      anew.onerror = reject
      link.replaceWith(anew)
    })
  })
  await Promise.all(mended)
}

const mending = appState(() => ({ last: Promise.resolve() }))
/** One after the other: a link that two loads need is replaced once, and both wait for it. */
const mendStyles = (): Promise<void> =>
  (mending().last = mending()
    .last.catch(() => {})
    .then(mendBroken))

/** Loads a chunk. Where it cannot be had, throws what tells that no server answers, else what `import` threw. */
export const loadCode = async <T>(load: () => Promise<T>): Promise<T> => {
  try {
    const loaded = await load()
    await mendStyles()
    return loaded
  } catch (error) {
    await call(healthz)
    throw error
  }
}

/** A load that got no answer, until it gets one or is given up. */
interface Wait {
  /** Whether it is being tried, or pauses. */
  trying: boolean
  /** What was typed since stands on the screen that the load would take away. */
  holdsTyped: boolean
  tryNow: () => void
}

const waiting = appState(() => ({ waits: new Set<Wait>(), changed: createSignal() }))

interface Options {
  signal?: AbortSignal
  /** Whether the load, once answered, takes away the screen that is shown. */
  leaves?: () => boolean
  /** Begins such a load anew, which the user wishes who has typed something meanwhile. By itself it does not go on then. */
  leave?: () => void
}

/**
 * Loads, and does so again for as long as no server answers: after pauses that grow to half a minute, when the browser
 * is online again, and when the user wishes. The frame says so meanwhile, and what it shows stays.
 */
export const retryUntilOnline = async <T>(
  load: () => Promise<T>,
  { signal, leaves = () => false, leave }: Options = {},
): Promise<T> => {
  const wait: Wait = { trying: true, holdsTyped: false, tryNow: () => {} }
  const { waits, changed } = waiting()
  const end = new AbortController()
  const note = () => {
    if (leaves()) wait.holdsTyped = true
  }
  try {
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      try {
        return await load()
      } catch (error) {
        if (signal?.aborted || !isNoConnection(error)) throw error
      }
      if (!waits.has(wait)) document.addEventListener('input', note, { signal: end.signal })
      wait.trying = false
      waits.add(wait)
      changed.emit()
      await new Promise<void>((resolve, reject) => {
        const goOn = () => {
          if (!wait.holdsTyped) resolve()
        }
        wait.tryNow = () => (wait.holdsTyped ? leave?.() : resolve())
        setTimeout(goOn, pause)
        addEventListener('online', goOn, { signal: end.signal })
        signal?.addEventListener('abort', () => reject(signal.reason), { signal: end.signal })
      })
      wait.trying = true
      changed.emit()
    }
  } finally {
    end.abort()
    waits.delete(wait)
    changed.emit()
  }
}

/** The user wishes what waits to be tried again. */
export const tryAgain = (): void => {
  for (const { tryNow } of waiting().waits) tryNow()
}

const state = () => {
  const { waits } = waiting()
  if (waits.size === 0) return 'fine'
  return [...waits].some(({ trying }) => trying) ? 'trying' : 'waiting'
}

/** Whether something shown or to be shown waits for a server that does not answer. */
export const useConnection = (): 'fine' | 'waiting' | 'trying' =>
  useSyncExternalStore(waiting().changed.subscribe, state, state)
