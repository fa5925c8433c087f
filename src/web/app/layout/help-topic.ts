import { paths } from '../../lib/paths.ts'

/** The topic of Help about each page; about screens of one page, by their query. */
const TOPICS: Readonly<Record<string, string>> = {
  [paths.selectProject()]: 'create-project',
  [paths.projectSetup()]: 'create-project',
  '/editproject': 'create-project',
  '/projecthome': 'add-room',
  '/projecthome papers': 'papers',
  '/projecthome ready': 'ready-to-hand-over',
  '/projecthome emergency': 'emergency',
  '/projecthome spreadsheet': 'spreadsheets',
  '/createroom': 'add-room',
  '/roomitems': 'record-item',
  '/createitem': 'record-item',
  '/edititem': 'find-and-edit',
  '/inbox': 'photo-inbox',
  '/people': 'people',
  '/people qr': 'qr-labels',
  '/handover': 'hand-over',
  '/webhooks': 'webhooks',
  '/projectactivity': 'delete-and-restore',
  [paths.importProject()]: 'project-file',
  [paths.comingUp()]: 'coming-up',
  '/find': 'search',
  [paths.trash()]: 'delete-and-restore',
  [paths.account()]: 'account-and-password',
  [paths.keys()]: 'api-keys',
  [paths.adminHome()]: 'roles',
  '/admin/editroom': 'roles',
  [paths.adminStructure()]: 'roles',
  '/admin/people': 'roles',
}

/** The topic about a place of the app, if there is one. */
export const topicOf = (pathname: string, query: string): string | undefined => {
  const screens = [...new URLSearchParams(query).keys()].map((name) => TOPICS[`${pathname} ${name}`])
  return screens.find((topic) => topic !== undefined) ?? TOPICS[pathname]
}
