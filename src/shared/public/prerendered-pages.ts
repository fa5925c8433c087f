import type { ResponseOf } from '../contract/endpoint.ts'
import { listItems } from '../items/items.api.ts'
import { PAGES } from '../contract/pages.ts'
import { getRoom } from '../projects/rooms.api.ts'
import type { getSite } from '../admin/site.api.ts'

/** Data that the server puts into a page's HTML besides links to its code. Neither the web app nor the API uses it. */

/** Pages prerendered by the build: users can read them before any script has loaded. */
export const READY_PAGES = [
  'home',
  'login',
  'pricing',
  'about',
  'help',
] as const satisfies readonly (keyof typeof PAGES)[]
export type ReadyPageName = (typeof READY_PAGES)[number]

export type Site = ResponseOf<typeof getSite>

/** The site settings that prerendered pages show or depend on. */
export type ReadySite = Pick<
  Site,
  'environmentName' | 'contactEmail' | 'contactPhone' | 'sendsMail' | 'registration' | 'prices'
>

/** Features an installation may turn off: links to Register, Pricing and everything behind them. */
export type LeftOut = 'sign-up' | 'prices'

export const leftOut = ({ registration, prices }: Pick<Site, 'registration' | 'prices'>): LeftOut[] => [
  ...(registration === 'open' ? [] : ['sign-up' as const]),
  ...(prices ? [] : ['prices' as const]),
]

/** The root element lists disabled features, so the browser never draws them and then removes them. */
export const rootElement = (site: Pick<Site, 'registration' | 'prices'>): string => {
  const names = leftOut(site).join(' ')
  return names === '' ? ROOT_ELEMENT : `${ROOT_ELEMENT} data-left-out="${names}"`
}
/** Exactly as in index.html. */
export const ROOT_ELEMENT = '<html lang="en"'

/**
 * Placeholders in the prerendered HTML for settings known only when it is served. The phone's has the same digits in
 * its link.
 */
export const BLANKS = {
  environmentName: 'environment-to-fill-in',
  contactEmail: 'email@to-fill-in.invalid',
  contactPhone: '+00000000000000',
}

export interface ReadyPage {
  title: string
  /** The contents of the root element. */
  html: string
}

/** Prerendered pages by the keys of `readyKeyOf`. */
export type ReadyPages = Record<string, Record<ReadyPageName, ReadyPage>>

/** Depends on whether the installation has a name, whether it sends mail, and which features are off. */
export const readyKeyOf = (site: ReadySite): string =>
  [
    site.environmentName === null ? 'unnamed' : 'named',
    site.sendsMail ? 'with mail' : 'without mail',
    ...leftOut(site).map((part) => `without ${part}`),
  ].join(', ')

/** The JSON in the `ready` element of a prerendered page: the data its HTML was built from. */
export interface MadeFrom {
  page: ReadyPageName
  site: Site
}

/** Calls that a page makes as soon as it opens. Their query comes from the page's address. */
export const EARLY_CALLS: { [Name in keyof typeof PAGES]?: readonly { path: string }[] } = {
  roomItems: [getRoom, listItems],
}
