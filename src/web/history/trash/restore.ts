import { useEffect, useEffectEvent } from 'react'
import { useRevalidator } from 'react-router'
import { type Deletion, restore } from '../../../shared/history/trash.api.ts'
import { appState, createSignal } from '../../lib/app-state.ts'
import { call } from '../../lib/call.ts'
import { asIs, sentence } from '../../lib/errors.ts'
import { forgetGone } from '../../lib/navigation-history.ts'
import { pricingAction } from '../../ui/pricing-hint.tsx'
import { toast, type ToastAction } from '../../lib/toasts.ts'

const restored = appState(createSignal)

/**
 * Runs `refresh` when something was restored or added to an item elsewhere, for screens that keep unsaved input and therefore do
 * not reload.
 */
export const useWhenRestored = (refresh: () => void): void => {
  const onRestored = useEffectEvent(refresh)
  useEffect(() => {
    return restored().subscribe(() => onRestored())
  }, [])
}

/** Call after adding something that may be on screen. */
export const notifyRestored = (): void => restored().emit()

/** Restores a deletion, shows a toast and refreshes the current screen. Throws the errors of `call`. */
export const useRestore = (): ((trashID: number) => Promise<void>) => {
  const { revalidate } = useRevalidator()
  return async (trashID) => {
    const { message } = await call(restore, { body: { trashID } })
    forgetGone()
    toast({ kind: 'success', text: message })
    notifyRestored()
    await revalidate()
  }
}

export const restoreFailure = (error: unknown, name: string): string =>
  sentence(error, { 409: asIs, other: `Unable to restore "${name}"` })

/** Creates the Undo action for the toast of a deletion; `name` is the name of what was deleted. */
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
