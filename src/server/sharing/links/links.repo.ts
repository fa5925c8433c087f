import type { ResponseOf } from '../../../shared/contract/endpoint.ts'
import type {
  Hides,
  LabelToHide,
  LinkScope,
  listLinks as listLinksEndpoint,
} from '../../../shared/sharing/links.api.ts'
import { inOwnOrder, sortedBy } from '../../../shared/contract/order.ts'
import { TRADE_NAMES, TRADES } from '../../../shared/structure/classification.ts'
import { isoTime, type Clock } from '../../platform/lib/clock.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { From } from '../../platform/http/security/security-log.ts'
import { recordEvent } from '../../identity/security-events/security-events.service.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { transact, type Database } from '../../platform/db/database.ts'
import { forUpdate, jsonOf, parseJSON } from '../../platform/db/engine.ts'
import {
  deleteOneLink,
  insertLink,
  lockLinkableProject,
  lockLinkableRoom,
  ownedLinks,
  updateOneLink,
  type LinkablePlace,
} from './links.access.ts'
import { ownedItems, ownedProjects, readableRooms } from '../../platform/db/access/core.ts'
import { changesBetween, writeEvents } from '../../history/events.repo.ts'
import { namesOf } from './reader.repo.ts'
import { openSeededTokens } from '../../platform/lib/secret.ts'
import { newLinkTokens } from './link-tokens.ts'

const BY_DEFAULT: Hides = { notes: false, files: false, positions: true, labels: [] }
const PAST = 'Must be later than now.'
const NO_SUCH_LABEL = 'There is no such field.'

const linksIn = (db: Database, actor: Actor) =>
  ownedLinks(db, actor)
    .select(['links.id as linkID', 'links.name', 'links.room_id as roomID', 'rooms.name as roomName'])
    .select(['links.hides_notes', 'links.hides_files', 'links.hides_positions', 'links.hidden_labels', 'links.for_qr'])
    .select('links.scope')
    .select(['links.ends_at as endsAt', 'links.opened_at as openedAt', 'links.created_at as createdAt'])
    .select(['links.seed', 'links.token_hash', 'links.project_id as projectID'])

type LinkRow = Awaited<ReturnType<ReturnType<typeof linksIn>['executeTakeFirstOrThrow']>>

const hidesOf = ({ hides_notes, hides_files, hides_positions, hidden_labels }: LinkRow): Hides => ({
  notes: hides_notes === 1,
  files: hides_files === 1,
  positions: hides_positions === 1,
  labels: parseJSON(hidden_labels),
})

/** Describes what a link shows; deleted rooms are left out. */
const scopeInWords = async (db: Database, actor: Actor, projectID: number) => {
  const rooms = await readableRooms(db, actor)
    .where('rooms.project_id', '=', projectID)
    .select(['rooms.id', 'rooms.name', 'rooms.position'])
    .execute()
  const categories = await db.selectFrom('categories').select(['id', 'name']).execute()
  const inOrder = inOwnOrder(rooms, ({ name }) => name)
  return ({ rooms: shown, catID, trade }: LinkScope): string => {
    if (trade !== undefined) return TRADE_NAMES[trade]
    if (catID !== undefined) return categories.find(({ id }) => id === catID)?.name ?? 'A deleted category'
    if (shown === undefined) return 'Whole project'
    const names = inOrder.filter(({ id }) => shown.includes(id)).map(({ name }) => name)
    return names.length === 0 ? 'Deleted rooms' : names.join(', ')
  }
}

/** The categories and trades that the items of a project have. */
const scopesFor = async (db: Database, actor: Actor, projectID: number) => {
  const rows = await ownedItems(db, actor)
    .where('rooms.project_id', '=', projectID)
    .innerJoin('categories', 'categories.id', 'items.category_id')
    .innerJoin('subcategories', 'subcategories.id', 'items.subcategory_id')
    .select(['categories.id as catID', 'categories.name', 'subcategories.trade'])
    .distinct()
    .execute()
  const categories = new Map(rows.map(({ catID, name }) => [catID, { catID, name }]))
  return {
    categories: sortedBy([...categories.values()], ({ name }) => name),
    trades: TRADES.filter((trade) => rows.some((row) => row.trade === trade)),
  }
}

