import { useEffect, useState } from 'react'
import type { Item } from '../../../shared/items/items.api.ts'
import { searchView } from '../../../shared/sharing/links.api.ts'
import { call } from '../../lib/call.ts'
import { sentence } from '../../lib/errors.ts'
import { byLink } from './by-link.ts'

/** After the last key, so that not every letter is asked for. */
const PAUSE_MS = 200

interface Found {
  of: string
  items: readonly Item[]
  more: boolean
  /** Why nothing could be found. */
  failed?: string
}

/** What is found of `q` in what the link shows, in one room of it if wanted; undefined while nothing is looked for, or yet. */
export const useViewSearch = (token: string, roomID: number | undefined, q: string): Found | undefined => {
  const [found, setFound] = useState<Found>()
  const asked = q.trim()
  useEffect(() => {
    if (asked === '') return
    const end = new AbortController()
    const { signal } = end
    const ask = async () => {
      try {
        const answer = await call(searchView, { query: { q: asked, roomID } }, { ...byLink(token), signal })
        if (!signal.aborted) setFound({ of: asked, ...answer })
      } catch (error) {
        if (!signal.aborted)
          setFound({ of: asked, items: [], more: false, failed: sentence(error, { other: 'Unable to search' }) })
      }
    }
    const timer = setTimeout(() => void ask(), PAUSE_MS)
    return () => {
      clearTimeout(timer)
      end.abort()
    }
  }, [token, roomID, asked])
  // What was found before stays until more is known.
  return asked === '' ? undefined : found
}
