import type { ResponseOf } from '../contract/endpoint.ts'
import type { PAGES } from '../contract/pages.ts'
import type { getSite } from '../admin/site.api.ts'

/** Data that the server puts into a page's HTML besides links to its code. Neither the web app nor the API uses it. */

/** Pages prerendered by the server: users can read them before any script has loaded. */
export const READY_PAGES = [
  'home',
  'login',
  'pricing',
  'about',
  'help',
] as const satisfies readonly (keyof typeof PAGES)[]
export type ReadyPageName = (typeof READY_PAGES)[number]

export type Site = ResponseOf<typeof getSite>

/** Features an installation may turn off: links to Register, Pricing and everything behind them. */
export type LeftOut = 'sign-up' | 'prices'

export const leftOut = ({ registration, prices }: Pick<Site, 'registration' | 'prices'>): LeftOut[] => [
  ...(registration === 'open' ? [] : ['sign-up' as const]),
  ...(prices ? [] : ['prices' as const]),
]

export interface ReadyPage {
  title: string
  /** The contents of the root element. */
  html: string
}

export type ReadyPages = Readonly<Record<ReadyPageName, ReadyPage>>

/** The JSON in the `ready` element of a prerendered page: the data its HTML was built from. */
export interface MadeFrom {
  page: ReadyPageName
  site: Site
}
