import { useQuery } from '@tanstack/react-query'
import type { Item } from '../../../shared/items/items.api.ts'
import { isNothingHere } from '../../lib/errors.ts'
import { itemQuery } from '../item-query.ts'

const POLL_MS = 20_000

/** How an item changed elsewhere while it was edited here: a newer version, or no access. */
export type RemoteChange = { newer: Item } | 'only to look at' | 'not there'

/**
 * Checks whether another user has saved the item: when the tab becomes visible, every 20 seconds while there is unsaved input
 * (`isChanged`), and on `check`.
 */
export const useRemoteChange = ({ itemID, version }: Item, isChanged: boolean) => {
  const { data, error, refetch } = useQuery({
    ...itemQuery(itemID),
    refetchOnMount: false,
    refetchInterval: isChanged && POLL_MS,
  })
  const changeOf = (): RemoteChange | undefined => {
    if (isNothingHere(error)) return 'not there'
    if (data?.may === 'read') return 'only to look at'
    return data && data.version > version && isChanged ? { newer: data } : undefined
  }
  return { remoteChange: changeOf(), check: () => void refetch() }
}
