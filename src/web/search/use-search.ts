import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { search, type Found } from '../../shared/search/search.api.ts'
import { sentence } from '../lib/errors.ts'
import { endpointQuery } from '../lib/query.ts'
import { useDebounced } from '../lib/use-debounced.ts'

/** Too short to be noticed. */
const DEBOUNCE_MS = 120

interface SearchAsTyped {
  /** The result of the query, or of the previous one until it arrives. */
  found: Found | undefined
  /** Whether `found` is for the current query. */
  isAnswered: boolean
  /** Why the search failed. */
  failure: string | undefined
  tryAgain: () => void
}

/** Searches while the user types. A new query aborts the previous request. */
export const useSearchAsTyped = (typed: string): SearchAsTyped => {
  const q = typed.trim()
  const isSettled = useDebounced(q, DEBOUNCE_MS) === q
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...endpointQuery(search, { query: { q } }),
    enabled: q !== '' && isSettled,
    placeholderData: keepPreviousData,
    retry: false,
  })
  return {
    found: q === '' ? undefined : data,
    isAnswered: q === '' || (data !== undefined && !isPlaceholderData),
    failure: error ? sentence(error, { other: 'Unable to search' }) : undefined,
    tryAgain: () => void refetch(),
  }
}
