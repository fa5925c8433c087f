import { Suspense, useEffect, useRef, useState } from 'react'
import {
  Link,
  redirect,
  replace,
  useLoaderData,
  useRevalidator,
  type LoaderFunctionArgs,
  type ShouldRevalidateFunctionArgs,
} from 'react-router'
import { factsOf } from '../../../shared/items/emergency-facts.ts'
import { type Item, getItem } from '../../../shared/items/items.api.ts'
import { viewItems, viewRoom, openLink, type OpenedLink, type ViewedRoom } from '../../../shared/sharing/links.api.ts'
import { getRoom } from '../../../shared/projects/rooms.api.ts'
import { call } from '../../lib/call.ts'
import { ApiError } from '../../lib/errors.ts'
import { currentSession } from '../../lib/session.ts'
import { counted } from '../../lib/pluralize.ts'
import { EmergencyStrip } from '../../upkeep/emergency/emergency-strip.tsx'
import { setFilesKey } from '../../lib/file-address.ts'
import { groupItems } from '../../../shared/items/group-items.ts'
import { openRow } from '../../items/list/opened-rows.ts'
import { PhoneRows, type PhoneRowsProps } from '../../items/list/phone-rows.tsx'
import { setPaperTicket } from '../../lib/paper-ticket.ts'
import { paths } from '../../lib/paths.ts'
import { tokenIn } from '../../../shared/contract/token-in.ts'
import { queryIDOf } from '../../lib/query-id.ts'
import { RoomCard } from '../../projects/rooms/room-card.tsx'
import { CategoryChips } from '../../ui/page/category-chips.tsx'
import { lazyDecoration } from '../../ui/lazy-decoration.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { IconChevronLeft, IconEyeX } from '../../ui/icons.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { Page } from '../../ui/page/page.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { StickyBar } from '../../ui/page/sticky-bar.tsx'
import { linkAuthorization } from '../../sharing/links/link-authorization.ts'
import { dayInWords } from '../../lib/days.ts'
import { leaveLinkView } from '../../sharing/links/leave-link-view.ts'
import { ReadOnly } from '../../sharing/links/read-only.tsx'
import { SearchField } from './search-field.tsx'
import { viewPath } from '../../sharing/links/view-path.ts'
import { useViewSearch } from '../../sharing/links/view-search.ts'
import { classNames } from '../../ui/class-names.ts'
import styles from './view.module.css'
import { ViewedItem } from '../../sharing/links/viewed-item.tsx'

const EmergencyByLink = lazyComponent(
  async () => (await import('../../upkeep/emergency/emergency-by-link.tsx')).EmergencyByLink,
  'In an Emergency',
)
const TradeListLink = lazyComponent(
  async () => (await import('../../sharing/links/trade-list-link.tsx')).TradeListLink,
  'Trade List',
)
const NothingHereDrawing = lazyDecoration(
  async () => (await import('../../ui/drawings/nothing-here.tsx')).NothingHereDrawing,
)
const Board = lazyDecoration(async () => (await import('../../projects/board/laid-board.tsx')).LaidBoard)

/** Fewer categories need no jump links. */
const JUMPS_FROM = 3

interface Viewed {
  token: string
  opened: OpenedLink
  room: ViewedRoom | null
  /** The item whose QR code was scanned. */
  itemID: number | undefined
  /** Shows only the emergency sheet. */
  isEmergency: boolean
}

const orNothing = async <T,>(asked: Promise<T>): Promise<T | undefined> => {
  try {
    return await asked
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return undefined
    throw error
  }
}

/** Where a QR code leads signed-in users who have access to its room in the app; undefined for everyone else. */
const placeInApp = async (roomID: number, itemID: number | undefined): Promise<string | undefined> => {
  if (!(await currentSession())) return undefined
  if (itemID !== undefined && (await orNothing(call(getItem, { query: { itemID } })))) return paths.editItem(itemID)
  return (await orNothing(call(getRoom, { query: { roomID } }))) && paths.roomItems(roomID)
}

/** All items of a room, or of the link, of which an answer has the first. */
const allItems = async (
  first: { items: Item[]; next: number | null },
  roomID: number | undefined,
  link: ReturnType<typeof linkAuthorization>,
): Promise<Item[]> => {
  const items = [...first.items]
  for (let { next } = first; next !== null;) {
    const more = await call(viewItems, { query: { roomID, from: next } }, link)
    items.push(...more.items)
    next = more.next
  }
  return items
}

