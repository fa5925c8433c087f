import { useEffect, useLayoutEffect, useState } from 'react'
import { useBlocker, type Blocker, type BlockerFunction, type Location } from 'react-router'
import { setLeaving, useAskBeforeUnload } from './ask-before-unload.ts'
import { UnsavedDialog } from './dialog.tsx'
import { topDialog } from './open-dialogs.ts'

/** How many forms of the screen hold something unsaved. */
let unsaved = 0

/**
 * While `dirty`, every way out of the screen asks first; closing the browser's tab or leaving the app asks in the browser's
 * own words. After a save the form must be clean before the screen is left: `flushSync(() => …)` around the change of state,
 * then navigate.
 */
export const useUnsavedGuard = (dirty: boolean): void => {
  useAskBeforeUnload(dirty)
  useLayoutEffect(() => {
    if (!dirty) return
    unsaved++
    return () => void unsaved--
  }, [dirty])
}

/** Tabs of one screen differ in this part of the query alone. */
export const screenOf = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string => {
  const query = new URLSearchParams(search)
  query.delete('tab')
  return `${pathname}?${query}`
}

/** What Back closes instead of leaving, of the navigation that was blocked last. */
let closedByBack: ReturnType<typeof topDialog>

const blocks: BlockerFunction = ({ currentLocation, nextLocation, historyAction }) => {
  closedByBack = historyAction === 'POP' ? topDialog() : undefined
  return closedByBack !== undefined || (unsaved > 0 && screenOf(currentLocation) !== screenOf(nextLocation))
}

/** The one blocker that the router allows: for open dialogs and unsaved forms of every screen. */
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

  // The router tells its answer in a transition, which waits for what is more urgent: until then the dialog would take
  // what is typed next, and a second press.
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
