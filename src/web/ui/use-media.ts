import { useCallback, useSyncExternalStore } from 'react'

/** Whether the window suits a media query, such as '(max-width: 600px)'. */
export const useMedia = (query: string): boolean => {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}

/** Where rows are read one below the other and thumbs press what stands at the bottom. */
export const PHONE = '(max-width: 600px)'

export const useIsPhone = (): boolean => useMedia(PHONE)
