import { useEffect } from 'react'

/** Number of unsaved forms and uploads that leaving would lose. */
let holding = 0

/** The user has agreed to leave. */
let leaving = false
export const setLeaving = (isLeaving: boolean): void => void (leaving = isLeaving)

const ask = (event: BeforeUnloadEvent) => {
  if (!leaving) event.preventDefault()
}

/** Makes the browser ask before the tab closes or leaves the app, until the returned function is called. */
export const askBeforeUnload = (): (() => void) => {
  if (++holding === 1) window.addEventListener('beforeunload', ask)
  return () => {
    if (--holding === 0) window.removeEventListener('beforeunload', ask)
  }
}

/** Does the same while `asks`. */
export const useAskBeforeUnload = (asks: boolean): void => {
  useEffect(() => (asks ? askBeforeUnload() : undefined), [asks])
}

export const holdsUnsaved = (): boolean => holding > 0

/** Skips the prompt for the full page load that follows: the user has discarded the changes. */
export const abandonUnsaved = (): void => window.removeEventListener('beforeunload', ask)
