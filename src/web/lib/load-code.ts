import { healthz } from '../../shared/admin/site.api.ts'
import { appSignal, appState } from './app-state.ts'
import { call } from './call.ts'

/** Style sheets that failed to load. Their links stay in the document, so Vite takes them for loaded. */
const broken = appState(() => new Set<HTMLLinkElement>())
/** Starts noting them. Call once, before any code is loaded. */
export const noteBrokenStyles = (): void =>
  document.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') broken().add(target)
    },
    { capture: true, signal: appSignal() },
  )

const reloadBroken = async (): Promise<void> => {
  const reloaded = [...broken()].map((link) => {
    // If it fails again, it is noted again.
    const copy = link.cloneNode() as HTMLLinkElement
    broken().delete(link)
    return new Promise((resolve, reject) => {
      copy.onload = resolve
      copy.onerror = reject
      link.replaceWith(copy)
    })
  })
  await Promise.all(reloaded)
}

const reloading = appState(() => ({ last: Promise.resolve() }))
/** One at a time: a link that two loads need is replaced once, and both wait for it. */
const reloadStyles = (): Promise<void> =>
  (reloading().last = reloading()
    .last.catch(() => {})
    .then(reloadBroken))

/** Loads a chunk. If that fails, throws NoResponse when no server answers, otherwise the error of `import`. */
export const loadCode = async <T>(load: () => Promise<T>): Promise<T> => {
  try {
    const loaded = await load()
    await reloadStyles()
    return loaded
  } catch (error) {
    await call(healthz)
    throw error
  }
}
