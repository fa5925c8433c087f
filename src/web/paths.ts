import { PAGES } from '../shared/pages.ts'

/** What is '' is left out. */
const at = (page: { path: string }, query: Record<string, number | string>): string => {
  const parts = Object.entries(query)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return [page.path, parts.join('&')].filter(Boolean).join('?')
}

/** The address of every page. Nothing else in the app writes one. */
export const paths = {
  home: () => PAGES.home.path,
  /** No page: what logging out is sent to, inside the browser. */
  logOut: () => '/logout',
  login: () => PAGES.login.path,
  register: () => PAGES.register.path,
  newPassword: () => PAGES.newPassword.path,
  forgot: () => PAGES.forgot.path,
  pricing: () => PAGES.pricing.path,
  about: () => PAGES.about.path,
  help: () => PAGES.help.path,
  unauthorized: () => PAGES.unauthorized.path,
  selectProject: () => PAGES.selectProject.path,
  projectSetup: () => PAGES.projectSetup.path,
  editProject: (projectID: number) => at(PAGES.editProject, { projectID }),
  projectHome: (projectID: number) => at(PAGES.projectHome, { projectID }),
  createRoom: (projectID: number) => at(PAGES.createRoom, { projectID }),
  editRoom: (projectID: number, roomID: number) => at(PAGES.createRoom, { projectID, roomID }),
  roomItems: (roomID: number) => at(PAGES.roomItems, { roomID }),
  createItem: (projectID: number, roomID: number) => at(PAGES.createItem, { projectID, roomID }),
  editItem: (itemID: number) => at(PAGES.editItem, { itemID }),
  /** With one of its files open, if wanted, on a page. */
  itemAttachments: (itemID: number, file = '', page: number | null = null) =>
    at(PAGES.editItem, { itemID, tab: 'attachments', file, page: page ?? '' }),
  trash: () => PAGES.trash.path,
  account: () => PAGES.account.path,
  testTime: () => PAGES.testTime.path,
  adminHome: () => PAGES.adminHome.path,
  adminEditRoom: (roomTypeID: number) => at(PAGES.adminEditRoom, { roomTypeID }),
  adminStructure: () => PAGES.adminStructure.path,
  adminPeople: ({ search = '', after = '' } = {}) => at(PAGES.adminPeople, { search, after }),
  adminOverview: () => PAGES.adminOverview.path,
  adminConsultations: () => `${PAGES.adminOverview.path}#consultations`,
} as const
