import type { ResponseOf } from '../contract/endpoint.ts'
import type { PAGES } from '../contract/pages.ts'
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

/** The settings that change the structure of prerendered pages. */
export type VariantSettings = Pick<Site, 'sendsMail' | 'registration' | 'prices'>

export const readyKeyOf = (settings: VariantSettings): string =>
  [...leftOut(settings), ...(settings.sendsMail ? [] : ['mail'])].map((part) => `no ${part}`).join(', ')

/** The JSON in the `ready` element of a prerendered page: the data its HTML was built from. */
export interface MadeFrom {
  page: ReadyPageName
  site: Site
}
