import { listLinkedCopies, type FoundOthers } from '../../../../shared/items/bulk/linked-copies.api.ts'
import { call } from '../../../lib/call.ts'

export interface LinkedCopiesOffer extends Omit<FoundOthers, 'eventID'> {
  itemID: number
  eventID: number
}

/** The linked copies that still have the value the user changed last; undefined if there are none. */
export const findLinkedCopies = async (
  itemID: number,
  options: { signal?: AbortSignal } = {},
): Promise<LinkedCopiesOffer | undefined> => {
  const { eventID, ...found } = await call(listLinkedCopies, { query: { itemID } }, options)
  return eventID === null ? undefined : { ...found, itemID, eventID }
}

export const countOf = ({ others, more }: LinkedCopiesOffer): number => others.length + more

/** Such as '3 copies still have the old value'. */
export const countSentence = (found: LinkedCopiesOffer): string => {
  const count = countOf(found)
  return `${count === 1 ? '1 copy still has' : `${count} copies still have`} the old ${found.changed.length === 1 ? 'value' : 'values'}`
}
