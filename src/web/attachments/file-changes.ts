import { flushSync } from 'react-dom'
import { setProjectCover, setRoomCover } from '../../shared/projects/covers.api.ts'
import { item as itemSchema, updateItemFile, type Attachment, type Item } from '../../shared/items/items.api.ts'
import { call } from '../lib/call.ts'
import { ApiError, sentence } from '../lib/errors.ts'
import { toast } from '../lib/toasts.ts'
import { toastFailure } from '../lib/toast-failure.ts'

/** Unsaved input about a file. */
export interface FileDraft {
  name: string
  caption: string
}

/** The drafts of an item's files, kept while their tab is closed. */
export interface FileDrafts {
  item: Item
  /** By the files' remotes. */
  drafts: ReadonlyMap<string, FileDraft>
  /** Undefined discards the draft. */
  type: (remote: string, draft: FileDraft | undefined) => void
  /** Takes over the stored files. */
  take: (attachments: Attachment[]) => void
}

/** The changes an editor can make to an item's files. */
export type FileChanges = ReturnType<typeof fileChanges>

export const fileChanges = ({ item, drafts, type, take }: FileDrafts) => {
  const { itemID, roomID, projectID } = item

  /** A success also discards the draft. */
  const save = async ({ remote, name, caption }: Attachment, inputs: Partial<FileDraft>) => {
    const body = { itemID, remote, inputs, was: { name, caption } }
    const { attachments: stored, message } = await call(updateItemFile, { body })
    take(stored)
    type(remote, undefined)
    toast({ kind: 'success', text: message })
  }

  const failureOf = ({ name }: Attachment, error: unknown): string => {
    console.error(error)
    if (error instanceof ApiError && error.code === 'file_changed') {
      take(itemSchema.shape.attachments.parse(error.body.current))
      return `${error.message} What you entered isn’t saved yet. You can save it again.`
    }
    return sentence(error, { other: `Unable to update "${name}"` })
  }

  /** Moves a file before another one, or last. */
  const move = async ({ remote, name }: Attachment, before: string | null) => {
    try {
      const { attachments: stored } = await call(updateItemFile, { body: { itemID, remote, inputs: { before } } })
      flushSync(() => take(stored))
      const place = stored.findIndex((one) => one.remote === remote) + 1
      toast({ kind: 'success', text: `"${name}" is now ${place} of ${stored.length}` })
    } catch (error) {
      toastFailure(error, `Unable to move "${name}"`)
    }
  }

  const coverOf = (of: 'room' | 'project', name: string, set: (remote: string) => Promise<{ message: string }>) => ({
    of,
    name,
    choose: async (remote: string) => {
      try {
        toast({ kind: 'success', text: (await set(remote)).message })
      } catch (error) {
        toastFailure(error, `Unable to change the cover of "${name}"`)
      }
    },
  })
  /** A picture can become the cover of these. */
  const covers = [
    coverOf('room', item.roomName, (remote) => call(setRoomCover, { body: { roomID, remote } })),
    ...(item.may === 'own'
      ? [coverOf('project', item.projectName, (remote) => call(setProjectCover, { body: { projectID, remote } }))]
      : []),
  ]
  return { drafts, type, save, failureOf, move, covers }
}
