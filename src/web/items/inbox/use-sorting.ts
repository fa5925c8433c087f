import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { deleteInboxPhotos, addPhotosToItem, turnPhoto, type Photo } from '../../../shared/items/inbox.api.ts'
import { call } from '../../lib/call.ts'
import { NoResponse } from '../../lib/errors.ts'
import { counted } from '../../lib/pluralize.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { useUndo } from '../../history/trash/restore.ts'
import { toast } from '../../lib/toasts.ts'
import { useUndoEvent } from '../../history/use-undo-event.ts'

export interface Item {
  itemID: number
  title: string
}

const what = (photos: readonly Photo[]): string => counted(photos.length, 'photo')

/** Puts photos on items, rotates and deletes them, one action at a time. `onSorted` receives the photos that left the inbox. */
export const useSorting = (projectID: number, onSorted: (photos: readonly Photo[]) => void) => {
  const { revalidate } = useRevalidator()
  const undo = useUndo()
  const undoEvent = useUndoEvent()
  const [busy, setBusy] = useState(false)

  const doing = async (gone: readonly Photo[], work: () => Promise<void>, failed: string) => {
    if (busy) return
    setBusy(true)
    try {
      await work()
      if (gone.length > 0) onSorted(gone)
      await revalidate()
    } catch (error) {
      toastFailure(error, failed)
      // Another user may have been faster.
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
          const { eventID, message } = await call(addPhotosToItem, { body })
          toast({ kind: 'success', text: message, action: undoEvent(eventID) })
        },
        `Unable to add ${what(photos)} to "${title}"`,
      ),
    turn: ({ photoID }: Photo) =>
      void doing(
        [],
        async () => {
          const { message } = await call(turnPhoto, { body: { projectID, photoID } })
          toast({ kind: 'success', text: message })
        },
        'Unable to turn the photo',
      ),
    remove: (photos: readonly Photo[]) =>
      void doing(
        photos,
        async () => {
          const body = { projectID, photoIDs: photos.map(({ photoID }) => photoID) }
          const deletion = await call(deleteInboxPhotos, { body })
          toast({ kind: 'success', text: deletion.message, action: undo(deletion, what(photos)) })
        },
        `Unable to delete ${what(photos)}`,
      ),
  }
}
export type Sorting = ReturnType<typeof useSorting>
