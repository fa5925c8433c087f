import type { Thing } from '../../../../shared/contract/endpoint.ts'
import { RIGHTS, type Right } from '../../../../shared/contract/rights.ts'
import { isoTime, type Clock } from '../../lib/clock.ts'
import type { Actor } from '../actor.ts'
import type { Database } from '../database.ts'
import {
  isMember,
  isOwn,
  may,
  readableEvents,
  readableItems,
  readableProjectsOrTemplates,
  readableRevisions,
  readableRooms,
  readableTasks,
} from './core.ts'
import { liveLinks, trashEntries } from './unscoped.ts'

/** What an actor may do with the thing that a request names. See core.ts for the rights. */

/** What somebody may do with a project, and whether that is a template. */
export interface ProjectRight {
  may: Right
  isTemplate: boolean
}

/** Things that a request names by their ids. */
export interface RequestedThings {
  thing: Thing
  ids: readonly number[]
}

/** The things of a kind that the actor may read, each with their right to its project. */
const rightsTo = (db: Database, clock: Clock, actor: Actor, { thing, ids }: RequestedThings) => {
  const readable = {
    project: () => readableProjectsOrTemplates(db, actor).where('projects.id', 'in', ids).select(may(actor)),
    room: () => readableRooms(db, actor).where('rooms.id', 'in', ids).select(may(actor)),
    item: () => readableItems(db, actor).where('items.id', 'in', ids).select(may(actor)),
    event: () => readableEvents(db, actor).where('events.id', 'in', ids).select(may(actor)),
    task: () => readableTasks(db, actor).where('tasks.id', 'in', ids).select(may(actor)),
    revision: () => readableRevisions(db, actor).where('revisions.id', 'in', ids).select(may(actor)),
    trash: () =>
      trashEntries(db)
        .where('trash_entries.id', 'in', ids)
        .where('trash_entries.expires_at', '>', isoTime(clock))
        .where((eb) =>
          eb.or([isOwn(eb, actor), eb.and([eb('projects.deleted_at', 'is', null), isMember(eb, actor, 'read')])]),
        )
        .select(may(actor)),
    webhook: () =>
      readableProjectsOrTemplates(db, actor)
        .innerJoin('webhooks', 'webhooks.project_id', 'projects.id')
        .where('webhooks.id', 'in', ids)
        .select(may(actor)),
    link: () =>
      liveLinks(db)
        .where('links.id', 'in', ids)
        .where((eb) => eb.or([isOwn(eb, actor), isMember(eb, actor, 'read')]))
        .select(may(actor)),
  }
  return readable[thing]().select('projects.template').execute()
}

/** The smallest right to the projects of all these things; undefined unless all are there for the actor. One statement each. */
export const findRight = async (
  db: Database,
  clock: Clock,
  actor: Actor,
  things: readonly RequestedThings[],
): Promise<ProjectRight | undefined> => {
  const rights: ProjectRight[] = []
  for (const thing of things) {
    const found = await rightsTo(db, clock, actor, thing)
    if (found.length < thing.ids.length) return undefined
    rights.push(...found.map(({ may, template }) => ({ may, isTemplate: template === 1 })))
  }
  const may = RIGHTS.find((right) => rights.some((each) => each.may === right))
  return may && { may, isTemplate: rights.some(({ isTemplate }) => isTemplate) }
}
