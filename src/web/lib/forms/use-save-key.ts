import { useEffect, useEffectEvent } from 'react'
import { letterOf } from '../keys.ts'
import { isDialogOpen } from '../open-dialogs.ts'

/** Ctrl+S or Cmd+S saves, as in a document, except over an open dialog. */
export const useSaveKey = (save: () => void): void => {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isSave = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && letterOf(event) === 's'
    if (!isSave || isDialogOpen()) return
    event.preventDefault()
    if (!event.repeat) save()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}