/** Null for a link that opens nothing; the reason is not disclosed. */
export const loader = async ({ params, request }: LoaderFunctionArgs): Promise<Viewed | null> => {
  const token = tokenIn(params.token ?? '')
  if (token === '') return null
  // Without the signs that a chat or a quote put behind it.
  if (token !== params.token) throw replace(viewPath(token) + new URL(request.url).search)
  const roomID = queryIDOf(request, 'roomID')
  const itemID = queryIDOf(request, 'itemID')
  const link = { ...linkAuthorization(token), signal: request.signal }
  try {
    const opened = await call(openLink, undefined, link)
    if (opened.forQR && opened.room) {
      const place = await placeInApp(opened.room.roomID, itemID)
      if (place !== undefined) {
        leaveLinkView()
        throw redirect(place)
      }
    }
    const isOther = opened.room === null && roomID !== undefined
    const room = isOther ? await call(viewRoom, { query: { roomID } }, link) : opened.room
    if (room) room.items = await allItems(room, room.roomID, link)
    else if (opened.items) opened.items = await allItems({ items: opened.items, next: opened.next }, undefined, link)
    const { pathname } = new URL(request.url)
    setFilesKey(opened.filesKey, pathname)
    setPaperTicket(opened.paperTicket, pathname)
    const isEmergency = new URL(request.url).searchParams.has('emergency') && opened.emergency.length > 0
    return { token, opened, room, itemID, isEmergency }
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}

const RENEWED_AFTER_MS = 3_600_000

/** Revalidates when the user returns to the page, which also renews its tickets for papers. */
const useRenewal = (viewed: Viewed | null): void => {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const loadedAt = Date.now()
    const renew = () => {
      if (document.visibilityState === 'visible' && Date.now() - loadedAt > RENEWED_AFTER_MS) void revalidate()
    }
    document.addEventListener('visibilitychange', renew)
    return () => document.removeEventListener('visibilitychange', renew)
  }, [viewed, revalidate])
}

