import { type Item, getItem, listItems } from '../../shared/items/items.api.ts'
import { endpointQuery } from '../lib/query.ts'
import { queryClient } from '../lib/query-client.ts'

const listed = (itemID: number): Item | undefined =>
  queryClient()
    .getQueryCache()
    .findAll({ queryKey: [listItems.path], predicate: ({ state }) => !state.isInvalidated })
    .flatMap(({ state }) => (state.data as Item[] | undefined) ?? [])
    .find((item) => item.itemID === itemID)

/** An item; at first as its room's list has it. */
export const itemQuery = (itemID: number) => ({
  ...endpointQuery(getItem, { query: { itemID } }),
  initialData: () => listed(itemID),
})
