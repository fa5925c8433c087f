import { useRevalidator } from 'react-router'
import { undo } from '../../shared/history/undo.api.ts'
import { EVENTS_AT_ONCE } from '../../shared/contract/limits.ts'
import { call } from '../lib/call.ts'
import { ApiError, asIs, sentence } from '../lib/errors.ts'
import { forgetGone } from '../lib/navigation-history.ts'
import { toast } from '../lib/toasts.ts'

/**
 * Creates the Undo action for the toast of a change from its events; none if nothing was changed. `onEnd` receives whether it was
 * undone.
 */
export const useUndoEvent = (
  onEnd?: (isUndone: boolean) => void,
): ((events: number | readonly number[] | null) => { label: string; onClick: () => void } | undefined) => {
  const { revalidate } = useRevalidator()
  const takeBack = async (eventIDs: readonly number[]) => {
    try {
      const messages = []
      for (let at = 0; at < eventIDs.length; at += EVENTS_AT_ONCE) {
        const some = eventIDs.slice(at, at + EVENTS_AT_ONCE)
        messages.push((await call(undo, { body: { eventIDs: some } })).message)
      }
      forgetGone()
      toast({ kind: 'success', text: messages.join(' ') })
      onEnd?.(true)
    } catch (error) {
      onEnd?.(error instanceof ApiError && error.code === 'undone_already')
      toast({ kind: 'error', text: sentence(error, { 409: asIs, other: 'Unable to undo this' }) })
    }
    await revalidate()
  }
  return (events) => (events === null ? undefined : { label: 'Undo', onClick: () => void takeBack([events].flat()) })
}
