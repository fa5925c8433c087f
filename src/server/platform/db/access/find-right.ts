import { RIGHTS, type Right } from '../../../../shared/contract/rights.ts'
import { isoTime, type Clock } from '../../lib/clock.ts'
import type { Actor } from '../actor.ts'
import type { Database } from '../database.ts'
import { trashEntries } from './whole.ts'
import { readableProjectsOrTemplates, may, isOwn, isMember, readableRooms, readableItems } from './core.ts'
import { readableTasks } from './readable-tasks.ts'
import { readableRevisions } from './papers.ts'
import { liveLinks } from './members-and-links.ts'
import { readableEvents } from './history.ts'

/** What an actor may do with the thing that a request names. See core.ts for the rights. */

/** A user's right to a project, and whether it is a template. */
export interface Held {
  may: Right
  isTemplate: boolean
}

const heldOf = (found: { may: Right; template: number } | undefined): Held | undefined =>
  found && { may: found.may, isTemplate: found.template === 1 }

/**
 * The actor's right to the project of the innermost thing that a request names by id; undefined if the actor cannot see
 * it. One statement, or two for `toProjectID` with `roomIDs`.
 */
export const findRight = async (
  db: Database,
  clock: Clock,
  actor: Actor,
  named: Readonly<Record<string, unknown>>,
): Promise<Held | undefined> => {
  const { itemID, roomID, trashID, linkID, projectID, toProjectID, roomIDs, itemIDs, eventID, eventIDs, taskID } = named
  const { revisionID } = named
  const ofItem = (id: number) =>
    readableItems(db, actor)
      .where('items.id', '=', id)
      .select([may(actor), 'projects.template'])
  const ofRoom = (id: number) =>
    readableRooms(db, actor)
      .where('rooms.id', '=', id)
      .select([may(actor), 'projects.template'])
  const ofEntry = (id: number) =>
    trashEntries(db)
      .where('trash_entries.id', '=', id)
      .where('trash_entries.expires_at', '>', isoTime(clock))
      .where((eb) =>
        eb.or([isOwn(eb, actor), eb.and([eb('projects.deleted_at', 'is', null), isMember(eb, actor, 'read')])]),
      )
      .select([may(actor), 'projects.template'])
  const ofLink = (id: number) =>
    liveLinks(db)
      .where('links.id', '=', id)
      .where((eb) => eb.or([isOwn(eb, actor), isMember(eb, actor, 'read')]))
      .select([may(actor), 'projects.template'])
  const ofEvent = (id: number) =>
    readableEvents(db, actor)
      .where('events.id', '=', id)
      .select([may(actor), 'projects.template'])
  const ofTask = (id: number) =>
    readableTasks(db, actor)
      .where('tasks.id', '=', id)
      .select([may(actor), 'projects.template'])
  const ofRevision = (id: number) =>
    readableRevisions(db, actor)
      .where('revisions.id', '=', id)
      .select([may(actor), 'projects.template'])
  const ofProject = (id: number) =>
    readableProjectsOrTemplates(db, actor)
      .where('projects.id', '=', id)
      .select([may(actor), 'projects.template'])
  let found: { may: Right; template: number } | undefined
  // The target of a copy decides, not its source. Moving rooms takes a right to both projects.
  if (typeof toProjectID === 'number') {
    found = await ofProject(toProjectID).executeTakeFirst()
    if (!Array.isArray(roomIDs)) return heldOf(found)
    const left = await findRightToAll(db, actor, 'rooms', roomIDs as number[])
    const to = heldOf(found)
    return left && to && least([left, to])
  }
  if (Array.isArray(roomIDs) && projectID === undefined) return findRightToAll(db, actor, 'rooms', roomIDs as number[])
  else if (typeof taskID === 'number') found = await ofTask(taskID).executeTakeFirst()
  else if (typeof itemID === 'number') found = await ofItem(itemID).executeTakeFirst()
  else if (typeof roomID === 'number') found = await ofRoom(roomID).executeTakeFirst()
  else if (Array.isArray(itemIDs)) return findRightToAll(db, actor, 'items', itemIDs as number[])
  else if (Array.isArray(eventIDs)) return findRightToAll(db, actor, 'events', eventIDs as number[])
  else if (typeof eventID === 'number') found = await ofEvent(eventID).executeTakeFirst()
  else if (typeof trashID === 'number') found = await ofEntry(trashID).executeTakeFirst()
  else if (typeof linkID === 'number') found = await ofLink(linkID).executeTakeFirst()
  else if (typeof revisionID === 'number') found = await ofRevision(revisionID).executeTakeFirst()
  else if (typeof projectID === 'number') found = await ofProject(projectID).executeTakeFirst()
  return heldOf(found)
}

/** The lowest right to any of these things; undefined unless the actor can see all of them. */
const findRightToAll = async (
  db: Database,
  actor: Actor,
  things: 'rooms' | 'items' | 'events',
  ids: number[],
): Promise<Held | undefined> => {
  const query = {
    rooms: () =>
      readableRooms(db, actor)
        .where('rooms.id', 'in', ids)
        .select([may(actor), 'projects.template']),
    items: () =>
      readableItems(db, actor)
        .where('items.id', 'in', ids)
        .select([may(actor), 'projects.template']),
    events: () =>
      readableEvents(db, actor)
        .where('events.id', 'in', ids)
        .select([may(actor), 'projects.template']),
  }
  const found = await query[things]().execute()
  if (found.length < ids.length) return undefined
  return least(found.flatMap((thing) => heldOf(thing) ?? []))
}

const least = (held: readonly Held[]): Held | undefined => {
  const may = RIGHTS.find((right) => held.some((each) => each.may === right))
  return may && { may, isTemplate: held.some(({ isTemplate }) => isTemplate) }
}
