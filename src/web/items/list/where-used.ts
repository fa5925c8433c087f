import { useQuery } from '@tanstack/react-query'
import { whereUsed } from '../../../shared/search/search.api.ts'
import type { Item } from '../../../shared/items/items.api.ts'
import type { ResponseOf } from '../../../shared/contract/endpoint.ts'
import { endpointQuery } from '../../lib/query.ts'

type Used = ResponseOf<typeof whereUsed>['values'][number]

/** The values of an item that other items have too, in one request; empty until it is answered or if it fails. */
export const useWhereUsed = ({ itemID, version }: Pick<Item, 'itemID' | 'version'>): readonly Used[] => {
  const { data } = useQuery({ ...endpointQuery(whereUsed, { query: { itemID } }, version), retry: false })
  return data?.values.filter(({ items }) => items > 1) ?? []
}
