import type { BodyOf, ResponseOf } from '../../../shared/contract/endpoint.ts'
import {
  REVEALED_BY_HISTORY,
  type getOffer as getOfferEndpoint,
  type offerProject,
} from '../../../shared/sharing/handover.api.ts'
import { MOST_MEMBERS } from '../../../shared/sharing/members.api.ts'
import { nameKey } from '../../../shared/contract/name-key.ts'
import { hashToken, newToken } from '../../platform/lib/tokens.ts'
import { isoTime, latestNoted, type Clock } from '../../platform/lib/clock.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { transact, type Database } from '../../platform/db/database.ts'
import { count, forUpdate, jsonOf, parseJSON } from '../../platform/db/engine.ts'
import { ownedLinks } from '../links/links.access.ts'
import { deleteOfferOfOwned, insertOffer } from './handover.access.ts'
import { ownedItems, ownedProjects, readableEvents, readableTasks } from '../../platform/db/access/core.ts'
import { writeEvents } from '../../history/events.repo.ts'
import { INVITATION_LIFE, pendingInvitations } from '../members/members.repo.ts'

/** Offers as their owner sees them; open-offers.repo.ts has what their tokens open. */

export const OFFER_LIFE = INVITATION_LIFE

/** Neither accepted nor expired. */
const pendingOffer = (db: Database, clock: Clock, actor: Actor, projectID: number) =>
  ownedProjects(db, actor)
    .innerJoin('offers', 'offers.project_id', 'projects.id')
    .where('projects.id', '=', projectID)
    .where('offers.expires_at', '>', isoTime(clock))
    .where('offers.expires_at', '<=', latestNoted(clock, OFFER_LIFE))

const HISTORY_REVEALS = 'To include history, include notes and files too.'
const YOURS_ALREADY = 'This project is already yours.'

/** Counts each part of the project, without its trash, and returns the pending offer. Throws `not_found`. */
export const getOffer = async (
  db: Database,
  clock: Clock,
  actor: Actor,
  projectID: number,
): Promise<ResponseOf<typeof getOfferEndpoint>> => {
  const items = ownedItems(db, actor).where('rooms.project_id', '=', projectID)
  const files = items
    .innerJoin('item_files', 'item_files.item_id', 'items.id')
    .where('item_files.deleted_at', 'is', null)
  const project = await ownedProjects(db, actor)
    .where('projects.id', '=', projectID)
    .select('projects.name')
    .select([
      count(items.where('items.notes', '<>', '')).as('ofItems'),
      count(readableTasks(db, actor).where('projects.id', '=', projectID).where('tasks.note', '<>', '')).as('ofTasks'),
      count(files).as('files'),
      count(readableEvents(db, actor).where('events.project_id', '=', projectID)).as('history'),
      count(
        ownedProjects(db, actor)
          .innerJoin('project_members', 'project_members.project_id', 'projects.id')
          .where('projects.id', '=', projectID),
      ).as('members'),
      count(ownedLinks(db, actor).where('links.project_id', '=', projectID)).as('links'),
      count(pendingInvitations(db, clock, actor, projectID)).as('invitations'),
    ])
    .executeTakeFirst()
  if (!project) throw new AppError('not_found')
  const offer = await pendingOffer(db, clock, actor, projectID)
    .select(['offers.email', 'offers.word', 'offers.goes', 'offers.stays', 'offers.expires_at'])
    .executeTakeFirst()
  const { name, invitations, ofItems, ofTasks, ...has } = project
  return {
    project: { projectID, name },
    has: { notes: ofItems + ofTasks, ...has },
    invitations,
    offer: offer
      ? {
          email: offer.email,
          word: offer.word,
          goes: parseJSON(offer.goes),
          stays: offer.stays === 1,
          expiresAt: offer.expires_at,
        }
      : null,
  }
}

/**
 * Replaces the pending offer and invalidates its tokens. The returned token is not stored. Throws `not_found`,
 * `already_member` for the owner's own address, `too_many_members`, and `invalid_input` for history without the parts that
 * it reveals.
 */
export const offer = (
  db: Database,
  clock: Clock,
  actor: Actor,
  { projectID, email, word = '', goes, stays }: BodyOf<typeof offerProject>,
): Promise<{ offerID: number; token: string }> =>
  transact(db, async (trx) => {
    if (goes.history && REVEALED_BY_HISTORY.some((part) => !goes[part])) {
      throw new AppError('invalid_input', { fields: { history: HISTORY_REVEALS } })
    }
    const owned = ownedProjects(trx, actor).where('projects.id', '=', projectID).select('projects.id')
    if (!(await forUpdate(trx, owned, ['projects']).executeTakeFirst())) throw new AppError('not_found')
    const { email_key: own } = await trx
      .selectFrom('users')
      .select('email_key')
      .where('id', '=', actor.userID)
      .executeTakeFirstOrThrow()
    if (own === nameKey(email)) {
      throw new AppError('already_member', { sentence: YOURS_ALREADY, fields: { email: YOURS_ALREADY } })
    }
    if (goes.members && stays) {
      const members = await ownedProjects(trx, actor)
        .innerJoin('project_members', 'project_members.project_id', 'projects.id')
        .where('projects.id', '=', projectID)
        .innerJoin('users', 'users.id', 'project_members.user_id')
        .where('users.email_key', '<>', nameKey(email))
        .select('users.id')
        .execute()
      if (members.length >= MOST_MEMBERS) {
        throw new AppError('too_many_members', { values: { limit: String(MOST_MEMBERS) } })
      }
    }
    await deleteOfferOfOwned(trx, actor, projectID).execute()
    const token = newToken()
    const { id } = await insertOffer(trx, actor, projectID, {
      email,
      word: word.trim(),
      goes: jsonOf(goes),
      stays: Number(stays),
      link_hash: hashToken(token),
      mail_hash: null,
      registered_id: null,
      created_at: isoTime(clock),
      expires_at: isoTime(clock, OFFER_LIFE),
    })
      .returning('offers.id')
      .executeTakeFirstOrThrow()
    await writeEvents(trx, clock, actor, projectID, [{ kind: 'project offered', before: null, after: { stays } }])
    return { offerID: id, token }
  })

/** Throws `not_found` without a pending offer. */
export const cancelOffer = (db: Database, clock: Clock, actor: Actor, projectID: number): Promise<void> =>
  transact(db, async (trx) => {
    const waits = await pendingOffer(trx, clock, actor, projectID).select('offers.id').executeTakeFirst()
    const deleted = waits && (await deleteOfferOfOwned(trx, actor, projectID).returning('stays').executeTakeFirst())
    if (!deleted) throw new AppError('not_found')
    const before = { stays: deleted.stays === 1 }
    await writeEvents(trx, clock, actor, projectID, [{ kind: 'project offer taken back', before, after: null }])
  })