/** All labels, because later items may use them; those of existing items come first. */
const labelsToHide = async (db: Database, actor: Actor, projectID: number): Promise<LabelToHide[]> => {
  const used = await ownedItems(db, actor)
    .where('rooms.project_id', '=', projectID)
    .innerJoin('subcategory_labels', 'subcategory_labels.subcategory_id', 'items.subcategory_id')
    .select('subcategory_labels.label_id as propID')
    .distinct()
    .execute()
  const usedIDs = new Set(used.map(({ propID }) => propID))
  const rows = await db.selectFrom('labels').select(['id as propID', 'name as label']).execute()
  const labels = sortedBy(rows, ({ label }) => label).map((row) => ({ ...row, isUsed: usedIDs.has(row.propID) }))
  return [...labels.filter(({ isUsed }) => isUsed), ...labels.filter(({ isUsed }) => !isUsed)]
}

/** Newest first. `addressOf` builds the address of a token. Throws `not_found` for the project. */
export const listLinks = async (
  db: Database,
  actor: Actor,
  projectID: number,
  addressOf: (token: string) => string,
): Promise<ResponseOf<typeof listLinksEndpoint>> => {
  const project = await ownedProjects(db, actor).where('projects.id', '=', projectID).select('id').executeTakeFirst()
  if (!project) throw new AppError('not_found')
  const rows = await linksIn(db, actor).where('links.project_id', '=', projectID).orderBy('links.id', 'desc').execute()
  const tokenOf = await openSeededTokens(db)
  const inWords = await scopeInWords(db, actor, projectID)
  const links = rows.map((row) => {
    const { linkID, name, roomID, roomName, endsAt, openedAt, createdAt } = row
    const token = tokenOf(row)
    return {
      ...{ linkID, name, roomID, roomName, endsAt, openedAt, createdAt },
      shows: roomName ?? inWords(parseJSON(row.scope)),
      hides: hidesOf(row),
      forQR: row.for_qr === 1,
      address: token === null ? null : addressOf(token),
    }
  })
  return { links, labels: await labelsToHide(db, actor, projectID), ...(await scopesFor(db, actor, projectID)) }
}

/** The addresses of a project's QR codes by room, for rooms with a valid QR link. */
export const addressesOfQR = async (
  db: Database,
  clock: Clock,
  actor: Actor,
  projectID: number,
  addressOf: (token: string) => string,
): Promise<Map<number, string>> => {
  const rows = await linksIn(db, actor)
    .where('links.project_id', '=', projectID)
    .where('links.for_qr', '=', 1)
    .where((eb) => eb.or([eb('links.ends_at', 'is', null), eb('links.ends_at', '>', isoTime(clock))]))
    .execute()
  const addresses = new Map<number, string>()
  if (rows.length === 0) return addresses
  const tokenOf = await openSeededTokens(db)
  for (const row of rows) {
    const token = tokenOf(row)
    if (row.roomID !== null && token !== null) addresses.set(row.roomID, addressOf(token))
  }
  return addresses
}

/** Throws `invalid_input` for a time in the past. */
const futureTime = (clock: Clock, endsAt: string | null): string | null => {
  if (endsAt === null) return null
  if (new Date(endsAt) <= clock.now()) throw new AppError('invalid_input', { fields: { endsAt: PAST } })
  return endsAt
}

/**
 * The existing labels among these, by name. Throws `invalid_input` for an unknown one, unless the link hid it `before`: then it
 * was deleted since.
 */
const existingLabels = async (db: Database, ids: readonly number[], before: readonly number[] = []) => {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('labels').select(['id', 'name']).where('id', 'in', ids).orderBy('name').execute()
  const isThere = new Set(rows.map(({ id }) => id))
  if (ids.some((id) => !isThere.has(id) && !before.includes(id)))
    throw new AppError('invalid_input', { fields: { labels: NO_SUCH_LABEL } })
  return rows
}

