import { changeSubcategory } from '../../../shared/items/change-subcategory.api.ts'
import type { ItemEvent } from '../../../shared/history/history.api.ts'
import { item as itemSchema, updateItemFile, updateItem, getItem } from '../../../shared/items/items.api.ts'
import { moveItems } from '../../../shared/items/bulk/moves.api.ts'
import { call } from '../../lib/call.ts'
import { ApiError, sentence } from '../../lib/errors.ts'
import { draftOf, type DraftName } from '../form/item-draft.ts'
import type { useItemFiles } from '../form/use-item-files.ts'
import { conflictingItem, withDraft, type ItemForm } from '../form/use-item-form.ts'
import type { useLinkedCopies } from '../bulk/linked-copies/use-linked-copies.ts'
import { toast } from '../../lib/toasts.ts'
import { setParents } from '../../lib/navigation-history.ts'

/** The item being edited, and its files. */
export interface Editing {
  itemForm: ItemForm
  files: ReturnType<typeof useItemFiles>
  others: ReturnType<typeof useLinkedCopies>
}

export type RestoreActions = ReturnType<typeof restoreActionsOf>

const UNABLE = 'Couldn’t restore it'
const CHANGED_MEANWHILE = 'Someone else just changed this item. Review it and try again.'

/** Restores previous values of an item, saved as its form would. Each function returns an error message if it failed. */
export const restoreActionsOf = ({ itemForm, files }: Editing) => {
  const { stored, form, meet, setStored } = itemForm
  const { attachments } = files
  const { itemID, version } = stored
  const { take } = files.drafts

  /** Saves one previous text, and none of the form's unsaved input. */
  const value = async (text: DraftName, was: string): Promise<string | undefined> => {
    try {
      const { message, version: now } = await call(updateItem, { body: { itemID, inputs: { [text]: was }, version } })
      setStored(withDraft(stored, { ...draftOf(stored), [text]: was }, now))
      toast({ kind: 'success', text: message })
    } catch (error) {
      const newer = conflictingItem(error)
      if (!newer) return sentence(error, { 404: 'This item no longer exists', other: UNABLE })
      meet(newer)
      return CHANGED_MEANWHILE
    }
  }

  /** Restores the subcategory that an event changed. */
  const kind = async (putBack: number, left: NonNullable<ItemEvent['kindWas']>): Promise<string | undefined> => {
    if (form.isChanged) return 'Save or discard your changes before restoring an older value.'
    try {
      const { message } = await call(changeSubcategory, { body: { itemID, ...left, version, putBack } })
      setStored(await call(getItem, { query: { itemID } }))
      toast({ kind: 'success', text: message })
    } catch (error) {
      const newer = conflictingItem(error)
      if (!newer) return sentence(error, { 404: 'It no longer exists', other: UNABLE })
      meet(newer)
      return CHANGED_MEANWHILE
    }
  }

  /** Moves the item back to its previous room; unsaved input stays. */
  const room = async (roomID: number): Promise<string | undefined> => {
    try {
      const { message } = await call(moveItems, { body: { itemIDs: [itemID], roomID } })
      const { projectID, roomName } = await call(getItem, { query: { itemID } })
      setParents(`itemID=${itemID}`, [`roomID=${roomID}`, `projectID=${projectID}`])
      setStored({ ...stored, roomID, roomName })
      toast({ kind: 'success', text: message })
    } catch (error) {
      return sentence(error, {
        404: 'The item or its original room no longer exists',
        409: 'The original room no longer supports this subcategory',
        other: UNABLE,
      })
    }
  }

  const fileTexts = async (remote: string, inputs: { name: string } | { caption: string }) => {
    const file = attachments.find((each) => each.remote === remote)
    if (!file) return 'This file no longer exists'
    const { name, caption } = file
    try {
      const body = { itemID, remote, inputs, was: { name, caption } }
      const { attachments: held, message } = await call(updateItemFile, { body })
      take(held)
      toast({ kind: 'success', text: message })
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'file_changed'))
        return sentence(error, { 404: 'This file no longer exists', other: UNABLE })
      take(itemSchema.shape.attachments.parse(error.body.current))
      return 'Someone else just changed this file. Review it and try again.'
    }
  }

  /** Places each file before its former successor, starting from the end; the other files stay. */
  const order = async (remotes: readonly string[]): Promise<string | undefined> => {
    let held = attachments
    try {
      for (let at = remotes.length - 2; at >= 0; at--) {
        const [remote, before] = [remotes[at] ?? '', remotes[at + 1] ?? '']
        const now = held.map((each) => each.remote).filter((each) => remotes.includes(each))
        if (now.indexOf(remote) === now.indexOf(before) - 1) continue
        held = (await call(updateItemFile, { body: { itemID, remote, inputs: { before } } })).attachments
      }
      toast({ kind: 'success', text: 'The files are back in their earlier order' })
    } catch (error) {
      return sentence(error, { 404: 'One of the files no longer exists', other: UNABLE })
    } finally {
      take(held)
    }
  }

  return { value, file: files.restore, kind, room, fileTexts, order }
}
