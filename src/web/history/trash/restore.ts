import { useEffect, useEffectEvent } from 'react'
import { useRevalidator } from 'react-router'
import { restore, type Deletion } from '../../../shared/history/trash.api.ts'
import { call } from '../../lib/call.ts'
import { sentence } from '../../lib/errors.ts'
import { nothingIsGone } from '../../lib/navigation-history.ts'
import { pricingAction } from '../../projects/pricing-hint.tsx'
import { toast, type ToastAction } from '../../ui/toasts.ts'

const watchers = new Set<() => void>()

/**
 * Runs `refresh` when something was restored or came to an item from elsewhere: for a screen whose loader does not run again,
 * for what is typed there.
 */
export const useWhenRestored = (refresh: () => void): void => {
  const onRestored = useEffectEvent(refresh)
  useEffect(() => {
    const watcher = () => onRestored()
    watchers.add(watcher)
    return () => void watchers.delete(watcher)
  }, [])
}

/** For whatever adds something to what may be on screen. */
export const tellOfMore = (): void => {
  for (const refresh of watchers) refresh()
}

/** Undoes one deletion, says so and refreshes what is on screen, whatever screen that is by then. Throws what `call` throws. */
export const useRestore = (): ((trashID: number) => Promise<void>) => {
  const { revalidate } = useRevalidator()
  return async (trashID) => {
    const { message } = await call(restore, { body: { trashID } })
    nothingIsGone()
    toast({ kind: 'success', text: message })
    tellOfMore()
    await revalidate()
  }
}

export const restoreFailure = (error: unknown, name: string): string =>
  sentence(error, { 409: (serverText) => serverText, other: `Unable to restore "${name}"` })

/** Makes the Undo that the toast of a deletion offers; `name` is that of what was deleted. */
export const useUndo = (): ((deletion: Deletion, name: string) => ToastAction) => {
  const restoreEntry = useRestore()
  const undo = async (trashID: number, name: string) => {
    try {
      await restoreEntry(trashID)
    } catch (error) {
      toast({ kind: 'error', text: restoreFailure(error, name), action: pricingAction(error) })
    }
  }
  return ({ trashID }, name) => ({ label: 'Undo', onClick: () => void undo(trashID, name) })
}
