import { useEffectEvent, useLayoutEffect } from 'react'

interface OpenDialog {
  close: () => void
}

/** The topmost last. */
const open: OpenDialog[] = []

export const topDialog = (): OpenDialog | undefined => open.at(-1)

export const useClosedByBack = (isOpen: boolean, close: () => void): void => {
  const onBack = useEffectEvent(close)
  useLayoutEffect(() => {
    if (!isOpen) return
    const dialog = { close: () => onBack() }
    open.push(dialog)
    return () => void open.splice(open.indexOf(dialog), 1)
  }, [isOpen])
}
