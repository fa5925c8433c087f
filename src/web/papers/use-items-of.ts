import { useEffect, useState } from 'react'
import type { Item } from '../../shared/items/items.api.ts'
import { listItems } from '../lib/endpoints.ts'
import { call } from '../lib/call.ts'
import { retryUntilOnline } from '../lib/query-client.ts'

interface Read {
  roomID: number
  items: readonly Item[]
}

/** The items of a room once loaded; undefined without a room. */
export const useItemsOf = (roomID: number | undefined): readonly Item[] | undefined => {
  const [read, setRead] = useState<Read>()
  useEffect(() => {
    if (roomID === undefined) return
    const end = new AbortController()
    const { signal } = end
    retryUntilOnline(() => call(listItems, { query: { roomID } }, { signal }), { signal }).then(
      (items) => !signal.aborted && setRead({ roomID, items }),
      (error: unknown) => {
        // Printing all items still works.
        if (!signal.aborted) console.error(error)
      },
    )
    return () => end.abort()
  }, [roomID])
  return read?.roomID === roomID ? read?.items : undefined
}
