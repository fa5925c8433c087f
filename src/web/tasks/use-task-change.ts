import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { sentence } from '../api/errors.ts'
import { toast } from '../ui/toasts.ts'
import { useUndoEvent } from '../undo/use-undo-event.ts'

interface Changed {
  eventID: number
  message: string
}

const SENTENCES = { 409: (serverText: string) => serverText, other: 'Unable to change this task' }

/** Makes one change of a task at a time, says so with Undo, and loads the page anew. Answers whether it was made. */
export const useTaskChange = () => {
  const [busy, setBusy] = useState(false)
  const { revalidate } = useRevalidator()
  const undoOf = useUndoEvent()
  const change = async (send: () => Promise<Changed>): Promise<boolean> => {
    if (busy) return false
    setBusy(true)
    try {
      const { eventID, message } = await send()
      toast({ kind: 'success', text: message, action: undoOf(eventID) })
      await revalidate()
      return true
    } catch (error) {
      toast({ kind: 'error', text: sentence(error, SENTENCES) })
      await revalidate()
      return false
    } finally {
      setBusy(false)
    }
  }
  return { busy, change }
}
