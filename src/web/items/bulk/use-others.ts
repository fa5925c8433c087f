import { useEffect, useState } from 'react'
import type { Item } from '../../../shared/items/items.api.ts'
import type { Offered } from './find-others.ts'

const find = async (itemID: number, signal: AbortSignal): Promise<Offered | undefined> => {
  const { findOthers } = await import('./find-others.ts')
  return findOthers(itemID, { signal })
}

/** The linked copies that still have the value the user changed last; reloaded after each change and on demand. */
export const useOthers = ({ itemID, version }: Pick<Item, 'itemID' | 'version'>) => {
  const [found, setFound] = useState<Offered>()
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
