import { useEffect, useEffectEvent } from 'react'
import { listFields, type FieldLabel } from '../../../shared/structure/room-structure.api.ts'
import { call } from '../../lib/call.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { isStored } from '../../attachments/uploads/upload-queue.ts'
import type { Uploads } from '../../attachments/uploads/use-uploads.ts'
import { useKeptDraft, type KeptDraft } from '../../lib/forms/kept-draft.ts'

interface Restored {
  /** The form's texts. */
  texts: KeptDraft | undefined
  subcatID: string
  takeLabels: (subcatID: string, labels: readonly FieldLabel[]) => void
}

/** Restores what was entered before a reload: the texts with their labels, and the uploaded files. */
export const useKeptNewItem = (uploads: Uploads, { texts, subcatID, takeLabels }: Restored): KeptDraft | undefined => {
  const stored = uploads.uploads.filter(isStored).map(({ remote, file: { name, size } }) => ({ remote, name, size }))
  const files = useKeptDraft('files of a new item', stored.length > 0 ? stored : undefined, {
    restore: uploads.takeBack,
    discard: uploads.clear,
  })

  const loadLabels = useEffectEvent(() => {
    if (subcatID === '') return
    call(listFields, { query: { subCatID: Number(subcatID) } }).then(
      (labels) => takeLabels(subcatID, labels),
      (error: unknown) => toastFailure(error, 'Unable to load fields'),
    )
  })
  const isRestored = texts?.isRestored === true
  useEffect(() => {
    if (isRestored) loadLabels()
  }, [isRestored])

  const draft = texts ?? files
  return (
    draft && {
      ...draft,
      discard: () => {
        texts?.discard()
        files?.discard()
      },
    }
  )
}
