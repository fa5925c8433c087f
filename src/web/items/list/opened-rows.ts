import { useCallback, useState } from 'react'

/** The rows that were opened in each room, for as long as the app stays loaded. */
const kept = new Map<number, ReadonlySet<number>>()

/** Has a row open before its list is shown. */
export const openRow = (roomID: number, itemID: number): void => {
  kept.set(roomID, new Set(kept.get(roomID)).add(itemID))
}

/** Which rows of a room are open in place: those that were so when it was left. */
export const useOpenedRows = (roomID: number) => {
  const [, setTurns] = useState(0)
  const opened = kept.get(roomID) ?? new Set<number>()
  const toggle = useCallback(
    (itemID: number) => {
      const next = new Set(kept.get(roomID))
      if (!next.delete(itemID)) next.add(itemID)
      kept.set(roomID, next)
      setTurns((turns) => turns + 1)
    },
    [roomID],
  )
  return { opened, toggle }
}
