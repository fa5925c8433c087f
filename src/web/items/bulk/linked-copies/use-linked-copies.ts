import { useEffect, useState } from 'react'
import type { Item } from '../../../../shared/items/items.api.ts'
import type { LinkedCopiesOffer } from './find-linked-copies.ts'

const find = async (itemID: number, signal: AbortSignal): Promise<LinkedCopiesOffer | undefined> => {
  const { findLinkedCopies } = await import('./find-linked-copies.ts')
  return findLinkedCopies(itemID, { signal })
}

/** The linked copies that still have the value the user changed last; reloaded after each change and on demand. */
export const useLinkedCopies = ({ itemID, version }: Pick<Item, 'itemID' | 'version'>) => {
  const [found, setFound] = useState<LinkedCopiesOffer>()
  const [times, setTimes] = useState(0)
  useEffect(() => {
    const end = new AbortController()
    const { signal } = end
    // Optional: the page works without it.
    find(itemID, signal).then(
      (others) => signal.aborted || setFound(others),
      (error: unknown) => signal.aborted || console.warn(error),
    )
    return () => end.abort()
  }, [itemID, version, times])
  return { found, times, askAgain: () => setTimes((before) => before + 1) }
}
