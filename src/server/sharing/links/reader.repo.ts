import type { FastifyRequest } from 'fastify'
import { MINUTE, isoTime, type Clock } from '../../platform/lib/clock.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { countTry } from '../../platform/http/throttle.repo.ts'
import { hashToken } from '../../platform/lib/tokens.ts'
import { mintLinkReader, type LinkReader } from '../../platform/db/actor.ts'
import type { Database } from '../../platform/db/database.ts'
import { parseJSON } from '../../platform/db/engine.ts'
import { openLinks, updateOpenedLink } from './reader.all-users.access.ts'
import type { FindLink } from '../../platform/http/serve.ts'
import { linkOfTicket } from './link-tokens.ts'

/** Invalid addresses tried from one network. Holders of a valid one are never throttled by it. */
const MISSES = { kind: 'link-address', limit: 60, windowMs: 15 * MINUTE } as const

/** How often a link's last opening is recorded at most. */
const OPENED_AGAIN = MINUTE

/** The form of tokens (newLinkTokens); nothing longer is hashed. */
const TOKEN = /^[\w-]{43}$/

export const tokenOf = (request: FastifyRequest): string | undefined =>
  /^Link +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]

/** The names of the labels that still exist, sorted. */
export const namesOf = async (db: Database, labels: readonly number[]): Promise<string[]> => {
  if (labels.length === 0) return []
  const rows = await db.selectFrom('labels').select('name').where('id', 'in', labels).orderBy('name').execute()
  return rows.map(({ name }) => name)
}

/** How to find the link of a token; undefined if it cannot belong to one. */
const placeOf = async (db: Database, clock: Clock, token: string, kind: 'token' | 'files' | 'papers') => {
  if (kind === 'papers') {
    const id = await linkOfTicket(db, clock, token)
    return id === undefined ? undefined : { id }
  }
  return TOKEN.test(token) ? ({ hash: `${kind}_hash`, is: hashToken(token) } as const) : undefined
}

/**
 * The link that authorizes a call, by its header or, for plain addresses, by its query; undefined without one. Throws the
 * same `not_found` for expired, turned-off and unknown links.
 */
export const makeFindLink =
  (db: Database, clock: Clock): FindLink =>
  async (request, inQuery) => {
    const { link } = request.query as { link?: unknown }
    const inAddress = inQuery && typeof link === 'string'
    const token = inAddress ? link : tokenOf(request)
    if (token === undefined) return undefined
    const by = await placeOf(db, clock, token, inAddress ? inQuery : 'token')
    const row = by
      ? await openLinks(db, clock, by)
          .select(['links.id as linkID', 'links.project_id as projectID', 'links.room_id as roomID'])
          .select('projects.owner_id as ownerID')
          .select([
            'links.hides_notes',
            'links.hides_files',
            'links.hides_positions',
            'links.hidden_labels',
            'links.for_qr',
            'links.scope',
          ])
          .select('links.ends_at as endsAt')
          .executeTakeFirst()
      : undefined
    if (!row) {
      await countTry(db, clock, [{ ...MISSES, key: request.ip }])
      throw new AppError('not_found')
    }
    const { linkID, projectID, ownerID, roomID, endsAt } = row
    const scope = roomID === null ? parseJSON(row.scope) : { rooms: [roomID] }
    const labels = parseJSON(row.hidden_labels)
    const names = await namesOf(db, labels)
    const hides = {
      ...{ notes: row.hides_notes === 1, files: row.hides_files === 1, positions: row.hides_positions === 1 },
      ...{ labels, names },
    }
    return mintLinkReader({ linkID, projectID, ownerID, roomID, scope, hides, endsAt, forQR: row.for_qr === 1 })
  }

export const noteOpened = async (db: Database, clock: Clock, link: LinkReader): Promise<void> => {
  await updateOpenedLink(db, link)
    .set({ opened_at: isoTime(clock) })
    .where((eb) =>
      eb.or([eb('links.opened_at', 'is', null), eb('links.opened_at', '<', isoTime(clock, -OPENED_AGAIN))]),
    )
    .execute()
}
