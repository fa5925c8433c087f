import { useCallback, useSyncExternalStore } from 'react'

/** Whether the window suits a media query, such as '(max-width: 600px)'. */
export const useMedia = (query: string): boolean => {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query)
      // A sheet of paper is no other window: what it would be drawn with might have to be loaded first.
      list.onchange = () => matchMedia('print').matches || listener()
      return () => void (list.onchange = null)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}

/** Where rows are read one below the other and thumbs press what stands at the bottom. */
export const PHONE = '(max-width: 600px)'

export const useIsPhone = (): boolean => useMedia(PHONE)
