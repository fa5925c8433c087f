import { useEffect, useEffectEvent, useState } from 'react'
import { getItem, type Item } from '../../../shared/items/items.api.ts'
import { call, changesSoFar } from '../../lib/call.ts'
import { ApiError } from '../../lib/errors.ts'

const EVERY_MS = 20_000

/** What became of an item while it was being changed here: another version, or nothing that can be changed here. */
export type Meanwhile = { newer: Item } | 'only to look at' | 'not there'

/**
 * Looks whether somebody else has saved the item: when this tab is shown again, and every 20 seconds while something typed is
 * unsaved (`isChanged`); else `onRenewed` shows it as it is now. One light call each time, and nothing where no answer comes.
 * Answers what became of it, and what is to be told of a call of it that failed.
 */
export const useMeanwhile = (stored: Item, isChanged: boolean, onRenewed: (now: Item) => void) => {
  const [found, setFound] = useState<Meanwhile>()

  /** After a call of it: one that has found nothing any more says so. */
  const onFailed = (error: unknown) => {
    if (error instanceof ApiError && error.status === 404) setFound('not there')
  }

  /** With what is known when the answer has come. */
  const take = useEffectEvent((now: Item) => {
    if (now.may === 'read') setFound('only to look at')
    else if (now.version <= stored.version) setFound(undefined)
    else if (isChanged) setFound({ newer: now })
    else onRenewed(now)
  })
  const look = useEffectEvent(async () => {
    const before = changesSoFar()
    try {
      const now = await call(getItem, { query: { itemID: stored.itemID } })
      // A save of one's own may have come between.
      if (changesSoFar() === before) take(now)
    } catch (error) {
      console.warn(error)
      onFailed(error)
    }
  })

  useEffect(() => {
    const onShown = () => {
      if (document.visibilityState === 'visible') void look()
    }
    document.addEventListener('visibilitychange', onShown)
    return () => document.removeEventListener('visibilitychange', onShown)
  }, [])

  useEffect(() => {
    if (!isChanged) return
    let timer: ReturnType<typeof setTimeout>
    const lookLater = () => {
      timer = setTimeout(() => {
        if (document.visibilityState === 'visible') void look()
        lookLater()
      }, EVERY_MS)
    }
    lookLater()
    return () => clearTimeout(timer)
  }, [isChanged])

  // What was saved or compared here since is known.
  const isKnown = typeof found === 'object' && found.newer.version <= stored.version
  return [isKnown ? undefined : found, onFailed] as const
}
