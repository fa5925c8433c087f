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
import { EmptyRoomDrawing } from '../ui/drawings/empty-room.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { Page } from '../ui/page.tsx'
import { ScheduleCategory, ScheduleJumps, ScheduleTable } from '../ui/schedule.tsx'
import { groupItems, type SubcategoryGroup } from './group-items.ts'
import { ItemChip } from './item-chip.tsx'

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
    item[field] === ''
      ? { text: position === 0 ? 'Unspecified' : 'N/A', placeholder: true }
      : { text: item[field], placeholder: false },
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
  const categories = groupItems(items).map((category) => ({ ...category, id: `category-${category.catID}` }))
  const empty = items.length === 0
  const mayWrite = room.may !== 'read'
  const createItem = mayWrite && (
    <LinkButton kind="primary" icon={<IconPlus />} to={paths.createItem(room.projectID, room.roomID)}>
      Create New Item
    </LinkButton>
  )
  return (
    <Page>
      <title>{`${room.roomName} · Roomfolio`}</title>
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
          mayWrite && (
            <>
              <LinkButton icon={<IconPencil />} to={paths.editRoom(room.projectID, room.roomID)}>
                Edit Room
              </LinkButton>
              {!empty && createItem}
            </>
          )
        }
      />
      {empty && (
        <EmptyState
          drawing={<EmptyRoomDrawing />}
          title="This room is empty."
          help={mayWrite && 'Add the first finish, fixture or appliance. A photo of its label is a good start.'}
        >
          {createItem}
        </EmptyState>
      )}
      {categories.length >= JUMPS_FROM && <ScheduleJumps categories={categories} />}
      {categories.map(({ id, name, count, subcategories }) => (
        <ScheduleCategory key={id} id={id} name={name} count={count}>
          {subcategories.map((subcategory) => (
            <SubcategoryTables key={subcategory.subcatID} {...subcategory} />
          ))}
        </ScheduleCategory>
      ))}
    </Page>
  )
}
