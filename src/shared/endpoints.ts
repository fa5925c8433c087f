import * as apiKeys from './identity/api-keys.api.ts'
import * as account from './identity/account.api.ts'
import * as activity from './history/activity.api.ts'
import * as auth from './identity/auth.api.ts'
import * as changeRoomType from './projects/change-room-type.api.ts'
import * as changeSubcategory from './items/change-subcategory.api.ts'
import * as consultations from './admin/consultations.api.ts'
import * as copies from './items/bulk/copies.api.ts'
import * as covers from './projects/covers.api.ts'
import type { EndpointsOf, ExamplesOf, Shapes } from './contract/endpoint.ts'
import { message } from './contract/message.ts'
import { problemBody } from './contract/problem.ts'
import { right } from './contract/right.schema.ts'
import * as handover from './sharing/handover.api.ts'
import * as history from './history/history.api.ts'
import * as files from './attachments/files.api.ts'
import * as inbox from './items/inbox.api.ts'
import * as items from './items/items.api.ts'
import * as links from './sharing/links.api.ts'
import * as jobs from './admin/jobs.api.ts'
import * as mailboxes from './identity/mailboxes.api.ts'
import * as members from './sharing/members.api.ts'
import * as moves from './items/bulk/moves.api.ts'
import * as ordering from './items/bulk/ordering.api.ts'
import * as linkedCopies from './items/bulk/linked-copies.api.ts'
import * as overview from './admin/overview.api.ts'
import * as branding from './projects/branding.api.ts'
import * as papers from './papers/papers.api.ts'
import * as passkeys from './identity/passkeys.api.ts'
import * as provider from './identity/openid-connect.api.ts'
import * as people from './identity/people.api.ts'
import * as projectFile from './exchange/project-file.api.ts'
import * as projects from './projects/projects.api.ts'
import * as revisions from './papers/revisions.api.ts'
import * as reminders from './upkeep/reminders.api.ts'
import * as roomStructure from './structure/room-structure.api.ts'
import * as rooms from './projects/rooms.api.ts'
import * as search from './search/search.api.ts'
import * as secondFactor from './identity/second-factor.api.ts'
import * as securityEvents from './identity/security-events.api.ts'
import * as bulkChanges from './items/bulk/bulk-changes.api.ts'
import * as sheets from './exchange/sheets.api.ts'
import * as site from './admin/site.api.ts'
import * as labels from './structure/labels.api.ts'
import * as structure from './structure/structure.api.ts'
import * as structureFile from './structure/structure-file.api.ts'
import * as suggestions from './items/suggestions.api.ts'
import * as templates from './items/bulk/templates.api.ts'
import * as webhooks from './sharing/webhooks.api.ts'
import * as trash from './history/trash.api.ts'
import * as undo from './history/undo.api.ts'
import * as calendar from './upkeep/calendar.api.ts'
import * as emergency from './items/emergency.api.ts'
import * as handoverChecklist from './upkeep/handover-checklist.api.ts'
import * as tasks from './upkeep/tasks.api.ts'
import * as upcoming from './upkeep/upcoming.api.ts'

const examples: Partial<Record<string, unknown>> = {}
const shapes = Object.entries<Shapes[string]>({ Message: message, Problem: problemBody, Right: right })

/**
 * A module's endpoints in the order of its examples, which are kept for EXAMPLES, as its shapes are for SHAPES. A
 * missing example does not compile.
 */
const callsOf = <Module extends { examples: () => ExamplesOf<Module>; shapes?: () => Shapes }>(
  module: Module,
): EndpointsOf<Module> => {
  shapes.push(...Object.entries(module.shapes?.() ?? {}))
  const its = module.examples()
  Object.assign(examples, its)
  return Object.fromEntries(Object.keys(its).map((name) => [name, module[name as keyof Module]])) as EndpointsOf<Module>
}

/** Every API call by topic: the groups of the documentation, in its order. */
export const CALLS = {
  Session: { ...callsOf(auth), ...callsOf(provider) },
  Account: {
    ...callsOf(account),
    ...callsOf(secondFactor),
    ...callsOf(passkeys),
    ...callsOf(mailboxes),
    ...callsOf(apiKeys),
  },
  Projects: { ...callsOf(projects), ...callsOf(templates), ...callsOf(projectFile), ...callsOf(activity) },
  Members: { ...callsOf(members), ...callsOf(handover) },
  Rooms: { ...callsOf(rooms), ...callsOf(changeRoomType) },
  Items: { ...callsOf(items), ...callsOf(changeSubcategory), ...callsOf(suggestions), ...callsOf(history) },
  Several: {
    ...callsOf(copies),
    ...callsOf(moves),
    ...callsOf(ordering),
    ...callsOf(bulkChanges),
    ...callsOf(linkedCopies),
    ...callsOf(undo),
  },
  Spreadsheets: callsOf(sheets),
  Papers: { ...callsOf(papers), ...callsOf(revisions), ...callsOf(branding) },
  Search: callsOf(search),
  Emergency: callsOf(emergency),
  'Ready to hand over': callsOf(handoverChecklist),
  Upcoming: { ...callsOf(upcoming), ...callsOf(tasks), ...callsOf(calendar), ...callsOf(reminders) },
  Files: { ...callsOf(files), ...callsOf(covers) },
  Inbox: callsOf(inbox),
  Links: callsOf(links),
  Webhooks: callsOf(webhooks),
  Trash: callsOf(trash),
  Structure: { ...callsOf(roomStructure), ...callsOf(structure), ...callsOf(labels), ...callsOf(structureFile) },
  Consultations: callsOf(consultations),
  People: callsOf(people),
  Security: callsOf(securityEvents),
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
  ...CALLS.Webhooks,
  ...CALLS.Trash,
  ...CALLS.Structure,
  ...CALLS.Consultations,
  ...CALLS.People,
  ...CALLS.Security,
  ...CALLS.Installation,
}

export const EXAMPLES = examples as ExamplesOf<typeof endpoints>

/** Shapes that several calls share, by their names in the documentation. */
export const SHAPES: readonly [name: string, shape: Shapes[string]][] = shapes
