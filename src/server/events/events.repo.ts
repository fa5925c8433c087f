import type { Happening } from '../../shared/events.ts'
import { isoTime, type Clock } from '../clock.ts'
import type { Actor } from '../db/actor.ts'
import { batches, type Database } from '../db/database.ts'
import { told } from '../db/events.ts'
import { orTaken } from '../db/problems.ts'
import { insertEventsOfOffered, insertEventsOfTime } from '../db/installation.ts'
import { insertEvents, insertEventsOfLeaving, insertEventsOfMember } from '../db/scope.ts'
import { AppError } from '../app-error.ts'

/**
 * Writes down what the actor did in a project, in the transaction that does it. Throws `not_found` where they may write
 * it no longer: then nothing of it has happened.
 */
export const writeEvents = async (
  trx: Database,
  clock: Clock,
  actor: Actor,
  projectID: number,
  happenings: readonly Happening[],
): Promise<void> => {
  if (happenings.length === 0) return
  const insert = insertEvents(trx, actor, projectID, isoTime(clock), told(happenings))
  const { numInsertedOrUpdatedRows } = await insert.executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 0n) throw new AppError('not_found')
}

/**
 * The same of one thing; answers the event's number. `undoes` is the event that it takes back: throws `undone_already` where
 * another one does.
 */
export const writeEvent = async (
  trx: Database,
  clock: Clock,
  actor: Actor,
  projectID: number,
  happening: Happening,
  undoes: number | null = null,
): Promise<number> => {
  const insert = insertEvents(trx, actor, projectID, isoTime(clock), told([happening]), null, undoes)
  const written = await orTaken(insert.returning('events.id').executeTakeFirst(), {})
  if (!written) throw new AppError('not_found')
  return written.id
}

/** Their values are a few thousand. */
const PARTS_AT_ONCE = 500

/** The same of many things at once: one event that tells of them all, and its parts, of which each thing has its own. */
export const writeEventWithParts = async (
  trx: Database,
  clock: Clock,
  actor: Actor,
  projectID: number,
  whole: Happening,
  parts: readonly Happening[],
  undoes: number | null = null,
): Promise<number> => {
  const eventID = await writeEvent(trx, clock, actor, projectID, whole, undoes)
  for (const some of batches(parts, PARTS_AT_ONCE))
    await insertEvents(trx, actor, projectID, isoTime(clock), told(some), eventID).execute()
  return eventID
}

/** The same of as many things as there are: of one its own event alone. */
export const writeEventOfAll = (
  trx: Database,
  clock: Clock,
  actor: Actor,
  projectID: number,
  whole: Happening,
  parts: readonly Happening[],
  undoes: number | null = null,
): Promise<number> =>
  parts.length === 1 && parts[0]
    ? writeEvent(trx, clock, actor, projectID, parts[0], undoes)
    : writeEventWithParts(trx, clock, actor, projectID, whole, parts, undoes)

/** The same of somebody who comes or goes, and may have only read it. */
export const writeEventOfMember = async (
  trx: Database,
  clock: Clock,
  actor: Actor,
  projectID: number,
  happening: Happening<'member joined' | 'member left'>,
): Promise<void> => {
  const insert = insertEventsOfMember(trx, actor, projectID, isoTime(clock), told([happening]))
  const { numInsertedOrUpdatedRows } = await insert.executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 0n) throw new AppError('not_found')
}

/** That the actor leaves every project of others: their account ends. */
export const writeEventsOfLeaving = async (trx: Database, clock: Clock, actor: Actor): Promise<void> => {
  for (const [role, may] of [
    ['viewer', 'read'],
    ['editor', 'write'],
  ] as const) {
    const left = told([{ kind: 'member left', before: { may }, after: null }])
    await insertEventsOfLeaving(trx, actor, role, isoTime(clock), left).execute()
  }
}

/** The same of what nobody did: it came with time. */
export const writeEventsOfTime = async (
  trx: Database,
  clock: Clock,
  projectID: number,
  happenings: readonly Happening[],
  parts: readonly Happening[] = [],
): Promise<void> => {
  if (happenings.length === 0) return
  const written = await insertEventsOfTime(trx, projectID, isoTime(clock), told(happenings))
    .returning('events.id')
    .executeTakeFirstOrThrow()
  if (parts.length > 0) await insertEventsOfTime(trx, projectID, isoTime(clock), told(parts), written.id).execute()
}

/** That somebody who was offered a project does not want it. */
export const writeEventOfDeclining = async (
  trx: Database,
  clock: Clock,
  actor: Actor,
  projectID: number,
  happening: Happening<'project offer declined'>,
): Promise<void> =>
  void (await insertEventsOfOffered(trx, actor, projectID, isoTime(clock), told([happening])).execute())

/** The members of two that differ, before and after; undefined where none do. */
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
