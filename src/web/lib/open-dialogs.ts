import { useEffectEvent, useLayoutEffect } from 'react'
import { appState } from './app-state.ts'

interface OpenDialog {
  /** Undefined if Back does not close it. */
  close: (() => void) | undefined
}

/** The topmost last. */
const dialogs = appState((): OpenDialog[] => [])

export const isDialogOpen = (): boolean => dialogs().length > 0

/** What Back closes. */
export const closeOfTopDialog = (): OpenDialog['close'] => dialogs().at(-1)?.close

/** Registers a dialog while it is open; Back calls `close`. */
export const useOpenDialog = (isOpen: boolean, close?: () => void): void => {
  const onBack = useEffectEvent(() => close?.())
  const isClosable = close !== undefined
  useLayoutEffect(() => {
    if (!isOpen) return
    const dialog = { close: isClosable ? () => onBack() : undefined }
    const open = dialogs()
    open.push(dialog)
    return () => void open.splice(open.indexOf(dialog), 1)
  }, [isOpen, isClosable])
}
