import { useState } from 'react'
import { redirect, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { listFields } from '../../shared/catalogue.ts'
import { hasRole, KEEPS_PROJECTS } from '../../shared/roles.ts'
import { getSubcategoryUse } from '../../shared/structure.ts'
import { call } from '../api/call.ts'
import { NothingHere } from '../api/errors.ts'
import { counted } from '../counted.ts'
import { tellFailure } from '../files/tell-failure.ts'
import { paths } from '../paths.ts'
import { queryIDOf } from '../query-id.ts'
import { useSession } from '../session/session.ts'
import { Breadcrumbs } from '../ui/breadcrumbs.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { Page } from '../ui/page.tsx'
import { Select } from '../ui/select.tsx'
import { useUnsavedGuard } from '../ui/unsaved-guard.tsx'
import { AdminNav } from './admin-nav.tsx'
import styles from './edit-room.module.css'
import { LabelForm, useLabels, type OpenSubcategory } from './label-form.tsx'
import { loadStructure, type Named, type StructureData } from './structure-data.ts'
import { CATEGORY, SUBCATEGORY } from './structure-kinds.ts'
import { StructurePart, usePart } from './structure-part.tsx'

export const loader = async ({ request }: LoaderFunctionArgs): Promise<StructureData> => {
  const roomTypeID = queryIDOf(request, 'roomTypeID')
  if (roomTypeID === undefined) throw redirect(paths.adminHome())
  return loadStructure(roomTypeID, request.signal)
}

export const Component = () => {
  const data = useLoaderData<typeof loader>()
  return <EditRoomType key={data.roomType.roomTypeID} loaded={data} />
}

interface Choice {
  catID?: number | undefined
  subcatID?: number | undefined
  /** The subcategory's labels and use; undefined until they are loaded. */
  open?: OpenSubcategory
}

const openSubcategory = async (subcatID: number): Promise<OpenSubcategory> => {
  const [labels, use] = await Promise.all([
    call(listFields, { query: { subCatID: subcatID } }),
    call(getSubcategoryUse, { query: { subcatID } }),
  ])
  return { id: subcatID, labels, use }
}

const EditRoomType = ({ loaded }: { loaded: StructureData }) => {
  const session = useSession()
  const [{ roomType, categories, allCategories, allSubcategories, properties }, setStructure] = useState(loaded)
  const [{ catID, subcatID, open }, setChoice] = useState<Choice>({})
  const [speaking, speak] = useState<string>()
  /** What waits for the answer whether unsaved changes are to be given up. */
  const [waiting, setWaiting] = useState<() => void>()

  const { roomTypeID } = roomType
  const category = categories.find((entry) => entry.catID === catID)
  const inRoom = categories.map((entry): Named => ({ id: entry.catID, name: entry.name }))
  const inCategory = (category?.subcategories ?? []).map((entry): Named => ({ id: entry.subcatID, name: entry.name }))
  const subcategory = inCategory.find(({ id }) => id === subcatID)

  const refresh = async () => {
    try {
      setStructure(await loadStructure(roomTypeID))
    } catch (error) {
      if (!(error instanceof NothingHere)) tellFailure(error, 'Unable to reload the room type')
    }
  }

  const refreshOpen = async () => {
    if (!open) return
    try {
      const now = await openSubcategory(open.id)
      setChoice((choice) => (choice.open?.id === now.id ? { ...choice, open: now } : choice))
    } catch (error) {
      tellFailure(error, 'Unable to load fields')
    }
  }

  const choose = async (choice: Omit<Choice, 'open'>) => {
    if (choice.catID !== catID) categoryPart.renaming.forget()
    subcategoryPart.renaming.forget()
    labels.forget()
    setChoice(choice)
    const chosen = choice.subcatID
    if (chosen === undefined) return
    const isStill = (now: Choice) => now.catID === choice.catID && now.subcatID === chosen
    try {
      const opened = await openSubcategory(chosen)
      setChoice((now) => (isStill(now) ? { ...now, open: opened } : now))
    } catch (error) {
      setChoice((now) => (isStill(now) ? { catID: now.catID } : now))
      tellFailure(error, 'Unable to load fields')
    }
  }

  const categoryPart = usePart({
    kind: CATEGORY,
    place: { roomTypeID, catID: 0 },
    chosen: inRoom.find(({ id }) => id === catID),
    all: allCategories,
    refresh,
    onAdded: (id) => {
      if (!categoryUnsaved && !subcategoryUnsaved) void choose({ catID: id })
    },
    onRemoved: () => void choose({}),
    speaking,
    speak,
  })
  const subcategoryPart = usePart({
    kind: SUBCATEGORY,
    place: { roomTypeID, catID: catID ?? 0 },
    chosen: subcategory,
    all: allSubcategories,
    refresh,
    onAdded: (id) => {
      if (!subcategoryUnsaved) void choose({ catID, subcatID: id })
    },
    onRemoved: () => void choose({ catID }),
    speaking,
    speak,
  })
  const labels = useLabels({
    open,
    properties,
    onCreated: (all) => setStructure((now) => ({ ...now, properties: all })),
    onStored: (stored) => setChoice((now) => (now.open ? { ...now, open: { ...now.open, labels: stored } } : now)),
    refresh: refreshOpen,
    speaking,
    speak,
  })

  const categoryUnsaved = categoryPart.renaming.isChanged
  const subcategoryUnsaved = subcategoryPart.renaming.isChanged || labels.changed.length > 0
  const guard = useUnsavedGuard(
    categoryUnsaved || subcategoryUnsaved || categoryPart.adding.isChanged || subcategoryPart.adding.isChanged,
  )

  const askAndChoose = (choice: Omit<Choice, 'open'>, unsaved: boolean) => {
    const go = () => {
      speak(undefined)
      void choose(choice)
    }
    if (unsaved) setWaiting(() => go)
    else go()
  }

  return (
    <Page>
      <title>{`${roomType.roomTypeName} · Roomfolio`}</title>
      <AdminNav />
      <Breadcrumbs
        items={[
          // An Admin without projects has no such home.
          ...(session && hasRole(session.roles, KEEPS_PROJECTS) ? [{ name: 'Home', to: paths.selectProject() }] : []),
          { name: 'Admin', to: paths.adminHome() },
          { name: 'Edit Room' },
        ]}
      />
      <PageHead
        title={roomType.roomTypeName}
        sub={`Room type · ${counted(categories.length, 'category', 'categories')}`}
      />
      <div className={styles.columns}>
        <div className={styles.choices}>
          <StructurePart
            part={categoryPart}
            there={inRoom}
            mayAdd
            removal={`It goes from the room type ${roomType.roomTypeName} with ${counted(inCategory.length, 'subcategory', 'subcategories')}. Items that rooms hold in it stay visible; new ones cannot be created in it.${lost(categoryUnsaved || subcategoryUnsaved)}`}
          >
            <Select
              label="Category"
              name="catID"
              value={category ? String(category.catID) : ''}
              onChange={(chosen) =>
                askAndChoose(chosen === '' ? {} : { catID: Number(chosen) }, categoryUnsaved || subcategoryUnsaved)
              }
            >
              <option value="">{inRoom.length > 0 ? 'Choose a category' : 'There are no categories yet'}</option>
              <Options of={inRoom} />
            </Select>
          </StructurePart>
          <StructurePart
            part={subcategoryPart}
            there={inCategory}
            mayAdd={category !== undefined}
            removal={`It goes from ${category?.name ?? ''} of the room type ${roomType.roomTypeName}. Items that rooms hold in it stay visible; new ones cannot be created in it.${lost(subcategoryUnsaved)}`}
          >
            <Select
              label="Subcategory"
              name="subcatID"
              value={subcategory ? String(subcategory.id) : ''}
              disabled={!category}
              onChange={(chosen) =>
                askAndChoose({ catID, subcatID: chosen === '' ? undefined : Number(chosen) }, subcategoryUnsaved)
              }
            >
              <option value="">
                {!category
                  ? 'Choose a category first'
                  : inCategory.length > 0
                    ? 'Choose a subcategory'
                    : 'There are no subcategories yet'}
              </option>
              <Options of={inCategory} />
            </Select>
          </StructurePart>
        </div>
        <LabelForm labels={labels} name={subcategory?.name} />
      </div>
      <ConfirmDialog
        open={waiting !== undefined}
        title="Unsaved Changes"
        safe="Keep Working"
        loss="Abandon Changes"
        onSafe={() => setWaiting(undefined)}
        onLoss={() => {
          setWaiting(undefined)
          waiting?.()
        }}
      >
        The names and labels that you edited here have not been saved. If you choose another one now, they are lost.
      </ConfirmDialog>
      {guard}
    </Page>
  )
}

const lost = (unsaved: boolean): string =>
  unsaved ? ' Names and labels that you edited and did not save are lost.' : ''

const Options = ({ of }: { of: readonly Named[] }) =>
  of.map(({ id, name }) => (
    <option key={id} value={id}>
      {name}
    </option>
  ))
