import { Suspense, useState } from 'react'
import type { Item } from '../../shared/items/items.api.ts'
import { TRASH_DAYS } from '../../shared/history/trash-days.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/dialogs/dialog.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'
import type { ItemForm } from './form/use-item-form.ts'

const ChangeSubcategory = lazyComponent(
  async () => (await import('./form/change-subcategory.tsx')).ChangeSubcategory,
  'Change Subcategory',
)
const CopyItem = lazyComponent(async () => (await import('./bulk/copy-item.tsx')).CopyItem, 'Copy Item')

interface ItemActionsProps {
  item: Item
  unsaved: boolean
  itemForm: ItemForm
}

/** Actions on an item other than saving and deleting. */
export const ItemActions = ({ item, unsaved, itemForm }: ItemActionsProps) => {
  const [opened, setOpened] = useState<'kind' | 'copy'>()
  const close = () => setOpened(undefined)
  return (
    <>
      <Button onClick={() => setOpened('kind')}>Change Subcategory</Button>
      <Button onClick={() => setOpened('copy')}>Copy Item</Button>
      <Suspense>
        {opened === 'kind' && <ChangeSubcategory item={item} unsaved={unsaved} itemForm={itemForm} onClose={close} />}
        {opened === 'copy' && <CopyItem item={item} onClose={close} />}
      </Suspense>
    </>
  )
}

interface ItemDialogsProps {
  /** The open question; null once answered. */
  asked: 'clear' | 'delete' | null
  onAnswer: () => void
  onClear: () => void
  onDelete: () => void
}

/** Asks before typed input is lost. */
export const ItemDialogs = ({ asked, onAnswer, onClear, onDelete }: ItemDialogsProps) => (
  <>
    <ConfirmDialog
      open={asked === 'clear'}
      title="Clear Fields"
      safeLabel="Keep Working"
      destructiveLabel="Clear Form"
      onSafe={onAnswer}
      onDestructive={() => {
        onAnswer()
        onClear()
      }}
    >
      This empties every field of the form. Nothing is saved until you choose Update Item.
    </ConfirmDialog>
    <ConfirmDialog
      open={asked === 'delete'}
      title="Unsaved Changes"
      safeLabel="Keep Working"
      destructiveLabel="Delete Item"
      onSafe={onAnswer}
      onDestructive={() => {
        onAnswer()
        onDelete()
      }}
    >
      Your unsaved changes will be lost. You can restore the last saved version from the Trash for {TRASH_DAYS} days.
    </ConfirmDialog>
  </>
)
