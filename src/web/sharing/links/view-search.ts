import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Item } from '../../../shared/items/items.api.ts'
import { searchView, VIEW_HITS } from '../../../shared/sharing/links.api.ts'
import { call } from '../../lib/call.ts'
import { sentence } from '../../lib/errors.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { linkAuthorization } from './link-authorization.ts'

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
  const of = q.trim()
  const isSettled = useDebounced(of, DEBOUNCE_MS) === of
  const { data, error } = useQuery({
    queryKey: [searchView.path, token, roomID, of],
    queryFn: async ({ signal }): Promise<Found> => {
      const items: Item[] = []
      for (let from: number | undefined; ;) {
        const query = { q: of, roomID, ...(from !== undefined && { from }) }
        const some = await call(searchView, { query }, { ...linkAuthorization(token), signal })
        items.push(...some.items)
        const more = some.more || items.length > VIEW_HITS
        if (more || some.next === null) return { of, items: items.slice(0, VIEW_HITS), more }
        from = some.next
      }
    },
    enabled: of !== '' && isSettled,
    placeholderData: keepPreviousData,
    retry: false,
  })
  if (error) return { of, items: [], more: false, failed: sentence(error, { other: 'Unable to search' }) }
  return of === '' ? undefined : data
}
