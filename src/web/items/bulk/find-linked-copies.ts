import { listOthers, type FoundOthers } from '../../../shared/items/bulk/linked-copies.api.ts'
import { call } from '../../lib/call.ts'

export interface LinkedCopiesOffer extends Omit<FoundOthers, 'eventID'> {
  itemID: number
  eventID: number
}

/** The linked copies that still have the value the user changed last; undefined if there are none. */
export const findLinkedCopies = async (
  itemID: number,
  options: { signal?: AbortSignal } = {},
): Promise<LinkedCopiesOffer | undefined> => {
  const { eventID, ...found } = await call(listOthers, { query: { itemID } }, options)
  return eventID === null ? undefined : { ...found, itemID, eventID }
}

export const countOf = ({ others, more }: LinkedCopiesOffer): number => others.length + more

/** Such as '3 others still hold the old value'. */
export const countSentence = (found: LinkedCopiesOffer): string => {
  const count = countOf(found)
  const hold = count === 1 ? '1 other still holds' : `${count} others still hold`
  return `${hold} the old ${found.changed.length === 1 ? 'value' : 'values'}`
}
