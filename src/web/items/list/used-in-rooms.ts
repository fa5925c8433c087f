import { useQuery } from '@tanstack/react-query'
import type { ResponseOf } from '../../../shared/contract/endpoint.ts'
import { type UsedItem, usedInRooms } from '../../../shared/search/search.api.ts'
import { endpointQuery } from '../../lib/query.ts'

/** By item; empty until it is answered or if it fails. */
type Used = ReadonlyMap<number, UsedItem>
const NOT_ANSWERED: Used = new Map()

const byItem = ({ items }: ResponseOf<typeof usedInRooms>): Used => new Map(items.map((item) => [item.itemID, item]))

/** The items of a room that are used elsewhere too, in one request. */
export const useUsedInRooms = (roomID: number): Used => {
  const query = endpointQuery(usedInRooms, { query: { roomID } })
  const { data = NOT_ANSWERED } = useQuery({ ...query, select: byItem, retry: false })
  return data
}
