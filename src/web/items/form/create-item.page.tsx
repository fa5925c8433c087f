import { Suspense, useRef, useState, type KeyboardEvent } from 'react'
import { redirect, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { getRoomStructure, type FieldLabel } from '../../../shared/structure/room-structure.api.ts'
import { getRoom } from '../../../shared/projects/rooms.api.ts'
import { call } from '../../lib/call.ts'
import { isForInputMethod } from '../../lib/keys.ts'
import { NothingHere } from '../../lib/errors.ts'
import { categoriesOf, kindsIn } from '../../structure/categories.ts'
import { FilesForItem } from '../../attachments/files-for-item.tsx'
import { UploadArea } from '../../attachments/uploads/upload-area.tsx'
import { paths } from '../../lib/paths.ts'
import { queryIDOf } from '../../lib/query-id.ts'
import { Breadcrumbs } from '../../ui/page/breadcrumbs.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialogs/dialog.tsx'
import { DraftNote } from '../../ui/forms/draft-note.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { FormFooter } from '../../ui/forms/form-footer.tsx'
import { FormCell, FormGrid } from '../../ui/forms/form-grid.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { Message } from '../../ui/message.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { Page } from '../../ui/page/page.tsx'
import { Card, CardBody } from '../../ui/card.tsx'
import { useUnsavedGuard } from '../../lib/forms/unsaved-guard.ts'
import { useSaveKey } from '../../lib/forms/use-save-key.ts'
import { ItemFields } from './item-fields.tsx'
import { SubcategorySelects } from './subcategory-selects.tsx'
import { useNewItem } from './use-new-item.ts'
import { SubcategorySearch } from './subcategory-search.tsx'

const PhotosOfForm = lazyComponent(async () => (await import('../inbox/photos-of-form.tsx')).PhotosOfForm, 'The photos')

export const loader = async ({ request }: LoaderFunctionArgs) => {
  const projectID = queryIDOf(request, 'projectID')
  const roomID = queryIDOf(request, 'roomID')
  if (projectID === undefined || roomID === undefined) throw redirect(paths.selectProject())
  const room = await call(getRoom, { query: { roomID } })
  if (room.projectID !== projectID || room.may === 'read') throw new NothingHere()
  const structure = await call(getRoomStructure, { query: { roomType: room.roomType } })
  return { room, categories: categoriesOf(structure), kinds: kindsIn(structure) }
}

/** Enter leads to the next field: an item that is created by mistake is more work than a press of the button. */
const goOn = (event: KeyboardEvent<HTMLFormElement>) => {
  if (event.key !== 'Enter' || isForInputMethod(event.nativeEvent) || !(event.target instanceof HTMLInputElement))
    return
  event.preventDefault()
  const fields = [...event.currentTarget.elements].filter((one) => one.matches('input, select, textarea'))
  const next = fields[fields.indexOf(event.target) + 1]
  if (next instanceof HTMLElement) next.focus()
}

export const Component = () => {
  const { room, categories, kinds } = useLoaderData<typeof loader>()
  const kindOf = ({ label }: FieldLabel) => kinds.get(label)
  const { form, labels, uploads, isReady, ...item } = useNewItem(room, kindOf)
  const { field, pressed } = form
  const picker = useRef<HTMLInputElement>(null)
  const [clearing, setClearing] = useState(false)
  const [timesCleared, setTimesCleared] = useState(0)
  const chosen = categories
    .flatMap(({ subcategories }) => subcategories)
    .find(({ subcatID }) => String(subcatID) === form.values.subcatID)
  useUnsavedGuard(item.isUnsaved)
  useSaveKey(() => item.create('only'))

  return (
    <Page width="form">
      <title>Create Item · Roomfolio</title>
      <Breadcrumbs
        items={[
          { name: 'Home', to: paths.selectProject() },
          { name: room.projectName, to: paths.projectHome(room.projectID) },
          { name: room.roomName, to: paths.roomItems(room.roomID) },
          { name: 'Create Item' },
        ]}
      />
      <PageHeader title="Create Item" />
      <DraftNote draft={item.draft} />
      {item.notice && <Message kind="error">{item.notice}</Message>}
      <Form form={form} hasNotes onKeyDown={goOn} onSubmit={() => item.create('only')}>
        <Card>
          <CardBody>
            <h2 className="visually-hidden">Category</h2>
            <FormGrid>
              <FormCell span="full">
                <SubcategorySearch
                  key={timesCleared}
                  chosen={chosen?.name ?? ''}
                  categories={categories}
                  roomType={room.roomTypeName}
                  onChoose={item.chooseKind}
                  onType={() => item.chooseCategory('')}
                />
              </FormCell>
              <SubcategorySelects
                categories={categories}
                catID={form.values.catID}
                subcatID={form.values.subcatID}
                errors={{ catID: field('catID').error, subcatID: field('subcatID').error }}
                onCategory={item.chooseCategory}
                onSubcategory={item.chooseSubcategory}
              />
            </FormGrid>
          </CardBody>
          <CardBody>
            <h2 className="visually-hidden">Details</h2>
            {item.photos.length > 0 && (
              <Suspense>
                <PhotosOfForm projectID={room.projectID} photos={item.photos} onLeave={item.dropPhoto} />
              </Suspense>
            )}
            <FormGrid>
              <ItemFields
                subcatID={Number(form.values.subcatID)}
                labels={labels}
                kindOf={kindOf}
                field={item.labelField}
                notes={field('notes')}
              />
            </FormGrid>
            <div role="group" aria-labelledby="attachments" className="mt-24">
              <h2 id="attachments" className="label strong sans mb-4">
                Attachments
              </h2>
              <UploadArea label="Upload Files" uploads={uploads} picker={picker} />
            </div>
          </CardBody>
          <FormFooter
            sticky
            status={item.waitsForUploads ? 'Your files are still uploading.' : undefined}
            end={
              <Button kind="quiet" onClick={() => setClearing(true)}>
                Clear Form
              </Button>
            }
          >
            <Button type="submit" kind="primary" incomplete={!isReady} busy={pressed === 'only'}>
              Create Item
            </Button>
            <Button incomplete={!isReady} busy={pressed === 'another'} onClick={() => item.create('another')}>
              Create and Add Another
            </Button>
          </FormFooter>
        </Card>
      </Form>
      <FilesForItem add={uploads.add} />
      <ConfirmDialog
        open={clearing}
        title="Clear Form"
        safeLabel="Keep Working"
        destructiveLabel="Clear Form"
        onSafe={() => setClearing(false)}
        onDestructive={() => {
          setClearing(false)
          item.clear()
          setTimesCleared((times) => times + 1)
        }}
      >
        This clears every field and removes the files you added.
      </ConfirmDialog>
    </Page>
  )
}
