import { useEffect, useEffectEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import { appState } from './app-state.ts'
import { changesSoFar } from './call.ts'
import { retryUntilOnline } from './retry.ts'

/** What a page shows at once, and where that was kept from before, how it is asked for again. */
export interface Shown<T> {
  value: T
  /** Undefined if something has changed since. */
  renew?: () => Promise<T | undefined>
}

const MOST = 2_000

/** What was answered last, in memory alone: leaving the app or logging out, which loads a page, ends it. */
const cache = appState(() => ({
  kept: new Map<string, unknown>(),
  /** The number of changes when it was requested; after further changes it is requested again. */
  keptAt: changesSoFar(),
  unrenewed: new Set<string>(),
}))

const isOfNow = (): boolean => {
  const state = cache()
  if (state.keptAt === changesSoFar()) return true
  state.kept.clear()
  state.keptAt = changesSoFar()
  return false
}

const keep = (key: string, value: unknown): void => {
  const { kept } = cache()
  kept.delete(key)
  kept.set(key, value)
  for (const oldest of kept.keys()) {
    if (kept.size <= MOST) break
    kept.delete(oldest)
  }
}

/**
 * What a loader answers: what was kept under the key, or what `load` gets, which is kept then. `parts` are kept under
 * keys of their own. Any change empties the cache.
 */
export const cachedQuery = async <T>(
  key: string,
  load: () => Promise<T>,
  parts: (value: T) => [key: string, value: unknown][] = () => [],
): Promise<Shown<T>> => {
  const { kept, unrenewed } = cache()
  const loadAndKeep = async (): Promise<{ value: T; isOfNow: boolean }> => {
    const before = changesSoFar()
    const value = await load()
    if (before !== changesSoFar()) return { value, isOfNow: false }
    isOfNow()
    for (const [name, part] of [[key, value] as const, ...parts(value)]) keep(name, part)
    unrenewed.delete(key)
    return { value, isOfNow: true }
  }
  const renew = async () => {
    try {
      const renewed = await loadAndKeep()
      return renewed.isOfNow ? renewed.value : undefined
    } catch (error) {
      kept.delete(key)
      throw error
    }
  }
  if (isOfNow() && kept.has(key)) return { value: kept.get(key) as T, renew }
  return { value: (await loadAndKeep()).value }
}

/** Whether what is shown under the key could not be had again, so that its loader has to run. */
export const couldNotRenew = (key: string): boolean => cache().unrenewed.has(key)

/**
 * What is shown of it: renewed as soon as the server has answered, without a connection when there is one again. What is
 * refused by then is left to the loader. With `holds` it stays as it is for as long as that says so.
 */
export const useRevalidated = <T>(key: string, shown: Shown<T>, holds: () => boolean = () => false): T => {
  const [renewed, setRenewed] = useState<{ of: Shown<T>; value: T }>()
  const { revalidate } = useRevalidator()
  const take = useEffectEvent((value: T | undefined) => {
    if (value === undefined || holds() || JSON.stringify(value) === JSON.stringify(shown.value)) return
    setRenewed({ of: shown, value })
  })
  const giveUp = useEffectEvent((error: unknown) => {
    if (holds()) return console.error(error)
    cache().unrenewed.add(key)
    void revalidate()
  })
  useEffect(() => {
    if (!shown.renew) return
    const end = new AbortController()
    const { signal } = end
    retryUntilOnline(shown.renew, { signal }).then(
      (value) => signal.aborted || take(value),
      (error: unknown) => signal.aborted || giveUp(error),
    )
    return () => end.abort()
  }, [shown])
  return renewed?.of === shown ? renewed.value : shown.value
}
