import { useState } from 'react'
import { redirect, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import {
  getRoomStructure,
  listFields,
  listRoomTypes,
  SLOTS,
  slotNumber,
  type FieldLabel,
} from '../../shared/catalogue.ts'
import { hasRole, KEEPS_PROJECTS } from '../../shared/roles.ts'
import { call } from '../api/call.ts'
import { NothingHere } from '../api/errors.ts'
import { categoriesOf } from '../catalogue/categories.ts'
import { counted } from '../counted.ts'
import { tellFailure } from '../files/tell-failure.ts'
import { paths } from '../paths.ts'
import { queryIDOf } from '../query-id.ts'
import { useSession } from '../session/session.ts'
import { Breadcrumbs } from '../ui/breadcrumbs.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { Page } from '../ui/page.tsx'
import { Select } from '../ui/select.tsx'
import { Sheet, SheetBody } from '../ui/sheet.tsx'
import styles from './edit-room.module.css'

export const loader = async ({ request }: LoaderFunctionArgs) => {
  const roomTypeID = queryIDOf(request, 'roomTypeID')
  if (roomTypeID === undefined) throw redirect(paths.adminHome())
  const { signal } = request
  const [{ rooms }, structure] = await Promise.all([
    call(listRoomTypes, undefined, { signal }),
    call(getRoomStructure, { query: { roomType: roomTypeID } }, { signal }),
  ])
  const roomType = rooms.find((type) => type.roomTypeID === roomTypeID)
  if (!roomType) throw new NothingHere()
  return { roomType, categories: categoriesOf(structure) }
}

export const Component = () => {
  const data = useLoaderData<typeof loader>()
  return <RoomTypeStructure key={data.roomType.roomTypeID} {...data} />
}

/** What was chosen: numbers as the selects hold them, '' for nothing. */
interface Choice {
  catID: string
  subcatID: string
  /** Of the subcategory; undefined until they are loaded. */
  labels?: readonly FieldLabel[]
}

const RoomTypeStructure = ({ roomType, categories }: Awaited<ReturnType<typeof loader>>) => {
  const session = useSession()
  const [{ catID, subcatID, labels }, setChoice] = useState<Choice>({ catID: '', subcatID: '' })
  const category = categories.find((entry) => String(entry.catID) === catID)
  const subcategory = category?.subcategories.find((entry) => String(entry.subcatID) === subcatID)

  const chooseSubcategory = async (chosen: string) => {
    setChoice({ catID, subcatID: chosen })
    if (chosen === '') return
    const isStill = (now: Choice) => now.catID === catID && now.subcatID === chosen
    try {
      const loaded = await call(listFields, { query: { subCatID: Number(chosen) } })
      setChoice((now) => (isStill(now) ? { ...now, labels: loaded } : now))
    } catch (error) {
      setChoice((now) => (isStill(now) ? { ...now, subcatID: '' } : now))
      tellFailure(error, 'Unable to load fields')
    }
  }

  return (
    <Page>
      <title>{`${roomType.roomTypeName} · Roomfolio`}</title>
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
          <Sheet>
            <SheetBody>
              <h2>Category</h2>
              <Select
                label="Category"
                name="catID"
                value={catID}
                hint={category && counted(category.subcategories.length, 'subcategory', 'subcategories')}
                onChange={(chosen) => setChoice({ catID: chosen, subcatID: '' })}
              >
                <option value="">Choose a category</option>
                {categories.map((entry) => (
                  <option key={entry.catID} value={entry.catID}>
                    {entry.name}
                  </option>
                ))}
              </Select>
            </SheetBody>
          </Sheet>
          <Sheet>
            <SheetBody>
              <h2>Subcategory</h2>
              <Select
                label="Subcategory"
                name="subcatID"
                value={subcatID}
                disabled={!category}
                onChange={(chosen) => void chooseSubcategory(chosen)}
              >
                <option value="">{category ? 'Choose a subcategory' : 'Choose a category first'}</option>
                {category?.subcategories.map((entry) => (
                  <option key={entry.subcatID} value={entry.subcatID}>
                    {entry.name}
                  </option>
                ))}
              </Select>
            </SheetBody>
          </Sheet>
        </div>
        <section aria-labelledby="labels">
          <Sheet>
            <SheetBody>
              <h2 id="labels">Property labels</h2>
              <p role="status" className={styles.of}>
                {subcategory && labels
                  ? `${subcategory.name}, ${counted(labels.length, 'field')}`
                  : 'Choose a subcategory to see its fields.'}
              </p>
              {labels && <Slots labels={labels} />}
            </SheetBody>
          </Sheet>
        </section>
      </div>
    </Page>
  )
}

const Slots = ({ labels }: { labels: readonly FieldLabel[] }) => (
  <dl className={styles.slots}>
    {SLOTS.map((slot) => {
      const label = labels.find(({ field }) => field === slot)?.label
      return (
        <div key={slot}>
          <dt>Field {slotNumber(slot)}</dt>
          <dd>{label ?? <span>Not used</span>}</dd>
        </div>
      )
    })}
  </dl>
)
