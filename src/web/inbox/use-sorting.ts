import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { deleteUnsorted, type Photo } from '../../shared/inbox.ts'
import { addItemFiles } from '../../shared/items.ts'
import { call } from '../api/call.ts'
import { counted } from '../counted.ts'
import { tellFailure } from '../files/tell-failure.ts'
import { paths } from '../paths.ts'
import { useUndo } from '../trash/restore.ts'
import { toast } from '../ui/toasts.ts'

export interface Item {
  itemID: number
  title: string
}

const LONGEST_NAME = 200
/** Its end, which says what kind of file it is. */
const nameOf = (filename: string): string => [...filename].slice(-LONGEST_NAME).join('').trim() || 'Photo'

const what = (photos: readonly Photo[]): string => counted(photos.length, 'photo')

/** Puts photos on items and deletes them: one thing after the other. */
export const useSorting = (projectID: number, onSorted: () => void) => {
  const { revalidate } = useRevalidator()
  const undo = useUndo()
  const [busy, setBusy] = useState(false)

  const doing = async (work: () => Promise<void>, failed: string) => {
    if (busy) return
    setBusy(true)
    try {
      await work()
      onSorted()
      await revalidate()
    } catch (error) {
      tellFailure(error, failed)
    } finally {
      setBusy(false)
    }
  }

  return {
    busy,
    put: (photos: readonly Photo[], { itemID, title }: Item) =>
      void doing(
        async () => {
          const files = photos.map(({ remote, filename }) => ({ remote, name: nameOf(filename) }))
          await call(addItemFiles, { body: { itemID, files } })
          const action = { label: 'Open Item', to: paths.editItem(itemID) }
          toast({ kind: 'success', text: `Put ${what(photos)} on "${title}"`, action })
        },
        `Unable to put ${what(photos)} on "${title}"`,
      ),
    remove: (photos: readonly Photo[]) =>
      void doing(
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
