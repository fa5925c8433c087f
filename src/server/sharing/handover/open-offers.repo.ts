import type { ResponseOf } from '../../../shared/contract/endpoint.ts'
import { HANDOVER_PARTS, type IncludedParts, type openOffer } from '../../../shared/sharing/handover.api.ts'
import { MOST_MEMBERS } from '../../../shared/sharing/members.api.ts'
import { nameKey } from '../../../shared/contract/name-key.ts'
import { lockAccountsForShare } from '../../identity/account/users.repo.ts'
import { hashToken, newToken } from '../../platform/lib/tokens.ts'
import { forgetKeysOfStrangers } from '../members/shares-of-account.access.ts'
import { isoTime, type Clock } from '../../platform/lib/clock.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { transact, type Database } from '../../platform/db/database.ts'
import { forUpdate, parseJSON } from '../../platform/db/engine.ts'
import { deleteMembership } from '../members/members.access.ts'
import { insertMember, membersOf } from '../members/open-invitations.all-users.access.ts'
import { deleteOfOwned, takeUploadsOfOwned } from './handover.access.ts'
import { deleteOffers, openOffers, updateOffer, updateOfferedProject } from './open-offers.all-users.access.ts'
import { orTaken } from '../../platform/db/problems.ts'
import { writeEventOfDeclining, writeEvents } from '../../history/events.repo.ts'
import { nameTaken, refuseBeyondPlan, type PlanSettings } from '../../projects/projects.repo.ts'
import { lockTrash } from '../../history/trash.repo.ts'
import { bytesStored, lockStorage, requireStorage, type StorageLimits } from '../../attachments/storage.repo.ts'
import { OFFER_LIFE } from './handover.repo.ts'
import { fullName } from '../../identity/account/full-name.ts'
import { cleanUpAfterHandover } from './handover-cleanup.repo.ts'

const NO_PLACE_FOR_OWNER = `This project has ${MOST_MEMBERS} members, so its owner can’t stay on as a viewer. Ask them to remove someone.`

/** What the holder of an offer's token can do before they own the project. */

const byToken = (db: Database, clock: Clock, token: string) => {
  const hash = hashToken(token)
  return openOffers(db, clock, OFFER_LIFE).where((eb) =>
    eb.or([eb('offers.link_hash', '=', hash), eb('offers.mail_hash', '=', hash)]),
  )
}

const OF_OFFER = [
  'offers.id',
  'offers.email',
  'offers.word',
  'offers.goes',
  'offers.stays',
  'offers.expires_at',
  'projects.id as projectID',
  'projects.owner_id as ownerID',
  'projects.name',
  'owners.username',
  'owners.first_name',
  'owners.last_name',
] as const

/** Changes nothing. Throws `offer_invalid`. */
export const look = async (db: Database, clock: Clock, token: string): Promise<ResponseOf<typeof openOffer>> => {
  const row = await byToken(db, clock, token).select(OF_OFFER).executeTakeFirst()
  if (!row) throw new AppError('offer_invalid')
  const { name, word, goes, stays, expires_at } = row
  return { project: name, by: fullName(row), word, goes: parseJSON(goes), stays: stays === 1, expiresAt: expires_at }
}

/** For its permitted users: the account created with it, or anyone if there is none. */
const forActor = (db: Database, clock: Clock, actor: Actor, token: string) =>
  byToken(db, clock, token)
    .where((eb) => eb.or([eb('offers.registered_id', 'is', null), eb('offers.registered_id', '=', actor.userID)]))
    .select(OF_OFFER)

interface HandedOver {
  projectID: number
  name: string
  formerID: number
  stays: boolean
  /** Of files that were not handed over. */
  blobIDs: number[]
}

/**
 * Makes the actor the owner and deletes the offer, in one transaction; of two concurrent calls one is refused. Throws
 * `offer_invalid`, and errors that keep the offer: `already_member` for the owner, `plan_limit`, `project_name_taken`,
 * `too_many_members`, `storage_full`.
 */
export const accept = (
  db: Database,
  clock: Clock,
  actor: Actor,
  { token, name }: { token: string; name?: string | undefined },
  settings: PlanSettings & StorageLimits,
): Promise<HandedOver> =>
  transact(db, async (trx) => {
    const found = await forActor(trx, clock, actor, token).executeTakeFirst()
    if (!found) throw new AppError('offer_invalid')
    const { ownerID: formerID } = found
    if (formerID === actor.userID) throw new AppError('already_member', { sentence: 'This project is already yours.' })
    const both = [formerID, actor.userID].toSorted((one, other) => one - other)
    // The lock order of account deletion and restoring: accounts, their trash, the project.
    const existing = await lockAccountsForShare(trx, both)
    if (!existing.includes(actor.userID)) throw new AppError('session_ended')
    for (const userID of both) await lockTrash(trx, userID)
    await refuseBeyondPlan(trx, actor, settings)
    await lockStorage(trx, actor, settings)
    const offer = await forUpdate(trx, forActor(trx, clock, actor, token), ['projects', 'offers']).executeTakeFirst()
    if (offer?.ownerID !== formerID) throw new AppError('offer_invalid')
    const stored = await bytesStored(trx, actor)
    const done = await handOver(trx, clock, actor, {
      ...offer,
      ...{ goes: parseJSON(offer.goes), newName: name ?? offer.name },
    })
    if ((await bytesStored(trx, actor)) > stored) await requireStorage(trx, actor, settings)
    return done
  })

