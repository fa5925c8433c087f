import { useCallback, useState } from 'react'
import { appState } from '../../lib/app-state.ts'

/** The open rows of each room, kept until the app reloads. */
const kept = appState(() => new Map<number, ReadonlySet<number>>())

/** Opens a row before its list renders. */
export const openRow = (roomID: number, itemID: number): void => {
  kept().set(roomID, new Set(kept().get(roomID)).add(itemID))
}

/** Which rows of a room are expanded: those that were open when the user left it. */
export const useOpenedRows = (roomID: number) => {
  const [, setTurns] = useState(0)
  const opened = kept().get(roomID) ?? new Set<number>()
  const toggle = useCallback(
    (itemID: number) => {
      const next = new Set(kept().get(roomID))
      if (!next.delete(itemID)) next.add(itemID)
      kept().set(roomID, next)
      setTurns((turns) => turns + 1)
    },
    [roomID],
  )
  return { opened, toggle }
}
