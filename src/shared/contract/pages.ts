import { KEEPS_PROJECTS, Role, SHAPES_STRUCTURE } from './roles.ts'

/** Who may open a page: anyone, or users with at least one of the roles. */
export type PageAccess = 'public' | readonly Role[]

export interface PageSpec {
  path: `/${string}`
  /** The page's file under src/web, which becomes its own chunk. */
  module: string
  access: PageAccess
  /** The ids in its address, in the order in which the browser's `paths` takes them. */
  ids: readonly string[]
}

const page = <const IDs extends readonly string[] = []>(
  path: PageSpec['path'],
  module: string,
  access: PageAccess,
  ...ids: IDs
): PageSpec & { ids: IDs } => ({ path, module, access, ids })

/** Every page of the app: the browser's router and guards and the server's HTML documents are built from this list. */
export const PAGES = {
  home: page('/', 'public/home.page.tsx', 'public'),
  login: page('/login', 'identity/login/login.page.tsx', 'public'),
  register: page('/register', 'identity/register.page.tsx', 'public'),
  forgot: page('/forgot', 'identity/passwords/forgot.page.tsx', 'public'),
  newPassword: page('/newpassword', 'identity/passwords/new-password.page.tsx', 'public'),
  secondFactor: page('/secondfactor', 'identity/second-factor/second-factor.page.tsx', 'public'),
  provider: page('/oidc', 'identity/openid-connect/provider.page.tsx', 'public'),
  reset: page('/reset', 'identity/passwords/reset.page.tsx', 'public'),
  pricing: page('/info', 'public/pricing.page.tsx', 'public'),
  about: page('/about', 'public/about.page.tsx', 'public'),
  help: page('/help', 'public/help/help.page.tsx', 'public'),
  helpTopic: page('/help/:topic', 'public/help/help-topic.page.tsx', 'public'),
  view: page('/view/:token', 'app/pages/view.page.tsx', 'public'),
  unauthorized: page('/unauthorized', 'identity/unauthorized.page.tsx', 'public'),
  selectProject: page('/selectproject', 'projects/select-project.page.tsx', KEEPS_PROJECTS),
  projectSetup: page('/projectsetup', 'projects/project-setup.page.tsx', KEEPS_PROJECTS),
  importProject: page('/projectimport', 'exchange/import-project.page.tsx', KEEPS_PROJECTS),
  editProject: page('/editproject', 'app/pages/edit-project.page.tsx', KEEPS_PROJECTS, 'projectID'),
  projectHome: page('/projecthome', 'app/pages/project-home.page.tsx', KEEPS_PROJECTS, 'projectID'),
  inbox: page('/inbox', 'items/inbox/inbox.page.tsx', KEEPS_PROJECTS, 'projectID'),
  members: page('/people', 'sharing/members/members.page.tsx', KEEPS_PROJECTS, 'projectID'),
  webhooks: page('/webhooks', 'sharing/webhooks/webhooks.page.tsx', KEEPS_PROJECTS, 'projectID'),
  joinProject: page('/join', 'sharing/members/join-project.page.tsx', 'public'),
  handover: page('/handover', 'sharing/handover/handover.page.tsx', KEEPS_PROJECTS, 'projectID'),
  acceptProject: page('/accept', 'sharing/handover/accept-project.page.tsx', 'public'),
  activity: page('/projectactivity', 'history/activity/activity.page.tsx', KEEPS_PROJECTS, 'projectID'),
  comingUp: page('/comingup', 'upkeep/upcoming/coming-up.page.tsx', KEEPS_PROJECTS),
  createRoom: page('/createroom', 'projects/rooms/create-room.page.tsx', KEEPS_PROJECTS, 'projectID'),
  roomItems: page('/roomitems', 'app/pages/room-items.page.tsx', KEEPS_PROJECTS, 'roomID'),
  createItem: page('/createitem', 'items/form/create-item.page.tsx', KEEPS_PROJECTS, 'projectID', 'roomID'),
  editItem: page('/edititem', 'app/pages/edit-item.page.tsx', KEEPS_PROJECTS, 'itemID'),
  find: page('/find', 'search/find.page.tsx', KEEPS_PROJECTS),
  trash: page('/trash', 'history/trash/trash.page.tsx', KEEPS_PROJECTS),
  account: page('/account', 'app/pages/account.page.tsx', KEEPS_PROJECTS),
  keys: page('/keys', 'identity/api-keys/keys.page.tsx', KEEPS_PROJECTS),
  testTime: page('/test_time', 'public/test-time.page.tsx', SHAPES_STRUCTURE),
  adminHome: page('/admin/home', 'structure/admin-home.page.tsx', SHAPES_STRUCTURE),
  adminEditRoom: page('/admin/editroom', 'structure/edit-room-type.page.tsx', SHAPES_STRUCTURE, 'roomTypeID'),
  adminStructure: page('/admin/structure', 'structure/structure.page.tsx', SHAPES_STRUCTURE),
  adminPeople: page('/admin/people', 'identity/people/people.page.tsx', [Role.Admin]),
  adminAuditLog: page('/admin/auditlog', 'admin/audit-log.page.tsx', [Role.Admin]),
  adminOverview: page('/admin/overview', 'admin/overview.page.tsx', [Role.Admin]),
} as const
