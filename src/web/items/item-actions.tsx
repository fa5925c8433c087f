import { Suspense, useState } from 'react'
import type { Item } from '../../shared/items.ts'
import { Button } from '../ui/button.tsx'
import { later } from '../ui/later.tsx'
import type { ItemForm } from './use-item-form.ts'

const ChangeSubcategory = later(
  async () => (await import('./change-subcategory.tsx')).ChangeSubcategory,
  'Change Sub Category',
)
const CopyItem = later(async () => (await import('../copies/copy-item.tsx')).CopyItem, 'Copy Item')

interface ItemActionsProps {
  item: Item
  unsaved: boolean
  itemForm: ItemForm
}

/** What can be done with an item beside saving and deleting it. */
export const ItemActions = ({ item, unsaved, itemForm }: ItemActionsProps) => {
  const [opened, setOpened] = useState<'kind' | 'copy'>()
  const close = () => setOpened(undefined)
  return (
    <>
      <Button onClick={() => setOpened('kind')}>Change Sub Category</Button>
      <Button onClick={() => setOpened('copy')}>Copy Item</Button>
      <Suspense>
        {opened === 'kind' && <ChangeSubcategory item={item} unsaved={unsaved} itemForm={itemForm} onClose={close} />}
        {opened === 'copy' && <CopyItem item={item} onClose={close} />}
      </Suspense>
    </>
  )
}