const hiddenColumns = ({ notes, files, positions, labels }: Hides) => ({
  hides_notes: Number(notes),
  hides_files: Number(files),
  hides_positions: Number(positions),
  hidden_labels: jsonOf([...new Set(labels)].toSorted((one, other) => one - other)),
})

interface NewLink {
  name: string
  endsAt: string | null
  hides: Hides
  scope?: LinkScope
  forQR?: true
}

const addLink = async (
  trx: Database,
  clock: Clock,
  actor: Actor,
  place: LinkablePlace,
  { name, endsAt, hides, scope = {}, forQR }: NewLink,
  from: From,
): Promise<{ linkID: number; token: string }> => {
  const labels = (await existingLabels(trx, hides.labels)).map(({ name }) => name)
  const { token, ...kept } = await newLinkTokens(trx)
  const row = {
    name,
    ...hiddenColumns(hides),
    scope: jsonOf(scope),
    for_qr: forQR ? 1 : 0,
    ends_at: endsAt,
    created_at: isoTime(clock),
  }
  const { id: linkID } = await insertLink(trx, place, { ...row, ...kept })
    .returning('id')
    .executeTakeFirstOrThrow()
  const isNarrow = Object.keys(scope).length > 0
  const shows = isNarrow ? (await scopeInWords(trx, actor, place.projectID))(scope) : undefined
  const after = {
    ...{ name, room: place.roomName, endsAt, hides: { ...hides, labels } },
    ...(shows !== undefined && { shows }),
    ...(forQR && { forQR }),
  }
  const where = place.roomID === null ? {} : { roomID: place.roomID }
  await writeEvents(trx, clock, actor, place.projectID, [{ kind: 'link created', ...where, before: null, after }])
  await recordEvent({ clock }, trx, { kind: 'link_created', user: actor, by: actor, from })
  return { linkID, token }
}

const ONE_SCOPE = 'Choose one: a room, some rooms, a category or a trade.'
const NO_SUCH_CATEGORY = 'There is no such category.'

/** Without duplicates. Throws `invalid_input`, and `not_found` for a room that is not in the project. */
const checkedScope = async (
  trx: Database,
  actor: Actor,
  { projectID, roomID }: { projectID: number; roomID?: number | undefined },
  { rooms, catID, trade }: LinkScope,
): Promise<LinkScope> => {
  if ([roomID, rooms, catID, trade].filter((part) => part !== undefined).length > 1)
    throw new AppError('invalid_input', { fields: { scope: ONE_SCOPE } })
  if (rooms !== undefined) {
    const roomIDs = [...new Set(rooms)]
    const found = await readableRooms(trx, actor)
      .where('rooms.project_id', '=', projectID)
      .where('rooms.id', 'in', roomIDs)
      .select('rooms.id')
      .execute()
    if (found.length < roomIDs.length) throw new AppError('not_found')
    return { rooms: roomIDs }
  }
  if (catID !== undefined) {
    const category = await trx.selectFrom('categories').where('id', '=', catID).select('id').executeTakeFirst()
    if (!category) throw new AppError('invalid_input', { fields: { 'scope.catID': NO_SUCH_CATEGORY } })
    return { catID }
  }
  return trade === undefined ? {} : { trade }
}

/** Throws `not_found` for the project or a room outside it, `invalid_input` for a past end, a label or a scope. */
export const createLink = (
  db: Database,
  clock: Clock,
  actor: Actor,
  {
    projectID,
    roomID,
    endsAt = null,
    scope = {},
    ...link
  }: Omit<NewLink, 'endsAt' | 'scope'> & {
    projectID: number
    roomID?: number | undefined
    endsAt?: string | null | undefined
    scope?: LinkScope | undefined
  },
  from: From,
): Promise<number> =>
  transact(db, async (trx) => {
    const place =
      roomID !== undefined
        ? await lockLinkableRoom(trx, actor, roomID)
        : await lockLinkableProject(trx, actor, projectID)
    if (!place || place.projectID !== projectID) throw new AppError('not_found')
    const checked = { scope: await checkedScope(trx, actor, { projectID, roomID }, scope) }
    const kept = { ...link, ...checked, endsAt: futureTime(clock, endsAt) }
    return (await addLink(trx, clock, actor, place, kept, from)).linkID
  })

