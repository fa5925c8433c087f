import { useCallback, useEffect, useRef } from 'react'

/** Tells whether the page is still shown: one that was left while its call was under way no longer leads anywhere. */
export const useIsMounted = (): (() => boolean) => {
  const here = useRef(false)
  useEffect(() => {
    here.current = true
    return () => {
      here.current = false
    }
  }, [])
  return useCallback(() => here.current, [])
}
