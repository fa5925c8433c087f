import { Suspense, useState } from 'react'
import { useRevalidator } from 'react-router'
import { deleteItems, ITEMS_AT_ONCE } from '../../../shared/items/bulk/bulk-changes.api.ts'
import { call } from '../../lib/call.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { findLinkedCopies, type LinkedCopiesOffer } from './linked-copies/find-linked-copies.ts'
import { useLostFocus } from '../../lib/focus/use-lost-focus.ts'
import { useUndoEvent } from '../../history/use-undo-event.ts'
import { markGone } from '../../lib/navigation-history.ts'
import { Button } from '../../ui/button.tsx'
import { IconCopy, IconStack2, IconTrash, createIcon } from '../../ui/icons.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { toast } from '../../lib/toasts.ts'
import { SelectableRows } from './selectable-rows.tsx'
import type { SelectableGroup } from './selection.ts'
import { classNames } from '../../ui/class-names.ts'
import styles from './select-items.module.css'

const IconArrowsMove = createIcon('M18 9l3 3l-3 3m-3-3h6M6 9l-3 3l3 3m-3-3h6m0 6l3 3l3-3m-3-3v6m3-15l-3-3l-3 3m3-3v6')
const IconTag = createIcon(
  'M6.5 7.5a1 1 0 1 0 2 0a1 1 0 1 0-2 0M3 6v5.172a2 2 0 0 0 .586 1.414l7.71 7.71a2.41 2.41 0 0 0 3.408 0l5.592-5.592a2.41 2.41 0 0 0 0-3.408l-7.71-7.71A2 2 0 0 0 11.172 3H6a3 3 0 0 0-3 3',
)

const RoomsDialog = lazyComponent(async () => (await import('./rooms-dialog.tsx')).RoomsDialog, 'The list of rooms')
const ChangeLinkedCopies = lazyComponent(
  async () => (await import('./linked-copies/change-linked-copies.tsx')).ChangeLinkedCopies,
  'Change Others',
)
const LabelDialog = lazyComponent(async () => (await import('./label-dialog.tsx')).LabelDialog, 'The list of fields')

interface SelectItemsProps {
  projectID: number
  /** The room of all items, if they share one. */
  roomID?: number
  groups: readonly SelectableGroup[]
  /** The address of this page, where Back leads from the pages of deleted items. */
  at: string
  onEnd: () => void
}

type Action = 'move' | 'copy' | 'label' | LinkedCopiesOffer

/** Items with checkboxes, and the actions for the selected ones. */
export const SelectItems = ({ projectID, roomID, groups, at, onEnd }: SelectItemsProps) => {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [action, setAction] = useState<Action>()
  const [busy, setBusy] = useState(false)
  const { revalidate } = useRevalidator()
  const undoOf = useUndoEvent()
  const lostFocus = useLostFocus()

  const things = groups.flatMap((group) => group.things).filter(({ itemID }) => chosen.has(itemID))
  const selection = { projectID, things }
  const done = (message: string, eventID: number | null) => {
    toast({ kind: 'success', text: message, action: undoOf(eventID) })
    setAction(undefined)
    onEnd()
    void revalidate()
  }
  const remove = async () => {
    if (busy) return
    setBusy(true)
    try {
      const { message, eventID } = await call(deleteItems, { body: { itemIDs: things.map(({ itemID }) => itemID) } })
      for (const { itemID } of things) markGone(`itemID=${itemID}`, at)
      done(message, eventID)
    } catch (error) {
      toastFailure(error, 'Unable to delete these items')
      setBusy(false)
    }
  }
  const offerLinkedCopies = async (itemID: number) => {
    try {
      const found = await findLinkedCopies(itemID)
      if (found) setAction(found)
      else toast({ kind: 'error', text: 'No copies still have the value you last changed on this item.' })
    } catch (error) {
      toastFailure(error, 'Unable to load the copies of this item')
    }
  }
  const [only, another] = things
  const dialog = { selection, onDone: done, onClose: () => setAction(undefined) }
  const cannot = things.length === 0 || things.length > ITEMS_AT_ONCE
  return (
    <div className={styles.select} {...lostFocus}>
      <SelectableRows groups={groups} chosen={chosen} onChoose={setChosen} onEnd={onEnd} />
      <div
        className={classNames('flex middle rule-top gap-8', styles.bar)}
        role="group"
        aria-label="With the selected items"
        data-thumb-bar
      >
        <Button icon={<IconTrash />} disabled={cannot} busy={busy} onClick={() => void remove()}>
          Delete
        </Button>
        <Button icon={<IconArrowsMove />} disabled={cannot} onClick={() => setAction('move')}>
          Move…
        </Button>
        <Button icon={<IconCopy />} disabled={cannot} onClick={() => setAction('copy')}>
          Copy…
        </Button>
        <Button icon={<IconTag />} disabled={cannot} onClick={() => setAction('label')}>
          Change a Field…
        </Button>
        <Button
          icon={<IconStack2 />}
          disabled={!only || another !== undefined}
          onClick={() => only && void offerLinkedCopies(only.itemID)}
        >
          Change Others…
        </Button>
      </div>
      <Suspense>
        {(action === 'move' || action === 'copy') && <RoomsDialog {...dialog} action={action} roomID={roomID} />}
        {action === 'label' && <LabelDialog {...dialog} />}
        {typeof action === 'object' && <ChangeLinkedCopies found={action} onClose={dialog.onClose} />}
      </Suspense>
    </div>
  )
}
