import { useEffectEvent, useLayoutEffect } from 'react'
import { appState } from '../lib/app-state.ts'

interface OpenDialog {
  close: () => void
}

/** The topmost last. */
const dialogs = appState((): OpenDialog[] => [])

export const topDialog = (): OpenDialog | undefined => dialogs().at(-1)

export const useClosedByBack = (isOpen: boolean, close: () => void): void => {
  const onBack = useEffectEvent(close)
  useLayoutEffect(() => {
    if (!isOpen) return
    const dialog = { close: () => onBack() }
    const open = dialogs()
    open.push(dialog)
    return () => void open.splice(open.indexOf(dialog), 1)
  }, [isOpen])
}
