import { IconTrash } from '@tabler/icons-react'
import { Suspense, useState, type FormEvent } from 'react'
import { TRASH_DAYS } from '../../shared/trash.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { FormEnd, FormFoot } from '../ui/form-foot.tsx'
import { FormGrid } from '../ui/form-grid.tsx'
import { later } from '../ui/later.tsx'
import { Sheet, SheetBody } from '../ui/sheet.tsx'
import { TitleBlock } from '../ui/title-block.tsx'
import { useSaveKey } from '../use-save-key.ts'
import styles from './edit-item.module.css'
import { draftOf } from './item-draft.ts'
import { ItemFields } from './item-fields.tsx'
import type { ItemForm } from './use-item-form.ts'

/** What somebody else has saved meanwhile, which is rare. */
const ItemConflict = later(async () => (await import('./item-conflict.tsx')).ItemConflict, 'The comparison')

const MeanwhileNote = later(async () => (await import('./meanwhile-note.tsx')).MeanwhileNote, 'The note')

const ItemActions = later(async () => (await import('./item-actions.tsx')).ItemActions, 'Further actions')

/** Where the item is, its fields, and the buttons that save, empty and delete. */
export const ItemDetails = ({ itemForm }: { itemForm: ItemForm }) => {
  const { stored, draft, conflict, save, remove, takeStored, empty } = itemForm
  const { ref, field, pressed, isChanged, status } = itemForm.form
  const [clearing, setClearing] = useState(false)
  const [confirming, setConfirming] = useState(false)
  const saving = pressed === 'Update Item'
  useSaveKey(save)

  return (
    <>
      <TitleBlock
        layout="row"
        facts={[
          { name: 'Project Name', value: stored.projectName },
          { name: 'Room Name', value: stored.roomName },
          { name: 'Category', value: stored.catName },
          { name: 'Sub Category', value: stored.subCatName },
        ]}
      />
      <form
        ref={ref}
        noValidate
        className={styles.form}
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          save()
        }}
      >
        {itemForm.meanwhile && (
          <Suspense>
            <MeanwhileNote found={itemForm.meanwhile} onCompare={itemForm.compare} />
          </Suspense>
        )}
        {conflict && (
          <Suspense>
            <ItemConflict
              conflict={conflict}
              labels={stored.labels}
              mine={draft}
              stored={draftOf(stored)}
              busy={saving}
              onKeepMine={save}
              onTakeStored={() => takeStored(conflict)}
            />
          </Suspense>
        )}
        <Sheet>
          <SheetBody>
            <FormGrid>
              <ItemFields
                subcatID={stored.subcatID}
                labels={stored.labels}
                field={(label) => field(label.field)}
                own={field}
              />
            </FormGrid>
          </SheetBody>
          <FormFoot sticky status={status}>
            <Button type="submit" kind="primary" unready={!isChanged} busy={saving}>
              Update Item
            </Button>
            <Button onClick={() => setClearing(true)}>Clear Fields</Button>
          </FormFoot>
        </Sheet>
      </form>
      <FormEnd>
        <Suspense>
          <ItemActions item={stored} unsaved={isChanged} itemForm={itemForm} />
          {/* With those before it, which would move it from under a finger. */}
          <Button
            kind="danger"
            icon={<IconTrash />}
            busy={pressed === 'Delete Item'}
            // What is stored can be brought back, what was only typed cannot.
            onClick={() => (isChanged ? setConfirming(true) : remove())}
          >
            Delete Item
          </Button>
        </Suspense>
      </FormEnd>
      <ConfirmDialog
        open={clearing}
        title="Clear Fields"
        safe="Keep Working"
        loss="Clear Form"
        onSafe={() => setClearing(false)}
        onLoss={() => {
          setClearing(false)
          empty()
        }}
      >
        This empties every field of the form. Nothing is saved until you choose Update Item.
      </ConfirmDialog>
      <ConfirmDialog
        open={confirming}
        title="Unsaved Changes"
        safe="Keep Working"
        loss="Delete Item"
        onSafe={() => setConfirming(false)}
        onLoss={() => {
          setConfirming(false)
          remove()
        }}
      >
        What you entered here has not been saved and is lost if you delete the item. The item as it was saved can be
        restored from the Trash for {TRASH_DAYS} days.
      </ConfirmDialog>
    </>
  )
}
