import { useState } from 'react'
import { flushSync } from 'react-dom'
import { setProjectCover, setRoomCover } from '../../shared/covers.ts'
import {
  deleteItemFile,
  getItem,
  item as itemSchema,
  updateItemFile,
  type Attachment,
  type Item,
} from '../../shared/items.ts'
import { call } from '../api/call.ts'
import { ApiError, sentence } from '../api/errors.ts'
import type { FileChanges, FileDraft } from '../files/file-changes.ts'
import { tellFailure } from '../files/tell-failure.ts'
import { useUploads } from '../files/use-uploads.ts'
import { useUndo, useWhenRestored } from '../trash/restore.ts'
import { toast } from '../ui/toasts.ts'

/** The files of an item: attached, on their way, taken off and brought back. */
export const useItemFiles = (item: Item) => {
  const { itemID, attachments: opened } = item
  const [attachments, setAttachments] = useState(opened)
  // Renewed behind what was kept of them.
  const [last, setLast] = useState(opened)
  if (opened !== last) {
    setLast(opened)
    setAttachments(opened)
  }
  const uploads = useUploads(itemID, setAttachments)
  const undo = useUndo()

  /** Answers whether it is gone. */
  const remove = async ({ name, remote }: Attachment): Promise<boolean> => {
    try {
      const deletion = await call(deleteItemFile, { query: { itemID, remote } })
      // At once, for the list then moves the focus on.
      flushSync(() => {
        setAttachments((all) => all.filter((one) => one.remote !== remote))
        for (const one of uploads.uploads) if (one.remote === remote) uploads.remove(one.id)
      })
      toast({ kind: 'success', text: deletion.message, action: undo(deletion, name) })
      return true
    } catch (error) {
      tellFailure(error, `Unable to remove "${name}"`)
      return false
    }
  }

  const refresh = async () => {
    try {
      setAttachments((await call(getItem, { query: { itemID } })).attachments)
    } catch (error) {
      tellFailure(error, 'Unable to load item')
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

  const save = async ({ remote, name, caption }: Attachment, inputs: Partial<FileDraft>) => {
    try {
      const body = { itemID, remote, inputs, was: { name, caption } }
      const { attachments: stored, message } = await call(updateItemFile, { body })
      flushSync(() => {
        setAttachments(stored)
        type(remote, undefined)
      })
      toast({ kind: 'success', text: message })
      return undefined
    } catch (error) {
      console.error(error)
      if (error instanceof ApiError && error.code === 'file_changed') {
        setAttachments(itemSchema.shape.attachments.parse(error.body.current))
        return `${error.message} What you entered is not saved yet; you can save it again.`
      }
      return sentence(error, { other: `Unable to update "${name}"` })
    }
  }

  const move = async ({ remote, name }: Attachment, before: string | null) => {
    try {
      const { attachments: stored } = await call(updateItemFile, { body: { itemID, remote, inputs: { before } } })
      flushSync(() => setAttachments(stored))
      const place = stored.findIndex((one) => one.remote === remote) + 1
      toast({ kind: 'success', text: `"${name}" is now ${place} of ${stored.length}` })
    } catch (error) {
      tellFailure(error, `Unable to move "${name}"`)
    }
  }

  const coverOf = (of: 'room' | 'project', name: string, set: (remote: string) => Promise<{ message: string }>) => ({
    of,
    name,
    choose: async (remote: string) => {
      try {
        toast({ kind: 'success', text: (await set(remote)).message })
      } catch (error) {
        tellFailure(error, `Unable to change the cover of "${name}"`)
      }
    },
  })
  const { roomID, projectID } = item
  const covers = [
    coverOf('room', item.roomName, (remote) => call(setRoomCover, { body: { roomID, remote } })),
    ...(item.may === 'own'
      ? [coverOf('project', item.projectName, (remote) => call(setProjectCover, { body: { projectID, remote } }))]
      : []),
  ]
  const changes: FileChanges = { drafts, type, save, move, covers }
  const isChanged = attachments.some(({ remote, name, caption }) => {
    const draft = drafts.get(remote)
    return draft !== undefined && (draft.name.trim() !== name || draft.caption.trim() !== caption)
  })

  return { attachments, uploads, remove, changes, isChanged }
}
