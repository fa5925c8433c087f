import { useEffect } from 'react'

/** How many things the app holds that leaving would lose. */
let holding = 0

/** The user has agreed to leave. */
let leaving = false
export const setLeaving = (isLeaving: boolean): void => void (leaving = isLeaving)

const ask = (event: BeforeUnloadEvent) => {
  if (!leaving) event.preventDefault()
}

/** Closing the browser's tab or leaving the app asks in the browser's own words, until what this gives is called. */
export const askBeforeUnload = (): (() => void) => {
  if (++holding === 1) window.addEventListener('beforeunload', ask)
  return () => {
    if (--holding === 0) window.removeEventListener('beforeunload', ask)
  }
}

/** Asks like that while `asks`. */
export const useAskBeforeUnload = (asks: boolean): void => {
  useEffect(() => (asks ? askBeforeUnload() : undefined), [asks])
}

/** Whether the screen holds something that leaving would lose. */
export const holdsUnsaved = (): boolean => holding > 0

/** The user gave up what the screen holds: the full load that follows does not ask. */
export const abandonUnsaved = (): void => window.removeEventListener('beforeunload', ask)
