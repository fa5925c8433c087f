import { useState } from 'react'
import { redirect, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { hasRole, KEEPS_PROJECTS } from '../../shared/contract/roles.ts'
import { counted } from '../lib/pluralize.ts'
import { paths } from '../lib/paths.ts'
import { queryIDOf } from '../lib/query-id.ts'
import { useSession } from '../lib/session.ts'
import { Breadcrumbs } from '../ui/page/breadcrumbs.tsx'
import { ConfirmDialog } from '../ui/dialogs/dialog.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { Page } from '../ui/page/page.tsx'
import { Select } from '../ui/forms/select.tsx'
import { useUnsavedGuard } from '../lib/forms/unsaved-guard.ts'
import { AdminNav } from '../ui/page/admin-nav.tsx'
import { LabelForm } from './label-form.tsx'
import { loadStructure, type Named, type StructureData } from './structure-data.ts'
import { StructurePart } from './structure-part.tsx'
import { useRoomType, type Chosen } from './use-room-type.ts'

export const loader = async ({ request }: LoaderFunctionArgs): Promise<StructureData> => {
  const roomTypeID = queryIDOf(request, 'roomTypeID')
  if (roomTypeID === undefined) throw redirect(paths.adminHome())
  return loadStructure(roomTypeID, request.signal)
}

export const Component = () => {
  const data = useLoaderData<typeof loader>()
  return <EditRoomType key={data.roomType.roomTypeID} loaded={data} />
}

const EditRoomType = ({ loaded }: { loaded: StructureData }) => {
  const session = useSession()
  const { roomType, category, inRoom, subcategory, inCategory, ...editing } = useRoomType(loaded)
  const { isCategoryUnsaved, isSubcategoryUnsaved } = editing
  /** The selection to apply once the user agrees to discard unsaved changes. */
  const [waiting, setWaiting] = useState<Chosen>()
  useUnsavedGuard(editing.isUnsaved)

  const askAndChoose = (choice: Chosen, unsaved: boolean) => {
    if (unsaved) setWaiting(choice)
    else editing.choose(choice)
  }

  return (
    <Page>
      <title>{`${roomType.roomTypeName} · Roomfolio`}</title>
      <AdminNav />
      <Breadcrumbs
        items={[
          // Admins without projects have no Home.
          ...(session && hasRole(session.roles, KEEPS_PROJECTS) ? [{ name: 'Home', to: paths.selectProject() }] : []),
          { name: 'Admin', to: paths.adminHome() },
          { name: 'Edit Room' },
        ]}
      />
      <PageHeader
        title={roomType.roomTypeName}
        sub={`Room type · ${counted(inRoom.length, 'category', 'categories')}`}
      />
      <div className="top gap-24 columns-860">
        <div className="grid gap-24">
          <StructurePart
            part={editing.categoryPart}
            existing={inRoom}
            mayAdd
            removal={`This removes it and its ${counted(inCategory.length, 'subcategory', 'subcategories')} from ${roomType.roomTypeName}. Existing items stay visible, but no new ones can be added.${lost(isCategoryUnsaved)}`}
          >
            <Select
              label="Category"
              name="catID"
              value={category ? String(category.catID) : ''}
              onChange={(chosen) => askAndChoose(chosen === '' ? {} : { catID: Number(chosen) }, isCategoryUnsaved)}
            >
              <option value="">{inRoom.length > 0 ? 'Choose a category' : 'No categories yet'}</option>
              <Options of={inRoom} />
            </Select>
          </StructurePart>
          <StructurePart
            part={editing.subcategoryPart}
            existing={inCategory}
            mayAdd={category !== undefined}
            removal={`This removes it from ${category?.name ?? ''} in ${roomType.roomTypeName}. Existing items stay visible, but no new ones can be added.${lost(isSubcategoryUnsaved)}`}
          >
            <Select
              label="Subcategory"
              name="subcatID"
              value={subcategory ? String(subcategory.id) : ''}
              disabled={!category}
              onChange={(chosen) =>
                askAndChoose(
                  { catID: category?.catID, subcatID: chosen === '' ? undefined : Number(chosen) },
                  isSubcategoryUnsaved,
                )
              }
            >
              <option value="">
                {!category
                  ? 'Choose a category first'
                  : inCategory.length > 0
                    ? 'Choose a subcategory'
                    : 'No subcategories yet'}
              </option>
              <Options of={inCategory} />
            </Select>
          </StructurePart>
        </div>
        <LabelForm labels={editing.labels} name={subcategory?.name} />
      </div>
      <ConfirmDialog
        open={waiting !== undefined}
        title="Unsaved Changes"
        safeLabel="Keep Working"
        destructiveLabel="Abandon Changes"
        onSafe={() => setWaiting(undefined)}
        onDestructive={() => {
          setWaiting(undefined)
          if (waiting) editing.choose(waiting)
        }}
      >
        Your edits to names and fields aren’t saved. Switching now discards them.
      </ConfirmDialog>
    </Page>
  )
}

const lost = (unsaved: boolean): string => (unsaved ? ' Unsaved names and labels will be lost.' : '')

const Options = ({ of }: { of: readonly Named[] }) =>
  of.map(({ id, name }) => (
    <option key={id} value={id}>
      {name}
    </option>
  ))
