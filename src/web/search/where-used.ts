import { useEffect, useState } from 'react'
import { whereUsed } from '../../shared/search/search.api.ts'
import type { Item } from '../../shared/items/items.api.ts'
import type { ResponseOf } from '../../shared/contract/endpoint.ts'
import { call } from '../lib/call.ts'
import { cachedQuery } from '../lib/query-cache.ts'

type Used = ResponseOf<typeof whereUsed>['values'][number]

/** The values of an item that other items have too, in one request; empty until it is answered or if it fails. */
export const useWhereUsed = ({ itemID, version }: Pick<Item, 'itemID' | 'version'>): readonly Used[] => {
  const [used, setUsed] = useState<{ of: number; values: readonly Used[] }>()
  useEffect(() => {
    const end = new AbortController()
    const { signal } = end
    const take = (answer: ResponseOf<typeof whereUsed> | undefined) => {
      if (!answer || signal.aborted) return
      setUsed({ of: itemID, values: answer.values.filter(({ items }) => items > 1) })
    }
    const ask = async () => {
      try {
        const { value, renew } = await cachedQuery(`used ${itemID}`, () =>
          call(whereUsed, { query: { itemID } }, { signal }),
        )
        take(value)
        take(await renew?.())
      } catch (error) {
        if (!signal.aborted) console.warn(error)
      }
    }
    void ask()
    return () => end.abort()
    // A save may have changed the values that it shares.
  }, [itemID, version])
  return used?.of === itemID ? used.values : []
}
