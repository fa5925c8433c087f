import { IconPencil, IconPlus } from '@tabler/icons-react'
import { redirect, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { listItems, type Item } from '../../shared/items.ts'
import { getRoom } from '../../shared/rooms.ts'
import { call } from '../api/call.ts'
import { counted } from '../counted.ts'
import { standsIn } from '../way-back.ts'
import { paths } from '../paths.ts'
import { queryIDOf } from '../query-id.ts'
import { Breadcrumbs } from '../ui/breadcrumbs.tsx'
import { LinkButton } from '../ui/button.tsx'
import { CategoryChips } from '../ui/category-chips.tsx'
import { EmptyRoomDrawing } from '../ui/drawings/empty-room.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { Page } from '../ui/page.tsx'
import { ScheduleCategory, ScheduleTable } from '../ui/schedule.tsx'
import { StickyBar } from '../ui/sticky-bar.tsx'
import { ThumbBar, ThumbLink } from '../ui/thumb-bar.tsx'
import { useIsPhone } from '../ui/use-media.ts'
import { groupItems, type SubcategoryGroup } from './group-items.ts'
import { ItemChip } from './item-chip.tsx'
import { PhoneList } from './phone-list.tsx'
import styles from './room-items.module.css'
import { useOpenedRows } from './opened-rows.ts'
import { noneIn } from './values-of.ts'

/** With fewer categories there is nothing to jump over. */
const JUMPS_FROM = 3

export const loader = async ({ request }: LoaderFunctionArgs) => {
  const roomID = queryIDOf(request, 'roomID')
  if (roomID === undefined) throw redirect(paths.selectProject())
  const [room, items] = await Promise.all([
    call(getRoom, { query: { roomID } }),
    call(listItems, { query: { roomID } }),
  ])
  standsIn(`roomID=${roomID}`, [`projectID=${room.projectID}`])
  return { room, items }
}

const rowOf = (item: Item) => ({
  key: item.itemID,
  chip: <ItemChip item={item} />,
  cells: item.labels.map(({ field }, position) =>
    item[field] === '' ? { text: noneIn(position), placeholder: true } : { text: item[field], placeholder: false },
  ),
  to: paths.editItem(item.itemID),
  files: { count: item.attachments.length, to: paths.itemAttachments(item.itemID) },
})

/** Rows without labels have no cell that could lead to their item, so each gets a table whose name does. */
const SubcategoryTables = ({ name, items }: SubcategoryGroup) => {
  const columns = items[0]?.labels.map(({ label }) => label) ?? []
  if (columns.length > 0) {
    return <ScheduleTable name={name} count={items.length} columns={columns} rows={items.map(rowOf)} />
  }
  return items.map((item) => (
    <ScheduleTable
      key={item.itemID}
      name={name}
      nameTo={paths.editItem(item.itemID)}
      count={1}
      columns={columns}
      rows={[rowOf(item)]}
    />
  ))
}

export const Component = () => {
  const { room, items } = useLoaderData<typeof loader>()
  const isPhone = useIsPhone()
  const categories = groupItems(items).map((category) => ({ ...category, id: `category-${category.catID}` }))
  const rows = useOpenedRows(room.roomID)
  const empty = items.length === 0
  const mayWrite = room.may !== 'read'
  const atThumb = isPhone && mayWrite && !empty
  const editRoom = paths.editRoom(room.projectID, room.roomID)
  const createItem = mayWrite && (
    <LinkButton kind="primary" icon={<IconPlus />} to={paths.createItem(room.projectID, room.roomID)}>
      Create New Item
    </LinkButton>
  )
  return (
    <Page>
      <title>{`${room.roomName} · Roomfolio`}</title>
      <div className={styles.head}>
        <Breadcrumbs
          items={[
            { name: 'Home', to: paths.selectProject() },
            { name: room.projectName, to: paths.projectHome(room.projectID) },
            { name: room.roomName },
          ]}
        />
        <PageHead
          title={room.roomName}
          sub={!empty && `${counted(items.length, 'item')} in ${counted(categories.length, 'category', 'categories')}`}
          actions={
            mayWrite &&
            !atThumb && (
              <>
                <LinkButton icon={<IconPencil />} to={editRoom}>
                  Edit Room
                </LinkButton>
                {!empty && createItem}
              </>
            )
          }
        />
      </div>
      {empty && (
        <EmptyState
          drawing={<EmptyRoomDrawing />}
          title="This room is empty."
          help={mayWrite && 'Add the first finish, fixture or appliance. A photo of its label is a good start.'}
        >
          {createItem}
        </EmptyState>
      )}
      {categories.length >= JUMPS_FROM && (
        <StickyBar>
          <CategoryChips key={room.roomID} categories={categories} />
        </StickyBar>
      )}
      {isPhone ? (
        <PhoneList categories={categories} opened={rows.opened} onToggle={rows.toggle} />
      ) : (
        categories.map(({ id, name, count, subcategories }) => (
          <ScheduleCategory key={id} id={id} name={name} count={count}>
            {subcategories.map((subcategory) => (
              <SubcategoryTables key={subcategory.subcatID} {...subcategory} />
            ))}
          </ScheduleCategory>
        ))
      )}
      {atThumb && (
        <ThumbBar icons={<ThumbLink to={editRoom} label="Edit Room" icon={<IconPencil aria-hidden="true" />} />}>
          {createItem}
        </ThumbBar>
      )}
    </Page>
  )
}
