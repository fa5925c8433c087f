import { Suspense, useState } from 'react'
import { redirect, useLoaderData, type LoaderFunctionArgs, type ShouldRevalidateFunctionArgs } from 'react-router'
import { listItems } from '../../../shared/items/items.api.ts'
import { getRoom } from '../../../shared/projects/rooms.api.ts'
import { counted } from '../../lib/pluralize.ts'
import { endpointQuery, loadQuery, useLoaded } from '../../lib/query.ts'
import { setParents } from '../../lib/navigation-history.ts'
import { useOrdering } from '../../projects/ordering/use-ordering.ts'
import { paths } from '../../lib/paths.ts'
import { queryIDOf } from '../../lib/query-id.ts'
import { Breadcrumbs } from '../../ui/page/breadcrumbs.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { CategoryChips } from '../../ui/page/category-chips.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { IconArrowsSort, IconCamera, IconListCheck, IconPencil, IconPlus } from '../../ui/icons.tsx'
import { MoreMenu } from '../../ui/menus/more-menu.tsx'
import { Page } from '../../ui/page/page.tsx'
import { StickyBar } from '../../ui/page/sticky-bar.tsx'
import { MobileActionBar, MobileActionLink } from '../../ui/page/mobile-action-bar.tsx'
import { useIsPhone, useMedia } from '../../ui/use-media.ts'
import { BoardHeader } from '../../ui/page/board-header.tsx'
import { lazyDecoration } from '../../ui/lazy-decoration.tsx'
import { EmptyRoomDrawing } from '../../ui/drawings/empty-room.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { groupItems } from '../../../shared/items/group-items.ts'
import { RoomFooter } from './room-footer.tsx'
import { CompactList, DeskTools } from '../../items/list/compact-list.tsx'
import { PhoneList } from '../../items/list/phone-list.tsx'
import { DESK, useRoomView } from '../../items/list/room-view.ts'
import { ScheduleList } from '../../items/list/schedule-list.tsx'

const Board = lazyDecoration(async () => (await import('../../projects/board/laid-board.tsx')).LaidBoard)
/** Lazy: it includes drag and drop. */
const OrderItems = lazyComponent(
  async () => (await import('../../items/bulk/order-items.tsx')).OrderItems,
  'The list to reorder',
)

/** Fewer categories need no jump links. */
const JUMPS_FROM = 3

const SelectRoomItems = lazyComponent(
  async () => (await import('../../items/bulk/select-room-items.tsx')).SelectRoomItems,
  'The list to select from',
)

const roomQuery = (roomID: number) => endpointQuery(getRoom, { query: { roomID } })
const itemsQuery = (roomID: number) => endpointQuery(listItems, { query: { roomID } })

export const loader = async ({ request }: LoaderFunctionArgs) => {
  const roomID = queryIDOf(request, 'roomID')
  if (roomID === undefined) throw redirect(paths.selectProject())
  const [room] = await Promise.all([loadQuery(roomQuery(roomID)), loadQuery(itemsQuery(roomID))])
  setParents(`roomID=${roomID}`, [`projectID=${room.projectID}`])
  return room
}

