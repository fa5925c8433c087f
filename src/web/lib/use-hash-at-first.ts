import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { ready } from './prerendered.ts'

/** The router's key of the place that a visitor enters the app at. */
const FIRST = 'default'

/** At a first load of a page that is not ready the browser looks for the part that the address names before the page is there; this looks again. */
export const useHashAtFirst = (): void => {
  const { key, hash } = useLocation()
  useEffect(() => {
    if (key === FIRST && !ready) document.getElementById(hash.slice(1))?.scrollIntoView()
  }, [key, hash])
}
