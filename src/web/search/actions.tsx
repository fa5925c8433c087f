import { foldedWords } from '../../shared/lib/folded-words.ts'
import { PAGES, type PageSpec } from '../../shared/contract/pages.ts'
import { mayOpen } from '../lib/guard.ts'
import { paths } from '../lib/paths.ts'
import type { Session } from '../lib/session.ts'
import type { Row } from './hit-rows.tsx'
import type { Place } from './place.ts'
import { Tile } from './tile.tsx'
import {
  IconAdjustments,
  IconDoor,
  IconHelp,
  IconHome,
  IconInfoCircle,
  IconPlus,
  IconTrash,
  IconUser,
} from '../ui/icons.tsx'

/** A command or page that is found by the words of its name. */
export interface Action extends Row {
  words: readonly string[]
  /** It belongs to the current page, so it is offered for every query. */
  isContextual?: boolean
}

/** Whether each word of the query is a prefix of a word of the action. */
export const matchesQuery = ({ words }: Action, query: string): boolean => {
  const sought = foldedWords(query)
  return sought.length > 0 && sought.every((word) => words.some((one) => one.startsWith(word)))
}

const PAGES_TO_GO_TO: readonly { page: PageSpec; name: string; to: string; icon: typeof IconHome }[] = [
  { page: PAGES.selectProject, name: 'My Projects', to: paths.selectProject(), icon: IconHome },
  { page: PAGES.account, name: 'My Account', to: paths.account(), icon: IconUser },
  { page: PAGES.trash, name: 'Trash', to: paths.trash(), icon: IconTrash },
  { page: PAGES.help, name: 'Help', to: paths.help(), icon: IconHelp },
  { page: PAGES.about, name: 'About', to: paths.about(), icon: IconInfoCircle },
  { page: PAGES.adminHome, name: 'Structure', to: paths.adminHome(), icon: IconAdjustments },
  { page: PAGES.adminStructure, name: 'Import and History', to: paths.adminStructure(), icon: IconAdjustments },
  { page: PAGES.adminPeople, name: 'People', to: paths.adminPeople(), icon: IconAdjustments },
  { page: PAGES.adminAuditLog, name: 'Audit Log', to: paths.adminAuditLog(), icon: IconAdjustments },
  { page: PAGES.adminOverview, name: 'Overview', to: paths.adminOverview(), icon: IconAdjustments },
]

const action = (name: string, to: string, Icon: typeof IconHome, line = ''): Action => ({
  key: `action ${to}`,
  to,
  mark: (
    <Tile kind="action">
      <Icon />
    </Tile>
  ),
  title: <bdi>{name}</bdi>,
  line,
  words: foldedWords(name),
})

/** What the user may create on the current page. */
export const actionsFor = ({ project, rooms }: Place): Action[] => {
  const isOneRoom = rooms.length === 1
  return [
    ...rooms.map((room) => ({
      ...action(
        `Create Item in ${room.name}`,
        paths.createItem(room.projectID, room.roomID),
        IconPlus,
        project && project.name,
      ),
      isNear: isOneRoom,
    })),
    ...(project && project.may !== 'read'
      ? [action(`Create Room in ${project.name}`, paths.createRoom(project.projectID), IconDoor)]
      : []),
    action('Create New Project', paths.projectSetup(), IconPlus),
  ]
}

/** The pages that the user may open. */
export const pagesFor = (session: Session | null): Action[] =>
  PAGES_TO_GO_TO.filter(({ page }) => mayOpen(session, page)).map(({ name, to, icon }) => action(name, to, icon))
