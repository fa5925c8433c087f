import type { DomainEvent } from '../../../shared/events.ts'
import { isoTime, type Clock } from '../../platform/lib/clock.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { insertCopies, type Copy } from './copies.access.ts'
import type { Database } from '../../platform/db/database.ts'
import { AppError } from '../../platform/http/app-error.ts'

/** `from` is the original's room, only for users who can already see it. */
export const ofCopy = (
  itemID: number,
  roomID: number,
  name: string,
  from: string | null,
): DomainEvent<'item copied'> => ({
  ...{ kind: 'item copied', roomID, itemID, before: null, after: { name, from } },
})

/** Throws `not_found` if the actor can no longer write one of the rooms. */
export const makeCopies = async (
  trx: Database,
  clock: Clock,
  actor: Actor,
  copies: readonly Copy[],
  files: boolean,
): Promise<number[]> => {
  const itemIDs = await insertCopies(trx, actor, copies, { files, now: isoTime(clock) })
  if (itemIDs.length < copies.length) throw new AppError('not_found')
  return itemIDs
}
