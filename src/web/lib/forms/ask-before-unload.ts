import { useEffect } from 'react'
import { appState } from '../app-state.ts'

/** `holding` counts the unsaved forms and uploads that leaving would lose; `leaving`: the user has agreed to leave. */
const unload = appState(() => ({ holding: 0, leaving: false }))

export const setLeaving = (isLeaving: boolean): void => void (unload().leaving = isLeaving)

const ask = (event: BeforeUnloadEvent) => {
  if (!unload().leaving) event.preventDefault()
}

/** Makes the browser ask before the tab closes or leaves the app, until the returned function is called. */
export const askBeforeUnload = (): (() => void) => {
  const asking = unload()
  if (++asking.holding === 1) window.addEventListener('beforeunload', ask)
  return () => {
    if (--asking.holding === 0) window.removeEventListener('beforeunload', ask)
  }
}

/** Does the same while `asks`. */
export const useAskBeforeUnload = (asks: boolean): void => {
  useEffect(() => (asks ? askBeforeUnload() : undefined), [asks])
}

export const hasUnsaved = (): boolean => unload().holding > 0

/** Skips the prompt for the full page load that follows: the user has discarded the changes. */
export const discardUnsaved = (): void => window.removeEventListener('beforeunload', ask)
