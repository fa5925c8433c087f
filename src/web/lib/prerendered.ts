import { useSyncExternalStore } from 'react'
import type { MadeFrom } from '../../shared/public/prerendered-pages.ts'

/** Undefined while the server prerenders. */
const page = globalThis.document as Document | undefined

const read = (): MadeFrom | undefined => {
  const text = page?.getElementById('ready')?.textContent
  // The script in index.html decides that.
  return text && page?.documentElement.dataset.unready === undefined ? (JSON.parse(text) as MadeFrom) : undefined
}

/** The data of this document's prerendered HTML, if it has one. */
export const ready = read()

/** The session is known, or cannot be restored: shows what is for visitors. */
export const knowsVisitor = (): void => page?.documentElement.removeAttribute('data-returning')

const nothing = () => () => {}

/** False in prerendered HTML and while it is hydrated. */
export const useIsHydrated = () =>
  useSyncExternalStore(
    nothing,
    () => true,
    () => false,
  )
