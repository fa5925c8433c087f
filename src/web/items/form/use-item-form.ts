import { useRef, useState } from 'react'
import { titleOf } from '../../../shared/structure/item-title.ts'
import { type Item, deleteItem, updateItem } from '../../../shared/items/items.api.ts'
import { call } from '../../lib/call.ts'
import { ApiError, isNoConnection } from '../../lib/errors.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { paths } from '../../lib/paths.ts'
import { useUndo } from '../../history/trash/restore.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { markGone } from '../../lib/navigation-history.ts'
import type { Conflict } from './item-conflict.tsx'
import { withDates } from './date-interpretation.tsx'
import { useRemoteChange } from '../list/use-remote-change.ts'
import {
  differingNames,
  draftErrors,
  draftOf,
  EMPTY_DRAFT,
  hasTexts,
  pick,
  shownNames,
  type ItemDraft,
} from './item-draft.ts'

/** The item after saving the draft. */
export const withDraft = (item: Item, draft: ItemDraft, version: number): Item => {
  const { field1, field2, field3, field4, field5, field6, notes } = draft
  return {
    ...item,
    ...{ field1, field2, field3, field4, field5, field6 },
    title: titleOf(item.telling, draft, item.subCatName),
    note: notes,
    version,
  }
}

/** The stored item, from the error of a save that was rejected because it has changed. */
export const conflictingItem = (error: unknown): Item | undefined =>
  error instanceof ApiError && error.code === 'item_changed' ? (error.body.current as Item) : undefined

/**
 * The form of an existing item. It saves only the changed fields, so that two users who change different fields lose nothing, and
 * shows a comparison on conflict. Saving and deleting lead to the room.
 */
export const useItemForm = (opened: Item) => {
  const { itemID } = opened
  /** The latest known stored item. */
  const [stored, setStored] = useState(opened)
  const [conflict, setConflict] = useState<Conflict>()
  const form = useForm(draftOf(stored), draftErrors, 'edits', 'item')
  const undo = useUndo()
  const { values: draft, changed } = form

  // The item was loaded again.
  const [previous, setPrevious] = useState(opened)
  if (opened !== previous) {
    setPrevious(opened)
    if (!form.isChanged && opened.version >= stored.version) setStored(opened)
  }
  const { remoteChange, check } = useRemoteChange(stored, form.isChanged)
  const toRoom = paths.roomItems(stored.roomID)

  /** Takes over what another user saved. Fields that are unchanged here follow it; changed ones stay as typed. */
  const mergeStored = (current: Item) => {
    const now = draftOf(current)
    const theirs = differingNames(draftOf(stored), now).filter(
      (name) => draft[name] !== now[name] && shownNames(current.labels).includes(name),
    )
    const both = theirs.filter((name) => changed.includes(name))
    setStored(current)
    setConflict({ theirs, both, unsaved: changed.some((name) => draft[name] !== now[name]) })
  }

  /** What a save sent that got no answer but may have been applied. */
  const unansweredInputs = useRef<Partial<ItemDraft>>(undefined)

  const update = async () => {
    const inputs = withDates(pick(draft, changed), stored.kinds)
    /** Returns the saved item. */
    const saveOn = async (base: Item): Promise<Item & { message: string }> => {
      try {
        const { message, version } = await call(updateItem, { body: { itemID, inputs, version: base.version } })
        return { ...withDraft(base, { ...draft, ...inputs }, version), message }
      } catch (error) {
        const newer = conflictingItem(error)
        const isOurs = newer && unansweredInputs.current && hasTexts(newer, unansweredInputs.current)
        unansweredInputs.current = isNoConnection(error) ? inputs : undefined
        if (!isOurs) throw error
        return saveOn(newer)
      }
    }
    const { message, ...saved } = await saveOn(stored)
    unansweredInputs.current = undefined
    import('../bulk/linked-copies/offer-linked-copies.tsx')
      .then(({ offerLinkedCopies }) => offerLinkedCopies(itemID, message))
      .catch(console.error)
    setStored(saved)
    setConflict(undefined)
    return { message, to: toRoom }
  }

  const save = () =>
    form.submit('Update Item', update, (error) => {
      const newer = conflictingItem(error)
      if (newer) mergeStored(newer)
      else toastFailure(error, 'Unable to update item')
      check()
      return undefined
    })

  const remove = async () => {
    const deletion = await call(deleteItem, { query: { itemID } })
    markGone(`itemID=${itemID}`, toRoom)
    const action = undo(deletion, stored.title)
    return { message: deletion.message, to: toRoom, isGone: true, action }
  }

  return {
    stored,
    draft,
    form,
    conflict,
    meanwhile: remoteChange,
    compare: () => {
      if (typeof remoteChange === 'object') mergeStored(remoteChange.newer)
    },
    save: () => void save(),
    meet: mergeStored,
    /** Deleting discards unsaved input. */
    remove: () =>
      void form.act('Delete Item', remove, (error) => {
        toastFailure(error, 'Unable to delete item')
        return undefined
      }),
    /** Takes over an item as stored. */
    setStored,
    takeStored: ({ both }: Conflict) => {
      form.put(pick(draftOf(stored), both))
      setConflict(undefined)
    },
    empty: () => form.put(pick(EMPTY_DRAFT, shownNames(stored.labels))),
  }
}

export type ItemForm = ReturnType<typeof useItemForm>