export interface Declined {
  projectID: number
  name: string
  ownerID: number
  /** The recipient's. */
  email: string
}

/** Deletes the offer and changes nothing else. Throws `offer_invalid`, and `already_member` for the owner. */
export const decline = (db: Database, clock: Clock, actor: Actor, token: string): Promise<Declined> =>
  transact(db, async (trx) => {
    const offer = await forUpdate(trx, forActor(trx, clock, actor, token), ['projects', 'offers']).executeTakeFirst()
    if (!offer) throw new AppError('offer_invalid')
    const { id, projectID, name, ownerID, email, stays } = offer
    if (ownerID === actor.userID) throw new AppError('already_member', { sentence: 'This project is already yours.' })
    await deleteOffers(trx).where('offers.id', '=', id).execute()
    const before = { stays: stays === 1 }
    await writeEventOfDeclining(trx, clock, actor, projectID, { kind: 'project offer declined', before, after: null })
    return { projectID, name, ownerID, email }
  })

interface LockedOffer {
  id: number
  projectID: number
  ownerID: number
  name: string
  newName: string
  username: string
  goes: IncludedParts
  stays: number
}

const handOver = async (
  trx: Database,
  clock: Clock,
  actor: Actor,
  { id, projectID, ownerID: formerID, name: before, newName: name, username, goes, stays }: LockedOffer,
): Promise<HandedOver> => {
  const now = isoTime(clock)
  const update = updateOfferedProject(trx, projectID)
    .set({ owner_id: actor.userID, name, name_key: nameKey(name), updated_at: now })
    .set((eb) => ({ version: eb('projects.version', '+', 1) }))
    .execute()
  await orTaken(update, nameTaken(name))
  // The actor owns the project from here on, so the following statements use the owner's scope.
  await deleteOffers(trx).where('offers.id', '=', id).execute()
  const blobIDs = await cleanUpAfterHandover(trx, clock, actor, projectID, goes)
  await takeUploadsOfOwned(trx, actor, projectID, formerID).execute()
  await deleteOfOwned(trx, actor, projectID, 'project_invitations').execute()
  // Webhooks send to addresses of the former owner.
  await deleteOfOwned(trx, actor, projectID, 'webhooks').execute()
  await deleteMembership(trx, actor, projectID).execute()
  if (stays === 1) {
    const members = await membersOf(trx, projectID).select('project_members.user_id').execute()
    if (members.length >= MOST_MEMBERS) throw new AppError('too_many_members', { sentence: NO_PLACE_FOR_OWNER })
    await insertMember(trx, { project_id: projectID, user_id: formerID, role: 'viewer', joined_at: now }).execute()
  }
  await forgetKeysOfStrangers(trx, projectID)
  const without = HANDOVER_PARTS.filter((part) => !goes[part])
  await writeEvents(trx, clock, actor, projectID, [
    { kind: 'project handed over', before: { owner: username }, after: { owner: actor.username, without } },
    ...(name === before ? [] : [{ kind: 'project changed' as const, before: { name: before }, after: { name } }]),
  ])
  return { projectID, name, formerID, stays: stays === 1, blobIDs }
}

/**
 * Locks a valid offer that no account was created with. The returned function reserves it for the account that is being
 * created; undefined without such an offer.
 */
export const keepOffer = async (
  trx: Database,
  clock: Clock,
  token: string,
): Promise<((userID: number) => Promise<void>) | undefined> => {
  const query = byToken(trx, clock, token).where('offers.registered_id', 'is', null)
  const found = await forUpdate(trx, query.select('offers.id'), ['offers']).executeTakeFirst()
  return (
    found &&
    (async (userID) => {
      await updateOffer(trx, found.id).set({ registered_id: userID }).execute()
    })
  )
}

/** Creates the token for the mail; undefined if the offer is no longer pending. */
export const tokenForMail = (
  db: Database,
  clock: Clock,
  offerID: number,
): Promise<
  | { email: string; token: string; project: string; by: string; word: string; goes: IncludedParts; stays: boolean }
  | undefined
> =>
  transact(db, async (trx) => {
    const query = openOffers(trx, clock, OFFER_LIFE).where('offers.id', '=', offerID).select(OF_OFFER)
    const row = await forUpdate(trx, query, ['offers']).executeTakeFirst()
    if (!row) return undefined
    const token = newToken()
    await updateOffer(trx, row.id)
      .set({ mail_hash: hashToken(token) })
      .execute()
    const { email, word, goes, stays, name: project } = row
    return { email, token, project, by: fullName(row), word, goes: parseJSON(goes), stays: stays === 1 }
  })

export const sweepOffers = async (db: Database, clock: Clock): Promise<void> => {
  await deleteOffers(db).where('offers.expires_at', '<=', isoTime(clock)).execute()
}
