import { useCallback, useState, type ReactNode } from 'react'
import { useBlocker, type Blocker, type Location } from 'react-router'
import { useAskBeforeUnload } from './ask-before-unload.ts'
import { ConfirmDialog } from './dialog.tsx'

/** Tabs of one screen differ in this part of the query alone. */
const screenOf = ({ pathname, search }: Location): string => {
  const query = new URLSearchParams(search)
  query.delete('tab')
  return `${pathname}?${query}`
}

/**
 * While `dirty`, every way out of the screen opens the Unsaved Changes dialog, which this gives to be rendered; closing
 * the browser's tab or leaving the app asks in the browser's own words. After a save the form must be clean before the
 * screen is left: `flushSync(() => …)` around the change of state, then navigate.
 */
export const useUnsavedGuard = (dirty: boolean): ReactNode => {
  const blocker = useBlocker(
    useCallback(
      ({ currentLocation, nextLocation }: { currentLocation: Location; nextLocation: Location }) =>
        dirty && screenOf(currentLocation) !== screenOf(nextLocation),
      [dirty],
    ),
  )

  useAskBeforeUnload(dirty && blocker.state !== 'proceeding')

  // The router tells its answer in a transition, which waits for what is more urgent: until then the dialog would take
  // what is typed next, and a second press.
  const [answered, setAnswered] = useState<Blocker>()
  const answer = (which: 'reset' | 'proceed') => () => {
    setAnswered(blocker)
    blocker[which]?.()
  }

  return (
    <ConfirmDialog
      open={blocker.state === 'blocked' && blocker !== answered}
      title="Unsaved Changes"
      safe="Keep Working"
      loss="Abandon Changes"
      onSafe={answer('reset')}
      onLoss={answer('proceed')}
    >
      What you entered here has not been saved. If you leave now, it is lost.
    </ConfirmDialog>
  )
}
