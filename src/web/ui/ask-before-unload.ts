import { useEffect } from 'react'

/** While `asks`, closing the browser's tab or leaving the app asks in the browser's own words. */
export const useAskBeforeUnload = (asks: boolean): void => {
  useEffect(() => {
    if (!asks) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [asks])
}
