import { useEffect, useEffectEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Task } from '../../../shared/upkeep/tasks.api.ts'
import { appState, createSignal } from '../../lib/app-state.ts'
import { asIs, sentence } from '../../lib/errors.ts'
import { toast } from '../../lib/toasts.ts'
import { useUndoEvent } from '../../history/use-undo-event.ts'

interface Changed {
  eventID: number
  message: string
}

const SENTENCES = { 409: asIs, other: 'Unable to change this task' }

const changes = appState(createSignal)
const tell = () => changes().emit()

/** Runs `refresh` when tasks were changed, for screens that keep unsaved input and therefore do not reload. */
export const useWhenTasksChange = (refresh: () => void): void => {
  const onChanged = useEffectEvent(refresh)
  useEffect(() => {
    return changes().subscribe(() => onChanged())
  }, [])
}

/** What a dialog about one task takes. */
export interface TaskDialogProps extends Pick<ReturnType<typeof useTaskChange>, 'change' | 'busy'> {
  task: Task
  onClose: () => void
}

/** Applies one task change at a time, shows a toast with Undo, and revalidates. Returns whether it succeeded. */
export const useTaskChange = () => {
  const [busy, setBusy] = useState(false)
  const { revalidate } = useRevalidator()
  const undoOf = useUndoEvent(tell)
  const change = async (send: () => Promise<Changed>): Promise<boolean> => {
    if (busy) return false
    setBusy(true)
    try {
      const { eventID, message } = await send()
      toast({ kind: 'success', text: message, action: undoOf(eventID) })
      tell()
      await revalidate()
      return true
    } catch (error) {
      toast({ kind: 'error', text: sentence(error, SENTENCES) })
      tell()
      await revalidate()
      return false
    } finally {
      setBusy(false)
    }
  }
  return { busy, change }
}
