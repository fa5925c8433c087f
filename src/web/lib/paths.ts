import type { HitKind } from '../../shared/search/search.api.ts'
import { PAGES, type PageSpec } from '../../shared/contract/pages.ts'

/** What is '' or undefined is left out. */
const at = (page: { path: string }, query: Record<string, number | string | undefined>): string => {
  const parts = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [`${name}=${encodeURIComponent(value)}`],
  )
  return page.path + (parts.length > 0 ? `?${parts.join('&')}` : '')
}

type Pages = typeof PAGES
type PathTo<Page> = Page extends { ids: infer IDs extends readonly string[] }
  ? (...ids: { [At in keyof IDs]: number }) => string
  : never
type PathsOfPages = { [Name in keyof Pages]: PathTo<Pages[Name]> }

/** The way to each page, by the ids that it names. */
const ofPages = Object.entries<PageSpec>(PAGES).reduce(
  (all, [name, page]) =>
    Object.assign(all, {
      [name]: (...ids: number[]) => at(page, Object.fromEntries(page.ids.map((id, n) => [id, ids[n] ?? '']))),
    }),
  {} as PathsOfPages,
)

/** What the audit log shows; '' for all. `before` is an event's id. */
export interface AuditLogFilter {
  kind?: string
  person?: string
  day?: string
  before?: number
}

/** The address of every page. Nothing else in the app writes one. */
export const paths = {
  ...ofPages,
  helpTopic: (topic: string) => `${PAGES.help.path}/${topic}`,
  /** No page: what logging out is sent to, inside the browser. */
  logOut: () => '/logout',
  editRoom: (projectID: number, roomID: number) => at(PAGES.createRoom, { projectID, roomID }),
  /** A screen of Project Home. */
  emergency: (projectID: number) => at(PAGES.projectHome, { projectID, emergency: 1 }),
  /** The inbox, where what is added is taken in this room. */
  inboxOfRoom: (projectID: number, roomID: number) => at(PAGES.inbox, { projectID, roomID }),
  /** With one of its files open, if wanted, on a page. */
  itemAttachments: (itemID: number, file = '', page: number | null = null) =>
    at(PAGES.editItem, { itemID, tab: 'attachments', file, page: page ?? '' }),
  itemHistory: (itemID: number) => at(PAGES.editItem, { itemID, tab: 'history' }),
  /** With `propID` what has just this value under that label; with `projectID` in that project alone. */
  find: (
    q: string,
    {
      propID,
      projectID,
      catID,
      kind,
    }: {
      propID?: number | undefined
      projectID?: number | undefined
      catID?: number | undefined
      kind?: HitKind | undefined
    } = {},
  ) => at(PAGES.find, { q, propID, projectID, catID, kind }),
  adminPeople: ({ search = '', after = '' } = {}) => at(PAGES.adminPeople, { search, after }),
  adminAuditLog: ({ kind, person, day, before }: AuditLogFilter = {}) =>
    at(PAGES.adminAuditLog, { kind, person, day, before }),
  adminConsultations: () => `${PAGES.adminOverview.path}#consultations`,
} as const