/** The address names the picture in the large view; changing it loads nothing. */
export const shouldRevalidate = ({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  currentUrl.pathname + currentUrl.search === nextUrl.pathname + nextUrl.search && currentUrl.hash !== nextUrl.hash
    ? false
    : defaultShouldRevalidate

export const Component = () => {
  const viewed = useLoaderData<typeof loader>()
  useRenewal(viewed)
  return (
    <>
      <meta name="robots" content="noindex" />
      <ReadOnly firm={viewed?.opened.firm} />
      {viewed?.isEmergency ? (
        <Suspense fallback={<Spinner />}>
          <EmergencyByLink opened={viewed.opened} back={viewPath(viewed.token)} />
        </Suspense>
      ) : viewed ? (
        <Shown key={viewed.room?.roomID} {...viewed} />
      ) : (
        <NothingShown />
      )}
    </>
  )
}

const NothingShown = () => (
  <Page>
    <title>Nothing to See · Roomfolio</title>
    <EmptyState
      heading="h1"
      drawing={<NothingHereDrawing />}
      title="This link no longer works"
      help="This link has expired, was turned off, or is incomplete. Ask the person who sent it for a new one."
    />
  </Page>
)

const Shown = ({ token, opened, room, itemID }: Viewed) => {
  const [q, setQ] = useState('')
  useState(() => {
    if (room && itemID !== undefined) openRow(room.roomID, itemID)
  })
  const scannedRow = useRef<HTMLButtonElement>(null)
  const found = useViewSearch(token, room?.roomID, q)
  const narrow = room ? null : opened.items
  const title = room?.roomName ?? opened.shows ?? opened.projectName
  useEffect(() => {
    if (itemID !== undefined) scannedRow.current?.scrollIntoView({ block: 'center' })
  }, [itemID])
  const samples = opened.rooms.flatMap((one) => one.samples)
  return (
    <Page>
      <title>
        {title === opened.projectName ? `${title} · Roomfolio` : `${title} · ${opened.projectName} · Roomfolio`}
      </title>
      <div className={styles.view}>
        <div className={classNames('grid gap-24 mb-24', styles.head)}>
          <div className="shrink">
            {(room || narrow) && <Place token={token} opened={opened} isRoom={room !== null} />}
            <h1 dir="auto">{title}</h1>
            <p className="muted mt-4">{`${countOf(opened, room)}, as of today`}</p>
          </div>
          <div aria-hidden="true" className={classNames('relative clip board', styles.board)}>
            {room ? (
              <Board cover={room.cover} items={room.items} seed={room.roomID} />
            ) : narrow ? (
              <Board cover={null} items={narrow} seed={opened.rooms[0]?.roomID ?? 0} />
            ) : (
              <Board cover={null} samples={samples} seed={opened.rooms[0]?.roomID ?? 0} />
            )}
          </div>
        </div>
        {opened.emergency.length > 0 && (
          <EmergencyStrip facts={factsOf(opened.emergency)} to={`${viewPath(token)}?emergency=1`} mayWrite={false} />
        )}
        <SearchField
          label={room ? 'Search this room' : narrow ? 'Search all items' : 'Search all rooms'}
          value={q}
          onChange={setQ}
        />
        {found ? (
          <Hits {...found} ofProject={!room} hidesFiles={opened.hides.files} />
        ) : room ? (
          <Items
            roomID={room.roomID}
            items={room.items}
            hidesFiles={opened.hides.files}
            scanned={{ itemID, ref: scannedRow }}
          />
        ) : narrow ? (
          <>
            <ItemsByRoom items={narrow} hidesFiles={opened.hides.files} />
            {opened.trade && narrow.length > 0 && (
              <p className="mb-24">
                <Suspense>
                  <TradeListLink projectID={opened.projectID} trade={opened.trade} />
                </Suspense>
              </p>
            )}
          </>
        ) : (
          <Rooms token={token} rooms={opened.rooms} />
        )}
        <LeftOut {...opened} />
      </div>
    </Page>
  )
}

const countOf = ({ rooms, items }: OpenedLink, room: ViewedRoom | null): string => {
  if (room) return counted(room.items.length, 'item')
  return items ? `${counted(items.length, 'item')} in ${counted(rooms.length, 'room')}` : counted(rooms.length, 'room')
}

/** A link back to all rooms, if the link shows them. */
const Place = ({
  token,
  opened: { projectName, room },
  isRoom,
}: Pick<Viewed, 'token' | 'opened'> & { isRoom: boolean }) =>
  room || !isRoom ? (
    <p dir="auto" className="muted label size-18">
      {projectName}
    </p>
  ) : (
    <p className="muted label size-18">
      <Link className="inline-row min-44 primary gap-4" to={viewPath(token)}>
        <IconChevronLeft aria-hidden="true" />
        <bdi>{projectName}</bdi>
      </Link>
    </p>
  )

interface ItemsProps {
  roomID: number
  items: readonly Item[]
  hidesFiles: boolean
}

const Items = ({ roomID, items, hidesFiles, scanned }: ItemsProps & Pick<PhoneRowsProps, 'scanned'>) => {
  const categories = groupItems(items).map((category) => ({ ...category, id: `category-${category.catID}` }))
  if (items.length === 0) return <p className="muted mt-8">This room is empty.</p>
  return (
    <>
      {categories.length >= JUMPS_FROM && (
        <StickyBar>
          <CategoryChips categories={categories} />
        </StickyBar>
      )}
      <div className={classNames('mb-24', styles.list)}>
        <PhoneRows {...{ roomID, categories, hidesFiles, scanned }} Opened={ViewedItem} />
      </div>
    </>
  )
}

const Rooms = ({ token, rooms }: { token: string; rooms: OpenedLink['rooms'] }) =>
  rooms.length === 0 ? (
    <p className="muted mt-8">There are no rooms yet.</p>
  ) : (
    <ul className="cells gap-16 mb-24">
      {rooms.map(({ roomID, roomName, ...room }) => (
        <li key={roomID}>
          <RoomCard room={{ ...room, ID: roomID, name: roomName }} to={viewPath(token, roomID)} />
        </li>
      ))}
    </ul>
  )

interface HitsProps extends NonNullable<ReturnType<typeof useViewSearch>> {
  ofProject: boolean
  hidesFiles: boolean
}

/** Grouped by room if there are several, otherwise by category. */
const groupHits = (items: readonly Item[], ofProject: boolean) =>
  ofProject
    ? [...new Set(items.map(({ roomID }) => roomID))].map((roomID) => {
        const hits = items.filter((item) => item.roomID === roomID)
        const subcategories = [{ subcatID: roomID, name: '', items: hits }]
        return { id: `room-${roomID}`, catID: roomID, name: hits[0]?.roomName ?? '', count: hits.length, subcategories }
      })
    : groupItems(items).map((category) => ({ ...category, id: `category-${category.catID}` }))

/** All items of a link to a trade or category. */
const ItemsByRoom = ({ items, hidesFiles }: Pick<ItemsProps, 'items' | 'hidesFiles'>) =>
  items.length === 0 ? (
    <p className="muted mt-8">Nothing here yet.</p>
  ) : (
    <div className={classNames('mb-24', styles.list)}>
      <PhoneRows roomID={0} categories={groupHits(items, true)} Opened={ViewedItem} hidesFiles={hidesFiles} />
    </div>
  )

const Hits = ({ of, items, more, failed, ofProject, hidesFiles }: HitsProps) => (
  <>
    <p role="status" className="muted mt-8 mb-8">
      {failed ??
        (items.length === 0
          ? `No results for “${of}”.`
          : `${counted(items.length, 'item')}${more ? ', and more' : ''}`)}
    </p>
    <div className={classNames('mb-24', styles.list)}>
      <PhoneRows roomID={0} categories={groupHits(items, ofProject)} Opened={ViewedItem} hidesFiles={hidesFiles} />
    </div>
  </>
)

const LeftOut = ({ hides: { notes, files, labels }, endsAt }: OpenedLink) => {
  const hidden = [...(notes ? ['Notes'] : []), ...(files ? ['Files'] : []), ...labels]
  if (hidden.length === 0 && endsAt === null) return null
  return (
    <div className="grid muted label size-18 gap-8 part-below">
      {hidden.length > 0 && (
        <p className="row gap-8">
          <IconEyeX aria-hidden="true" />
          <span>{`Hidden: ${hidden.join(', ')}`}</span>
        </p>
      )}
      {endsAt !== null && <p className="row gap-8">{`This link expires ${dayInWords(endsAt)}.`}</p>}
    </div>
  )
}
