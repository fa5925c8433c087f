import { useState } from 'react'
import { type Attachment, type Item, deleteItemFile, getItem } from '../../../shared/items/items.api.ts'
import { call } from '../../lib/call.ts'
import type { FileDraft } from '../../attachments/file-changes.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { useUploads } from '../../attachments/uploads/use-uploads.ts'
import { useKeptDraft } from '../../lib/forms/kept-draft.ts'
import { restoreFailure, useRestore, useUndo, useWhenRestored } from '../../history/trash/restore.ts'
import { toast } from '../../lib/toasts.ts'

/** The files of an item: attached, uploading, removed and restored. */
export const useItemFiles = (item: Item) => {
  const { itemID, attachments: opened } = item
  const [attachments, setAttachments] = useState(opened)
  // The cached item was revalidated.
  const [previous, setPrevious] = useState(opened)
  if (opened !== previous) {
    setPrevious(opened)
    setAttachments(opened)
  }
  const uploads = useUploads(itemID, setAttachments)
  const undo = useUndo()
  const restore = useRestore()

  /** Returns whether it was removed. */
  const remove = async ({ name, remote }: Attachment): Promise<boolean> => {
    try {
      const deletion = await call(deleteItemFile, { query: { itemID, remote } })
      setAttachments((all) => all.filter((one) => one.remote !== remote))
      for (const one of uploads.uploads) if (one.remote === remote) uploads.remove(one.id)
      toast({ kind: 'success', text: deletion.message, action: undo(deletion, name) })
      return true
    } catch (error) {
      toastFailure(error, `Unable to remove "${name}"`)
      return false
    }
  }

  /** Restores from the trash. Returns an error message if that failed. */
  const restoreFile = async (trashID: number, name: string): Promise<string | undefined> => {
    try {
      await restore(trashID)
    } catch (error) {
      return restoreFailure(error, name)
    }
  }

  const refresh = async () => {
    try {
      setAttachments((await call(getItem, { query: { itemID } })).attachments)
    } catch (error) {
      toastFailure(error, 'Unable to load item')
    }
  }
  useWhenRestored(() => void refresh())

  const [drafts, setDrafts] = useState<ReadonlyMap<string, FileDraft>>(new Map())
  const type = (remote: string, draft: FileDraft | undefined) =>
    setDrafts((before) => {
      const after = new Map(before)
      if (draft) after.set(remote, draft)
      else after.delete(remote)
      return after
    })

  const isChanged = attachments.some(({ remote, name, caption }) => {
    const draft = drafts.get(remote)
    return draft !== undefined && (draft.name.trim() !== name || draft.caption.trim() !== caption)
  })

  const draft = useKeptDraft('files', isChanged ? [...drafts] : undefined, {
    restore: (typed) => setDrafts(new Map(typed)),
    discard: () => setDrafts(new Map()),
    baseOf: (typed) =>
      attachments
        .filter(({ remote }) => typed.some(([of]) => of === remote))
        .map(({ name, caption }) => [name, caption]),
  })

  return {
    draft,
    attachments,
    uploads,
    remove,
    restore: restoreFile,
    drafts: { item, drafts, type, take: setAttachments },
    isChanged,
  }
}
