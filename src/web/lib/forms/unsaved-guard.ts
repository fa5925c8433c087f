import { useEffect, useLayoutEffect, useState } from 'react'
import {
  useBlocker,
  useNavigate,
  type Blocker,
  type BlockerFunction,
  type Location,
  type NavigateFunction,
} from 'react-router'
import { appState } from '../app-state.ts'
import { setLeaving, useAskBeforeUnload } from './ask-before-unload.ts'
import { closeOfTopDialog } from '../open-dialogs.ts'

const guard = appState(() => ({
  /** Number of forms with unsaved changes. */
  unsaved: 0,
  /** The navigation that starts now follows a save. */
  bypass: false,
  /** Closes the dialog that Back closes, for the navigation blocked last. */
  closeDialog: undefined as ReturnType<typeof closeOfTopDialog>,
}))

/**
 * While `dirty`, navigation asks first; for closing the tab or leaving the app the browser shows its own prompt. After a save,
 * `useLeave` navigates without asking.
 */
export const useUnsavedGuard = (dirty: boolean): void => {
  useAskBeforeUnload(dirty)
  useLayoutEffect(() => {
    if (!dirty) return
    const held = guard()
    held.unsaved++
    return () => void held.unsaved--
  }, [dirty])
}

/** The tabs of a screen differ only in this query parameter. */
export const screenOf = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string => {
  const query = new URLSearchParams(search)
  query.delete('tab')
  return `${pathname}?${query}`
}

/** Navigates without asking about unsaved changes: for a form that was just saved, or whose page is gone. */
export const useLeave = (): NavigateFunction => {
  const navigate = useNavigate()
  return ((...call: Parameters<NavigateFunction>) => {
    const held = guard()
    held.bypass = true
    try {
      // The router asks the blocker before `navigate` returns.
      return navigate(...call)
    } finally {
      held.bypass = false
    }
  }) as NavigateFunction
}

const shouldBlock: BlockerFunction = ({ currentLocation, nextLocation, historyAction }) => {
  const held = guard()
  held.closeDialog = historyAction === 'POP' ? closeOfTopDialog() : undefined
  if (held.closeDialog) return true
  return held.unsaved > 0 && !held.bypass && screenOf(currentLocation) !== screenOf(nextLocation)
}

/** The single blocker that the router allows: it covers open dialogs and unsaved forms on every screen. */
export const useLeaveBlocker = () => {
  const blocker = useBlocker(shouldBlock)
  const { state } = blocker
  useEffect(() => setLeaving(state === 'proceeding'), [state])

  useEffect(() => {
    const held = guard()
    if (blocker.state !== 'blocked' || !held.closeDialog) return
    blocker.reset()
    held.closeDialog()
    held.closeDialog = undefined
  }, [blocker])

  // The router updates the blocker in a transition. Until it renders, the dialog would receive further keys and clicks.
  const [answered, setAnswered] = useState<Blocker>()
  const answer = (method: 'reset' | 'proceed') => () => {
    setAnswered(blocker)
    blocker[method]?.()
  }

  return {
    isAsking: state === 'blocked' && blocker !== answered && !guard().closeDialog,
    stay: answer('reset'),
    leave: answer('proceed'),
  }
}
