import { redirect, useLoaderData, type LoaderFunctionArgs, type ShouldRevalidateFunctionArgs } from 'react-router'
import { getItem } from '../../shared/items.ts'
import { openLink, viewRoom } from '../../shared/links.ts'
import { getRoom } from '../../shared/rooms.ts'
import { call } from '../api/call.ts'
import { ApiError } from '../api/errors.ts'
import { currentSession } from '../auth/session.ts'
import { loadCode } from '../connection.ts'
import { openFilesBy } from '../files/stored-file.ts'
import { openRow } from '../items/opened-rows.ts'
import { paths } from '../paths.ts'
import { queryIDOf } from '../query-id.ts'
import { leaveView } from './leave-view.ts'
import './read-only.module.css'
import type * as ViewParts from './view.tsx'

/** Everything that is shown, once it is there. What every page has need not know its many parts. */
const loaded: Partial<typeof ViewParts> = {}
const loadView = async () => Object.assign(loaded, await import('./view.tsx'))

const orNothing = async <T,>(asked: Promise<T>): Promise<T | undefined> => {
  try {
    return await asked
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return undefined
    throw error
  }
}

/** Where a QR code leads whoever is signed in and may see its room in the app; undefined for everybody else. */
const placeInApp = async (roomID: number, itemID: number | undefined): Promise<string | undefined> => {
  if (!(await currentSession())) return undefined
  if (itemID !== undefined && (await orNothing(call(getItem, { query: { itemID: itemID } }))))
    return paths.editItem(itemID)
  return (await orNothing(call(getRoom, { query: { roomID } }))) && paths.roomItems(roomID)
}

/** Null for a link that opens nothing: which of the reasons it is nobody is told. */
const load = async ({ params, request }: LoaderFunctionArgs): Promise<ViewParts.Viewed | null> => {
  const { token = '' } = params
  const roomID = queryIDOf(request, 'roomID')
  const itemID = queryIDOf(request, 'itemID')
  const link = { link: token, signal: request.signal }
  try {
    const opened = await call(openLink, undefined, link)
    if (opened.forQR && opened.room) {
      const place = await placeInApp(opened.room.roomID, itemID)
      if (place !== undefined) {
        leaveView()
        throw redirect(place)
      }
    }
    const isOther = opened.room === null && roomID !== undefined
    const room = isOther ? await call(viewRoom, { query: { roomID } }, link) : opened.room
    if (room && itemID !== undefined) openRow(room.roomID, itemID)
    openFilesBy(opened.filesKey, new URL(request.url).pathname)
    return { token, opened, room, itemID }
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}

/** The code beside the data, not after it. */
export const loader = async (args: LoaderFunctionArgs) => (await Promise.all([load(args), loadCode(loadView)]))[0]

/** A picture that is looked at large stands in the address, and asks for nothing. */
export const shouldRevalidate = ({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  currentUrl.pathname + currentUrl.search === nextUrl.pathname + nextUrl.search && currentUrl.hash !== nextUrl.hash
    ? false
    : defaultShouldRevalidate

export const Component = () => {
  const viewed = useLoaderData<typeof loader>()
  const { View } = loaded
  return View && <View viewed={viewed} />
}
