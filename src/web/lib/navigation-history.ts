import type { Location } from 'react-router'
import { appState } from './app-state.ts'
import { cancelLoadsOf } from './query-client.ts'

/** State of a history entry that leads back to a page seen before. */
interface Remembered {
  scrollKey?: string | undefined
}

/** The key of each address's latest scroll position since the app was loaded. */
const keys = appState(() => new Map<string, string>())

/** The key of an entry's scroll position: its own, or that of the page it leads back to. */
export const scrollKeyOf = ({ pathname, search, state, key }: Location): string => {
  const scrollKey = (state as Remembered | null)?.scrollKey ?? key
  keys().set(pathname + search, scrollKey)
  return scrollKey
}

/** Options of a link or navigation back to a page, which restores its scroll position. */
export const restoreScroll = (address: string): { state: Remembered } => ({ state: { scrollKey: keys().get(address) } })

/** A thing as the query of its pages names it: 'roomID=7'. */
type Thing = `${'projectID' | 'roomID' | 'itemID' | 'roomTypeID'}=${number}`

/** Things deleted in this tab, and where each deletion led. */
const gone = appState(() => new Map<string, string>())
/** The parent of each thing whose pages were shown. */
const places = appState(() => new Map<string, readonly Thing[]>())

export const setParents = (thing: Thing, within: readonly Thing[]): void => void places().set(thing, within)

/** Marks a thing and its contents as deleted: Back leads to `to` instead of their pages, and loads of it end. */
export const markGone = (thing: Thing, to: string): void => {
  gone().set(thing, to)
  const [name = '', id] = thing.split('=')
  cancelLoadsOf(name, Number(id))
}

/** Something was restored, perhaps with contents: Back leads to every page again. */
export const forgetGone = (): void => gone().clear()

/** Where Back leads instead of a page of something deleted. */
export const redirectFor = (address: string): string | undefined => {
  const named = [...new URL(address).searchParams].map(([name, value]) => `${name}=${value}`)
  const things = named.flatMap((thing) => [thing, ...(places().get(thing) ?? [])])
  return things.map((thing) => gone().get(thing)).find((to) => to !== undefined)
}
