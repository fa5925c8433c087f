import { useEffect, useLayoutEffect, useState } from 'react'
import { useBlocker, type Blocker, type BlockerFunction, type Location } from 'react-router'
import { setLeaving, useAskBeforeUnload } from './ask-before-unload.ts'
import { UnsavedDialog } from './dialog.tsx'
import { topDialog } from './open-dialogs.ts'

/** Number of forms with unsaved changes. */
let unsaved = 0

/**
 * While `dirty`, navigation asks first; for closing the tab or leaving the app the browser shows its own prompt. After a save,
 * mark the form clean before navigating: wrap the state change in `flushSync(() => …)`.
 */
export const useUnsavedGuard = (dirty: boolean): void => {
  useAskBeforeUnload(dirty)
  useLayoutEffect(() => {
    if (!dirty) return
    unsaved++
    return () => void unsaved--
  }, [dirty])
}

/** The tabs of a screen differ only in this query parameter. */
export const screenOf = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string => {
  const query = new URLSearchParams(search)
  query.delete('tab')
  return `${pathname}?${query}`
}

/** The dialog that Back closes, for the navigation blocked last. */
let closedByBack: ReturnType<typeof topDialog>

const blocks: BlockerFunction = ({ currentLocation, nextLocation, historyAction }) => {
  closedByBack = historyAction === 'POP' ? topDialog() : undefined
  return closedByBack !== undefined || (unsaved > 0 && screenOf(currentLocation) !== screenOf(nextLocation))
}

/** The single blocker that the router allows: it covers open dialogs and unsaved forms on every screen. */
export const LeaveGuard = () => {
  const blocker = useBlocker(blocks)
  const { state } = blocker
  useEffect(() => setLeaving(state === 'proceeding'), [state])

  useEffect(() => {
    if (blocker.state !== 'blocked' || !closedByBack) return
    blocker.reset()
    closedByBack.close()
    closedByBack = undefined
  }, [blocker])

  // The router updates the blocker in a transition. Until it renders, the dialog would receive further keys and clicks.
  const [answered, setAnswered] = useState<Blocker>()
  const answer = (which: 'reset' | 'proceed') => () => {
    setAnswered(blocker)
    blocker[which]?.()
  }

  return (
    <UnsavedDialog
      open={state === 'blocked' && blocker !== answered && !closedByBack}
      onKeep={answer('reset')}
      onAbandon={answer('proceed')}
    />
  )
}
