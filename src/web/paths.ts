import { PAGES } from '../shared/pages.ts'

const at = (page: { path: string }, query: Record<string, number | string>): string =>
  `${page.path}?${Object.entries(query)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')}`

/** The address of every page. Nothing else in the app writes one. */
export const paths = {
  home: () => PAGES.home.path,
  login: () => PAGES.login.path,
  register: () => PAGES.register.path,
  unauthorized: () => PAGES.unauthorized.path,
  selectProject: () => PAGES.selectProject.path,
  projectSetup: () => PAGES.projectSetup.path,
  projectHome: (projectID: number) => at(PAGES.projectHome, { projectID }),
  createRoom: (projectID: number) => at(PAGES.createRoom, { projectID }),
  editRoom: (projectID: number, roomID: number) => at(PAGES.createRoom, { projectID, roomID }),
  roomItems: (roomID: number) => at(PAGES.roomItems, { roomID }),
  createItem: (projectID: number, roomID: number) => at(PAGES.createItem, { projectID, roomID }),
  editItem: (itemID: number) => at(PAGES.editItem, { itemID }),
  itemAttachments: (itemID: number) => at(PAGES.editItem, { itemID, tab: 'attachments' }),
} as const
