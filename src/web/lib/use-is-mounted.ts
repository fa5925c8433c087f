import { useCallback, useEffect, useRef } from 'react'

/** Whether the page is still shown: after a call, a page that was left must not navigate. */
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
