import { useEffect, useState } from 'react'
import type { Item } from '../../../shared/items/items.api.ts'
import { searchView } from '../../lib/endpoints.ts'
import { call } from '../../lib/call.ts'
import { sentence } from '../../lib/errors.ts'
import { linkAuthorization } from './link-authorization.ts'

/** Debounce. */
const DEBOUNCE_MS = 200

interface Found {
  of: string
  items: readonly Item[]
  more: boolean
  /** Why the search failed. */
  failed?: string
}

/** Searches what the link shows, optionally in one room; undefined without a query or before the first result. */
export const useViewSearch = (token: string, roomID: number | undefined, q: string): Found | undefined => {
  const [found, setFound] = useState<Found>()
  const asked = q.trim()
  useEffect(() => {
    if (asked === '') return
    const end = new AbortController()
    const { signal } = end
    const ask = async () => {
      try {
        const answer = await call(searchView, { query: { q: asked, roomID } }, { ...linkAuthorization(token), signal })
        if (!signal.aborted) setFound({ of: asked, ...answer })
      } catch (error) {
        if (!signal.aborted)
          setFound({ of: asked, items: [], more: false, failed: sentence(error, { other: 'Unable to search' }) })
      }
    }
    const timer = setTimeout(() => void ask(), DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      end.abort()
    }
  }, [token, roomID, asked])
  // The previous result stays until the next one arrives.
  return asked === '' ? undefined : found
}
