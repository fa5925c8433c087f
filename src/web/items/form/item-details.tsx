import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { DangerZone, FormFooter } from '../../ui/forms/form-footer.tsx'
import { FormGrid } from '../../ui/forms/form-grid.tsx'
import { IconTrash } from '../../ui/icons.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { Card, CardBody } from '../../ui/card.tsx'
import { TitleBlock } from '../../ui/page/title-block.tsx'
import { focusField } from '../../lib/focus/focus-field.ts'
import { useFocusTarget } from '../../lib/focus/focus-target.ts'
import { useSaveKey } from '../../lib/forms/use-save-key.ts'
import { ItemActions, ItemDialogs } from '../item-actions.tsx'
import { draftOf } from './item-draft.ts'
import { ItemFields } from './item-fields.tsx'
import { RemoteChangeNote } from '../list/remote-change-note.tsx'
import type { ItemForm } from './use-item-form.ts'

/** Lazy, because conflicts are rare. */
const ItemConflict = lazyComponent(async () => (await import('./item-conflict.tsx')).ItemConflict, 'The comparison')

/** The item's room, its fields, and the buttons that save, clear and delete. */
export const ItemDetails = ({ itemForm }: { itemForm: ItemForm }) => {
  const { stored, draft, conflict, save, remove, takeStored, empty } = itemForm
  const { field, pressed, isChanged, status } = itemForm.form
  const [asked, setAsked] = useState<'clear' | 'delete' | null>(null)
  const saving = pressed === 'Update Item'
  useSaveKey(save)
  const target = useFocusTarget()
  const focus = useEffectEvent(() => target !== undefined && focusField(itemForm.form, target))
  useEffect(() => void focus(), [])

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
      <Form form={itemForm.form} className="mt-24" onSubmit={save}>
        {itemForm.meanwhile && <RemoteChangeNote found={itemForm.meanwhile} onCompare={itemForm.compare} />}
        {conflict && (
          <Suspense>
            <ItemConflict
              conflict={conflict}
              labels={stored.labels}
              kinds={stored.kinds}
              mine={draft}
              stored={draftOf(stored)}
              busy={saving}
              onKeepMine={save}
              onTakeStored={() => takeStored(conflict)}
            />
          </Suspense>
        )}
        <Card>
          <CardBody>
            <h2 className="visually-hidden">Details</h2>
            <FormGrid>
              <ItemFields
                subcatID={stored.subcatID}
                labels={stored.labels}
                kindOf={({ field: slot }) => stored.kinds?.find((one) => one.field === slot)?.kind}
                field={(label) => field(label.field)}
                notes={field('notes')}
              />
            </FormGrid>
          </CardBody>
          <FormFooter sticky status={status}>
            <Button type="submit" kind="primary" incomplete={!isChanged} busy={saving}>
              Update Item
            </Button>
            <Button onClick={() => setAsked('clear')}>Clear Fields</Button>
          </FormFooter>
        </Card>
      </Form>
      <DangerZone>
        <ItemActions item={stored} unsaved={isChanged} itemForm={itemForm} />
        <Button
          kind="danger"
          icon={<IconTrash />}
          busy={pressed === 'Delete Item'}
          // A saved item can be restored; unsaved input cannot.
          onClick={() => (isChanged ? setAsked('delete') : remove())}
        >
          Delete Item
        </Button>
      </DangerZone>
      <ItemDialogs asked={asked} onAnswer={() => setAsked(null)} onClear={empty} onDelete={remove} />
    </>
  )
}