/** The address names the picture in the large view; changing it loads nothing. */
export const shouldRevalidate = ({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean =>
  (currentUrl.search !== nextUrl.search || currentUrl.hash === nextUrl.hash) && defaultShouldRevalidate

export const Component = () => {
  const { roomID } = useLoaderData<typeof loader>()
  const room = useLoaded(roomQuery(roomID))
  const items = useLoaded(itemsQuery(roomID))
  const isPhone = useIsPhone()
  const isDesk = useMedia(DESK)
  const isCompact = useRoomView().view === 'compact' && isDesk
  const categories = groupItems(items).map((category) => ({ ...category, id: `category-${category.catID}` }))
  const empty = items.length === 0
  const canOrder = categories.some(({ subcategories }) => subcategories.some((group) => group.items.length > 1))
  const mayWrite = room.may !== 'read'
  const chips = categories.length >= JUMPS_FROM && <CategoryChips key={room.roomID} categories={categories} />
  const ordering = useOrdering()
  const [selectingIn, setSelectingIn] = useState<number>()
  const selecting = selectingIn === room.roomID && !empty
  /** Neither ordering nor selecting, which replace the lists. */
  const isViewing = !empty && !ordering.isOn && !selecting
  const atThumb = isPhone && mayWrite && !empty && !selecting
  const editRoom = paths.editRoom(room.projectID, room.roomID)
  const createItem = mayWrite && (
    <LinkButton kind="primary" icon={<IconPlus />} to={paths.createItem(room.projectID, room.roomID)}>
      Create New Item
    </LinkButton>
  )
  const photos = paths.inboxOfRoom(room.projectID, room.roomID)
  const more = (
    <MoreMenu up={atThumb} autoFocus={ordering.hasEnded}>
      {canOrder && (
        <Button kind="quiet" icon={<IconArrowsSort />} onClick={ordering.start}>
          Reorder
        </Button>
      )}
      <Button kind="quiet" icon={<IconListCheck />} onClick={() => setSelectingIn(room.roomID)}>
        Select
      </Button>
      {!atThumb && (
        <LinkButton kind="quiet" icon={<IconCamera />} to={photos}>
          Add Photos
        </LinkButton>
      )}
    </MoreMenu>
  )
  return (
    <Page>
      <title>{`${room.roomName} · Roomfolio`}</title>
      <BoardHeader
        crumbs={
          <Breadcrumbs
            items={[
              { name: 'Home', to: paths.selectProject() },
              { name: room.projectName, to: paths.projectHome(room.projectID) },
              { name: room.roomName },
            ]}
          />
        }
        title={room.roomName}
        sub={!empty && `${counted(items.length, 'item')} in ${counted(categories.length, 'category', 'categories')}`}
        actions={
          mayWrite &&
          !atThumb &&
          !selecting && (
            <>
              {isViewing && createItem}
              <LinkButton icon={<IconPencil />} to={editRoom}>
                Edit Room
              </LinkButton>
              {isViewing && more}
            </>
          )
        }
        board={(room.cover !== null || !empty) && <Board cover={room.cover} items={items} seed={room.roomID} />}
      />
      {empty && (
        <EmptyState
          drawing={<EmptyRoomDrawing />}
          title="This room is empty."
          help={mayWrite && 'Add the first finish, fixture, or appliance. A photo of its label is a good start.'}
        >
          {createItem}
        </EmptyState>
      )}
      {isViewing && (chips || isDesk) && <StickyBar>{isDesk ? <DeskTools>{chips}</DeskTools> : chips}</StickyBar>}
      <Suspense fallback={<Spinner />}>
        {ordering.isOn ? (
          <OrderItems roomID={room.roomID} categories={categories} onEnd={ordering.end} />
        ) : selecting ? (
          <SelectRoomItems
            projectID={room.projectID}
            roomID={room.roomID}
            categories={categories}
            onEnd={() => setSelectingIn(undefined)}
          />
        ) : isPhone ? (
          <PhoneList roomID={room.roomID} categories={categories} />
        ) : isCompact ? (
          <CompactList roomID={room.roomID} categories={categories} />
        ) : (
          <ScheduleList roomID={room.roomID} categories={categories} />
        )}
      </Suspense>
      {isViewing && <RoomFooter room={room} categories={categories} />}
      {atThumb && isViewing && (
        <MobileActionBar
          icons={
            <>
              <MobileActionLink to={editRoom} label="Edit Room" icon={<IconPencil aria-hidden="true" />} />
              <MobileActionLink to={photos} label="Take Photos" icon={<IconCamera aria-hidden="true" />} />
              {more}
            </>
          }
        >
          {createItem}
        </MobileActionBar>
      )}
    </Page>
  )
}
