import type { ResponseOf } from './endpoint.ts'
import { listItems } from './items.ts'
import { PAGES } from './pages.ts'
import { getRoom } from './rooms.ts'
import type { getSite } from './site.ts'

/** What the server puts into the HTML of a page beside links to its code. Neither the browser's app nor a call needs it. */

/** The pages that the build renders: their HTML can be read before any code is there. */
export const READY_PAGES = [
  'home',
  'login',
  'pricing',
  'about',
  'help',
] as const satisfies readonly (keyof typeof PAGES)[]
export type ReadyPageName = (typeof READY_PAGES)[number]

export type Site = ResponseOf<typeof getSite>

/** What of an installation's settings ready pages say or go by. */
export type ReadySite = Pick<
  Site,
  'environmentName' | 'contactEmail' | 'contactPhone' | 'sendsMail' | 'registration' | 'prices'
>

/** What an installation may go without, as its settings say: links to Register, Pricing and all that leads there. */
export type LeftOut = 'sign-up' | 'prices'

export const leftOut = ({ registration, prices }: Pick<Site, 'registration' | 'prices'>): LeftOut[] => [
  ...(registration === 'open' ? [] : ['sign-up' as const]),
  ...(prices ? [] : ['prices' as const]),
]

/** The element of a document that names what is left out, so that nothing is drawn first and taken away again. */
export const rootElement = (site: Pick<Site, 'registration' | 'prices'>): string => {
  const names = leftOut(site).join(' ')
  return names === '' ? ROOT_ELEMENT : `${ROOT_ELEMENT} data-left-out="${names}"`
}
/** As it stands in index.html. */
export const ROOT_ELEMENT = '<html lang="en"'

/** Stand in the HTML of the build for settings that are known where it is served. Of the phone, a link has the same digits. */
export const BLANKS = {
  environmentName: 'environment-to-fill-in',
  contactEmail: 'email@to-fill-in.invalid',
  contactPhone: '+00000000000000',
}

export interface ReadyPage {
  title: string
  /** What stands in the root element. */
  html: string
}

/** By what readyKeyOf goes by, each page. */
export type ReadyPages = Record<string, Record<ReadyPageName, ReadyPage>>

/** By whether the installation has a name, whether it sends mails, and what it goes without. */
export const readyKeyOf = (site: ReadySite): string =>
  [
    site.environmentName === null ? 'unnamed' : 'named',
    site.sendsMail ? 'with mail' : 'without mail',
    ...leftOut(site).map((part) => `without ${part}`),
  ].join(', ')

/** What the element `ready` of a ready page holds, as JSON: what the HTML was made from. */
export interface MadeFrom {
  page: ReadyPageName
  site: Site
}

/** Calls that a page makes as soon as it is opened. They take in their query what its address names. */
export const EARLY_CALLS: { [Name in keyof typeof PAGES]?: readonly { path: string }[] } = {
  roomItems: [getRoom, listItems],
}