const lockedLink = async (trx: Database, actor: Actor, linkID: number): Promise<LinkRow> => {
  const query = linksIn(trx, actor).where('links.id', '=', linkID)
  const row = await forUpdate(trx, query, ['links']).executeTakeFirst()
  if (!row) throw new AppError('not_found')
  return row
}

const placeIn = ({ roomID }: { roomID: number | null }) => (roomID === null ? {} : { roomID })

/** Changes the given values and returns the name. Throws `not_found`, and `invalid_input` as for a new link. */
export const changeLink = (
  db: Database,
  clock: Clock,
  actor: Actor,
  change: {
    linkID: number
    name?: string | undefined
    endsAt?: string | null | undefined
    hides?: Hides | undefined
  },
): Promise<string> =>
  transact(db, async (trx) => {
    const row = await lockedLink(trx, actor, change.linkID)
    const { name = row.name } = change
    const hidden = hidesOf(row)
    const labels = change.hides && (await existingLabels(trx, change.hides.labels, hidden.labels))
    const hides = change.hides && labels ? { ...change.hides, labels: labels.map(({ id }) => id) } : hidden
    const endsAt = change.endsAt === undefined ? row.endsAt : futureTime(clock, change.endsAt)
    const columns = { name, ends_at: endsAt, ...hiddenColumns(hides) }
    await updateOneLink(trx, actor, row.linkID).set(columns).execute()
    const before = { ...hidden, labels: await namesOf(trx, hidden.labels) }
    const after = labels && { ...hides, labels: labels.map(({ name: called }) => called) }
    const isSame = JSON.stringify(before) === JSON.stringify(after)
    const changes = changesBetween(
      { name: row.name, endsAt: row.endsAt, hides: before },
      { name, endsAt, hides: isSame ? undefined : after },
    )
    const changed = changes && {
      kind: 'link changed' as const,
      ...placeIn(row),
      before: { name: row.name, ...changes.before },
      after: { name, ...changes.after },
    }
    await writeEvents(trx, clock, actor, row.projectID, changed ? [changed] : [])
    return name
  })

/** Returns its name. Throws `not_found`. */
export const turnOffLink = (db: Database, clock: Clock, actor: Actor, linkID: number, from: From): Promise<string> =>
  transact(db, async (trx) => {
    const row = await lockedLink(trx, actor, linkID)
    await deleteOneLink(trx, actor, linkID).execute()
    const before = { name: row.name }
    await writeEvents(trx, clock, actor, row.projectID, [
      { kind: 'link taken back', ...placeIn(row), before, after: null },
    ])
    await recordEvent({ clock }, trx, { kind: 'link_removed', user: actor, by: actor, from })
    return row.name
  })

/**
 * The link for the QR codes of a room; created if there is none that is valid and whose token this installation can derive.
 * Throws `not_found`.
 */
export const getQRLink = (
  db: Database,
  clock: Clock,
  actor: Actor,
  roomID: number,
  from: From,
): Promise<{ linkID: number; token: string }> =>
  transact(db, async (trx) => {
    const place = await lockLinkableRoom(trx, actor, roomID)
    if (!place) throw new AppError('not_found')
    const row = await linksIn(trx, actor)
      .where('links.room_id', '=', roomID)
      .where('links.for_qr', '=', 1)
      .executeTakeFirst()
    const token = row && (await openSeededTokens(trx))(row)
    const isOver = row !== undefined && row.endsAt !== null && row.endsAt <= isoTime(clock)
    if (row && token && !isOver) return { linkID: row.linkID, token }
    // QR labels printed before a restore still open the room.
    if (row) await updateOneLink(trx, actor, row.linkID).set({ for_qr: 0 }).execute()
    const name = `QR labels, ${place.roomName ?? ''}`
    return addLink(trx, clock, actor, place, { name, endsAt: null, hides: BY_DEFAULT, forQR: true }, from)
  })
