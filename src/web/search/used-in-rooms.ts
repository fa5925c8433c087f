import { useEffect, useState } from 'react'
import { usedInRooms, type UsedItem } from '../../shared/search/search.api.ts'
import { call } from '../lib/call.ts'

/** By item; empty until it is answered or if it fails. */
type Used = ReadonlyMap<number, UsedItem>
const NONE: Used = new Map()

/** The items of a room that are used elsewhere too, in one request. */
export const useUsedInRooms = (roomID: number): Used => {
  const [used, setUsed] = useState<{ of: number; items: Used }>()
  useEffect(() => {
    const end = new AbortController()
    call(usedInRooms, { query: { roomID } }, { signal: end.signal }).then(
      ({ items }) => setUsed({ of: roomID, items: new Map(items.map((item) => [item.itemID, item])) }),
      (error: unknown) => {
        if (!end.signal.aborted) console.warn(error)
      },
    )
    return () => end.abort()
  }, [roomID])
  return used?.of === roomID ? used.items : NONE
}
