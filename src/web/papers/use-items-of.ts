import { useQuery } from '@tanstack/react-query'
import { type Item, listItems } from '../../shared/items/items.api.ts'
import { endpointQuery } from '../lib/query.ts'

/** The items of a room once loaded; undefined without a room or if that fails, as printing all items still works. */
export const useItemsOf = (roomID: number | undefined): readonly Item[] | undefined => {
  const query = endpointQuery(listItems, { query: { roomID: roomID ?? 0 } })
  return useQuery({ ...query, enabled: roomID !== undefined }).data
}
