import { healthz } from './endpoints.ts'
import { appSignal, appState } from './app-state.ts'
import { call } from './call.ts'

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
    const copy = link.cloneNode() as HTMLLinkElement
    broken().delete(link)
    return new Promise((resolve, reject) => {
      copy.onload = resolve
      copy.onerror = reject
      link.replaceWith(copy)
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
