import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { queryOptions, useQuery, type QueryKey, type UseQueryOptions } from '@tanstack/react-query'
import type { EndpointSpec, InputOf, ResponseOf } from '../../shared/contract/endpoint.ts'
import { hasUnsaved } from './forms/ask-before-unload.ts'
import { call, changesSoFar, type Arguments } from './call.ts'
import { isNoConnection } from './errors.ts'
import { queryClient } from './query-client.ts'

/** So that a page loads even while changes keep coming, as when many files are uploaded. */
const MOST_TRIES = 3

/** The TanStack query of a call that reads. Each `version` has its own answer. */
export const endpointQuery = <const E extends EndpointSpec>(endpoint: E, input: InputOf<E>, version?: unknown) =>
  queryOptions({
    queryKey: [endpoint.path, input, version],
    queryFn: async ({ signal }): Promise<ResponseOf<E>> => {
      for (let tries = 1; ; tries++) {
        const before = changesSoFar()
        const answer = await call<E>(endpoint, ...([input, { signal }] as unknown as Arguments<E>))
        // Otherwise the answer may be older than a change made here.
        if (before === changesSoFar() || tries === MOST_TRIES) return answer
      }
    },
  })

/**
 * For loaders: returns the last answer at once and refetches it. If it is stale because of a change, waits for the new one.
 * The router retries the whole loader.
 */
export const loadQuery = async <T, Key extends QueryKey>(query: UseQueryOptions<T, Error, T, Key>): Promise<T> => {
  const client = queryClient()
  const { state } = client.getQueryCache().build(client, client.defaultQueryOptions(query))
  if (state.data === undefined || state.isInvalidated || state.status === 'error')
    return client.fetchQuery({ ...query, retry: false })
  void client.prefetchQuery(query)
  return state.data
}

/** Whether refetching it was refused, so that the loader has to run. */
export const isRefused = ({ queryKey }: { queryKey: QueryKey }): boolean =>
  queryClient().getQueryState(queryKey)?.status === 'error'

/** The loader's answer, kept up to date. If it is refused, the loader runs again, unless something is unsaved. */
export const useLoaded = <T, Key extends QueryKey>(query: UseQueryOptions<T, Error, T, Key>): T => {
  // The loader has just fetched it.
  const { data, error } = useQuery({ ...query, refetchOnMount: false })
  const { revalidate } = useRevalidator()
  const isError = error !== null && !isNoConnection(error)
  useEffect(() => {
    if (isError && !hasUnsaved()) void revalidate()
  }, [isError, revalidate])
  return data as T
}
