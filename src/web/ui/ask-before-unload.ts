import { useEffect } from 'react'

/** How many parts of the screen hold something that leaving would lose. */
let holding = 0

const ask = (event: BeforeUnloadEvent) => event.preventDefault()

/** While `asks`, closing the browser's tab or leaving the app asks in the browser's own words. */
export const useAskBeforeUnload = (asks: boolean): void => {
  useEffect(() => {
    if (!asks) return
    if (++holding === 1) window.addEventListener('beforeunload', ask)
    return () => {
      if (--holding === 0) window.removeEventListener('beforeunload', ask)
    }
  }, [asks])
}

/** Whether the screen holds something that leaving would lose. */
export const holdsUnsaved = (): boolean => holding > 0

/** The user gave up what the screen holds: the full load that follows does not ask. */
export const abandonUnsaved = (): void => window.removeEventListener('beforeunload', ask)
