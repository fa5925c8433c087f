import type { Location } from 'react-router'
import { appState } from './app-state.ts'

/** What a history entry remembers that leads back to a page seen before. */
interface Remembered {
  scrollKey?: string | undefined
}

/** The key of each address's latest scroll position since the app was loaded. */
const keys = appState(() => new Map<string, string>())

/** Under which key the scroll position of a history entry is kept: that of the entry which it leads back to, else its own. */
export const scrollKeyOf = ({ pathname, search, state, key }: Location): string => {
  const scrollKey = (state as Remembered | null)?.scrollKey ?? key
  keys().set(pathname + search, scrollKey)
  return scrollKey
}

/** The options of a link or a navigation that goes back up to an address: the page comes back where it was scrolled. */
export const whereItWas = (address: string): { state: Remembered } => ({ state: { scrollKey: keys().get(address) } })

/** A thing as the query of its pages names it: 'roomID=7'. */
type Thing = `${'projectID' | 'roomID' | 'itemID' | 'roomTypeID'}=${number}`

/** What was deleted in this tab, and the address that its deletion led to. */
const gone = appState(() => new Map<string, string>())
/** The parent of each thing whose pages were shown. */
const places = appState(() => new Map<string, readonly Thing[]>())

export const setParents = (thing: Thing, within: readonly Thing[]): void => void places().set(thing, within)

/** It was deleted with its contents: Back leads to the given address instead of their pages. */
export const isGone = (thing: Thing, to: string): void => void gone().set(thing, to)

/** Something was restored, and perhaps what stood in it: Back leads to every page again. */
export const nothingIsGone = (): void => gone().clear()

/** Where Back leads instead of a page of something deleted. */
export const redirectFor = (address: string): string | undefined => {
  const named = [...new URL(address).searchParams].map(([name, value]) => `${name}=${value}`)
  const things = named.flatMap((thing) => [thing, ...(places().get(thing) ?? [])])
  return things.map((thing) => gone().get(thing)).find((to) => to !== undefined)
}

/** What Back is for before all else: to close what fills a phone's screen. */
const first = appState((): { take?: ((event: PopStateEvent) => void) | undefined } => ({}))
export const takeBack = (take: ((event: PopStateEvent) => void) | undefined): void => void (first().take = take)
/** To be listened to before the router does: it hears only of what is not stopped. */
export const onBack = (event: PopStateEvent): void => first().take?.(event)
