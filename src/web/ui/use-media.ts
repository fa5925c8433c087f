import { useCallback, useSyncExternalStore } from 'react'

/** Whether a media query matches, such as '(max-width: 600px)'. */
export const useMedia = (query: string): boolean => {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query)
      // Printing must not switch layouts: the other one's code may not be loaded.
      list.onchange = () => matchMedia('print').matches || listener()
      return () => void (list.onchange = null)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}

/** Screens with stacked rows and actions at the bottom, within reach of the thumb. */
export const PHONE = '(max-width: 600px)'

export const useIsPhone = (): boolean => useMedia(PHONE)
