import { useEffect, useEffectEvent, useState } from 'react'
import { getItem, type Item } from '../../../shared/items/items.api.ts'
import { call, changesSoFar } from '../../lib/call.ts'
import { ApiError } from '../../lib/errors.ts'

const POLL_MS = 20_000

/** How an item changed elsewhere while it was edited here: a newer version, or no access. */
export type RemoteChange = { newer: Item } | 'only to look at' | 'not there'

/**
 * Checks whether another user has saved the item: when this tab becomes visible, and every 20 seconds while there is unsaved
 * input (`isChanged`). Without unsaved input, `onRenewed` receives the new item. Failed checks are ignored. Returns the change
 * found, and a callback for the errors of other calls on this item.
 */
export const useRemoteChanges = (stored: Item, isChanged: boolean, onRenewed: (now: Item) => void) => {
  const [change, setChange] = useState<RemoteChange>()

  /** Call after a failed request for the item; a 404 means that it is gone. */
  const onFailed = (error: unknown) => {
    if (error instanceof ApiError && error.status === 404) setChange('not there')
  }

  /** An effect event, so that it compares with the state at the time of the answer. */
  const take = useEffectEvent((now: Item) => {
    if (now.may === 'read') setChange('only to look at')
    else if (now.version <= stored.version) setChange(undefined)
    else if (isChanged) setChange({ newer: now })
    else onRenewed(now)
  })
  const check = useEffectEvent(async () => {
    const before = changesSoFar()
    try {
      const now = await call(getItem, { query: { itemID: stored.itemID } })
      // The user may have saved in the meantime.
      if (changesSoFar() === before) take(now)
    } catch (error) {
      console.warn(error)
      onFailed(error)
    }
  })

  useEffect(() => {
    const onVisible = () => {
      if (document.visibilityState === 'visible') void check()
    }
    document.addEventListener('visibilitychange', onVisible)
    return () => document.removeEventListener('visibilitychange', onVisible)
  }, [])

  useEffect(() => {
    if (!isChanged) return
    let timer: ReturnType<typeof setTimeout>
    const checkLater = () => {
      timer = setTimeout(() => {
        if (document.visibilityState === 'visible') void check()
        checkLater()
      }, POLL_MS)
    }
    checkLater()
    return () => clearTimeout(timer)
  }, [isChanged])

  // The change was saved or compared here since.
  const isKnown = typeof change === 'object' && change.newer.version <= stored.version
  return [isKnown ? undefined : change, onFailed] as const
}
