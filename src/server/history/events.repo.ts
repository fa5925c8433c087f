import type { DomainEvent } from '../../shared/events.ts'
import { isoTime, type Clock } from '../platform/lib/clock.ts'
import type { Actor } from '../platform/db/actor.ts'
import { batches, type Database } from '../platform/db/database.ts'
import { insertEvents, insertEventsOfLeaving, insertEventsOfMember } from './events.access.ts'
import { insertEventsAnywhere } from './events.all-users.access.ts'
import { orTaken } from '../platform/db/problems.ts'
import { AppError } from '../platform/http/app-error.ts'

/**
 * Records what the actor did in a project, in the transaction that does it. Throws `not_found`, which rolls everything
 * back, if they can no longer write the project.
 */
export const writeEvents = async (
  trx: Database,
  clock: Clock,
  actor: Actor,
  projectID: number,
  events: readonly DomainEvent[],
): Promise<void> => {
  if (events.length === 0) return
  const insert = insertEvents(trx, { at: isoTime(clock) }, actor, projectID, events)
  const { numInsertedOrUpdatedRows } = await insert.executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 0n) throw new AppError('not_found')
}

/**
 * Records one event and returns its id. `undoes` is the event it undoes: throws `undone_already` if another event
 * undoes that one.
 */
export const writeEvent = async (
  trx: Database,
  clock: Clock,
  actor: Actor,
  projectID: number,
  event: DomainEvent,
  undoes: number | null = null,
): Promise<number> => {
  const insert = insertEvents(trx, { at: isoTime(clock), undoes }, actor, projectID, [event])
  const written = await orTaken(insert.returning('events.id').executeTakeFirst(), {})
  if (!written) throw new AppError('not_found')
  return written.id
}

/** Keeps the bound values of a statement to a few thousand. */
const PARTS_AT_ONCE = 500

/** Records a change of many things: one event for the whole, and a part for each thing. */
export const writeEventWithParts = async (
  trx: Database,
  clock: Clock,
  actor: Actor,
  projectID: number,
  summary: DomainEvent,
  parts: readonly DomainEvent[],
  undoes: number | null = null,
): Promise<number> => {
  const eventID = await writeEvent(trx, clock, actor, projectID, summary, undoes)
  for (const some of batches(parts, PARTS_AT_ONCE))
    await insertEvents(trx, { at: isoTime(clock), partOf: eventID }, actor, projectID, some).execute()
  return eventID
}

/** Records a change of any number of things: for one thing, only its own event. */
export const writeEventOfAll = (
  trx: Database,
  clock: Clock,
  actor: Actor,
  projectID: number,
  summary: DomainEvent,
  parts: readonly DomainEvent[],
  undoes: number | null = null,
): Promise<number> =>
  parts.length === 1 && parts[0]
    ? writeEvent(trx, clock, actor, projectID, parts[0], undoes)
    : writeEventWithParts(trx, clock, actor, projectID, summary, parts, undoes)

/** Records that a member joined or left, for whom read access is enough. */
export const writeEventOfMember = async (
  trx: Database,
  clock: Clock,
  actor: Actor,
  projectID: number,
  event: DomainEvent<'member joined' | 'member left'>,
): Promise<void> => {
  const insert = insertEventsOfMember(trx, { at: isoTime(clock) }, actor, projectID, [event])
  const { numInsertedOrUpdatedRows } = await insert.executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 0n) throw new AppError('not_found')
}

/** Records that the actor leaves all projects of other owners because their account ends. */
export const writeEventsOfLeaving = async (trx: Database, clock: Clock, actor: Actor): Promise<void> => {
  for (const [role, may] of [
    ['viewer', 'read'],
    ['editor', 'write'],
  ] as const) {
    const left: DomainEvent = { kind: 'member left', before: { may }, after: null }
    await insertEventsOfLeaving(trx, isoTime(clock), actor, role, [left]).execute()
  }
}

/** Records changes that no user made, such as expiry. */
export const writeEventsOfTime = async (
  trx: Database,
  clock: Clock,
  projectID: number,
  events: readonly DomainEvent[],
  parts: readonly DomainEvent[] = [],
): Promise<void> => {
  if (events.length === 0) return
  const nobody = { userID: null, who: '', at: isoTime(clock) }
  const written = await insertEventsAnywhere(trx, nobody, projectID, events)
    .returning('events.id')
    .executeTakeFirstOrThrow()
  if (parts.length > 0) await insertEventsAnywhere(trx, { ...nobody, partOf: written.id }, projectID, parts).execute()
}

/** Records that the recipient of an offer declined it. */
export const writeEventOfDeclining = async (
  trx: Database,
  clock: Clock,
  { userID, username }: Actor,
  projectID: number,
  event: DomainEvent<'project offer declined'>,
): Promise<void> =>
  void (await insertEventsAnywhere(trx, { userID, who: username, at: isoTime(clock) }, projectID, [event]).execute())

/** The members that differ, before and after; undefined if none do. */
export const changesBetween = <T extends object>(
  before: T,
  after: { [Name in keyof T]?: T[Name] | undefined },
): { before: Partial<T>; after: Partial<T> } | undefined => {
  const names = (Object.keys(after) as (keyof T)[]).filter(
    (name) => after[name] !== undefined && after[name] !== before[name],
  )
  if (names.length === 0) return undefined
  const pick = (from: typeof after) => Object.fromEntries(names.map((name) => [name, from[name]])) as Partial<T>
  return { before: pick(before), after: pick(after) }
}
