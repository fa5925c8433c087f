import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { deleteUnsorted, sortPhotos, type Photo } from '../../shared/inbox.ts'
import { call } from '../api/call.ts'
import { NoResponse } from '../api/errors.ts'
import { counted } from '../counted.ts'
import { tellFailure } from '../files/tell-failure.ts'
import { useUndo } from '../trash/restore.ts'
import { toast } from '../ui/toasts.ts'
import { useUndoEvent } from '../undo/use-undo-event.ts'

export interface Item {
  itemID: number
  title: string
}

const what = (photos: readonly Photo[]): string => counted(photos.length, 'photo')

/** Puts photos on items and deletes them: one thing after the other. */
export const useSorting = (projectID: number, onSorted: (photos: readonly Photo[]) => void) => {
  const { revalidate } = useRevalidator()
  const undo = useUndo()
  const undoEvent = useUndoEvent()
  const [busy, setBusy] = useState(false)

  const doing = async (photos: readonly Photo[], work: () => Promise<void>, failed: string) => {
    if (busy) return
    setBusy(true)
    try {
      await work()
      onSorted(photos)
      await revalidate()
    } catch (error) {
      tellFailure(error, failed)
      // Somebody else may have been quicker.
      if (!(error instanceof NoResponse)) await revalidate()
    } finally {
      setBusy(false)
    }
  }

  return {
    busy,
    put: (photos: readonly Photo[], { itemID, title }: Item) =>
      void doing(
        photos,
        async () => {
          const body = { itemID, photoIDs: photos.map(({ photoID }) => photoID) }
          const { eventID, message } = await call(sortPhotos, { body })
          toast({ kind: 'success', text: message, action: undoEvent(eventID) })
        },
        `Unable to put ${what(photos)} on "${title}"`,
      ),
    remove: (photos: readonly Photo[]) =>
      void doing(
        photos,
        async () => {
          const body = { projectID, photoIDs: photos.map(({ photoID }) => photoID) }
          const deletion = await call(deleteUnsorted, { body })
          toast({ kind: 'success', text: deletion.message, action: undo(deletion, what(photos)) })
        },
        `Unable to delete ${what(photos)}`,
      ),
  }
}
export type Sorting = ReturnType<typeof useSorting>
