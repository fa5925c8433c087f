import * as account from './account.ts'
import * as activity from './activity.ts'
import * as auth from './auth.ts'
import * as changeRoomType from './change-room-type.ts'
import * as changeSubcategory from './change-subcategory.ts'
import * as consultations from './consultations.ts'
import * as copies from './copies.ts'
import * as covers from './covers.ts'
import type { EndpointsOf, ExamplesOf } from './endpoint.ts'
import * as handover from './handover.ts'
import * as history from './history.ts'
import * as files from './files.ts'
import * as inbox from './inbox.ts'
import * as items from './items.ts'
import * as links from './links.ts'
import * as jobs from './jobs.ts'
import * as mailboxes from './mailboxes.ts'
import * as members from './members.ts'
import * as moves from './moves.ts'
import * as ownOrder from './own-order.ts'
import * as others from './others.ts'
import * as overview from './overview.ts'
import * as papers from './papers.ts'
import * as people from './people.ts'
import * as projectFile from './project-file.ts'
import * as projects from './projects.ts'
import * as revisions from './revisions.ts'
import * as reminders from './reminders.ts'
import * as roomStructure from './room-structure.ts'
import * as rooms from './rooms.ts'
import * as search from './search.ts'
import * as several from './several.ts'
import * as sheets from './sheets.ts'
import * as site from './site.ts'
import * as structure from './structure.ts'
import * as suggestions from './suggestions.ts'
import * as templates from './templates.ts'
import * as trash from './trash.ts'
import * as undo from './undo.ts'
import * as calendar from './calendar.ts'
import * as emergency from './emergency.ts'
import * as gaps from './gaps.ts'
import * as tasks from './tasks.ts'
import * as upcoming from './upcoming.ts'

/** A module's endpoints in the order of its examples. A missing example does not compile. */
const callsOf = <Module extends { examples: () => ExamplesOf<Module> }>(module: Module): EndpointsOf<Module> =>
  Object.fromEntries(
    Object.keys(module.examples()).map((name) => [name, module[name as keyof Module]]),
  ) as EndpointsOf<Module>

/** Every API call by topic: the groups of the documentation, in its order. */
export const CALLS = {
  Session: callsOf(auth),
  Account: { ...callsOf(account), ...callsOf(mailboxes) },
  Projects: { ...callsOf(projects), ...callsOf(templates), ...callsOf(projectFile), ...callsOf(activity) },
  Members: { ...callsOf(members), ...callsOf(handover) },
  Rooms: { ...callsOf(rooms), ...callsOf(changeRoomType) },
  Items: { ...callsOf(items), ...callsOf(changeSubcategory), ...callsOf(suggestions), ...callsOf(history) },
  Several: {
    ...callsOf(copies),
    ...callsOf(moves),
    ...callsOf(ownOrder),
    ...callsOf(several),
    ...callsOf(others),
    ...callsOf(undo),
  },
  Spreadsheets: callsOf(sheets),
  Papers: { ...callsOf(papers), ...callsOf(revisions) },
  Search: callsOf(search),
  Emergency: callsOf(emergency),
  'Ready to hand over': callsOf(gaps),
  Upcoming: { ...callsOf(upcoming), ...callsOf(tasks), ...callsOf(calendar), ...callsOf(reminders) },
  Files: { ...callsOf(files), ...callsOf(covers) },
  Inbox: callsOf(inbox),
  Links: callsOf(links),
  Trash: callsOf(trash),
  Structure: { ...callsOf(roomStructure), ...callsOf(structure) },
  Consultations: callsOf(consultations),
  People: callsOf(people),
  Installation: { ...callsOf(overview), ...callsOf(jobs), ...callsOf(site) },
} as const

/** All calls by name. The server refuses to start unless it serves exactly these. */
export const endpoints = {
  ...CALLS.Session,
  ...CALLS.Account,
  ...CALLS.Projects,
  ...CALLS.Members,
  ...CALLS.Rooms,
  ...CALLS.Items,
  ...CALLS.Several,
  ...CALLS.Spreadsheets,
  ...CALLS.Papers,
  ...CALLS.Search,
  ...CALLS.Emergency,
  ...CALLS['Ready to hand over'],
  ...CALLS.Upcoming,
  ...CALLS.Files,
  ...CALLS.Inbox,
  ...CALLS.Links,
  ...CALLS.Trash,
  ...CALLS.Structure,
  ...CALLS.Consultations,
  ...CALLS.People,
  ...CALLS.Installation,
}

export const EXAMPLES: ExamplesOf<typeof endpoints> = {
  ...auth.examples(),
  ...account.examples(),
  ...projects.examples(),
  ...templates.examples(),
  ...projectFile.examples(),
  ...mailboxes.examples(),
  ...members.examples(),
  ...handover.examples(),
  ...activity.examples(),
  ...rooms.examples(),
  ...changeRoomType.examples(),
  ...items.examples(),
  ...changeSubcategory.examples(),
  ...copies.examples(),
  ...moves.examples(),
  ...several.examples(),
  ...others.examples(),
  ...undo.examples(),
  ...ownOrder.examples(),
  ...search.examples(),
  ...emergency.examples(),
  ...gaps.examples(),
  ...upcoming.examples(),
  ...tasks.examples(),
  ...calendar.examples(),
  ...reminders.examples(),
  ...files.examples(),
  ...covers.examples(),
  ...inbox.examples(),
  ...links.examples(),
  ...trash.examples(),
  ...roomStructure.examples(),
  ...structure.examples(),
  ...suggestions.examples(),
  ...history.examples(),
  ...sheets.examples(),
  ...papers.examples(),
  ...revisions.examples(),
  ...consultations.examples(),
  ...people.examples(),
  ...overview.examples(),
  ...jobs.examples(),
  ...site.examples(),
}
