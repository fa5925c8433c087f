import type { Expression } from 'kysely'
import { DAY, HOUR, isoTime, latestNoted, MINUTE, SECOND, type Clock } from '../../platform/lib/clock.ts'
import { transact, type Database } from '../../platform/db/database.ts'
import { prepared } from '../../platform/db/prepared.ts'
import { demandsFactor, secondFactorRule } from '../second-factor/second-factor-rule.repo.ts'
import { hashToken, newToken } from '../../platform/lib/tokens.ts'

const ACCESS_LIFE = 15 * MINUTE
/** A used refresh token still works until this long after its successor was first used. */
const REUSE_GRACE = 10 * SECOND
/** The life of a session after its last use, in milliseconds. */
const sessionLife = (remember: boolean): number => (remember ? 30 * DAY : 24 * HOUR)
/** Counted from the login, however often it is used. */
const LONGEST_LIFE = 90 * DAY

/** New tokens in plain text, only for the browser. */
interface Tokens {
  access: string
  refresh: string
  download: string
}

type OpenedBy = 'password' | 'passkey' | 'provider'

export interface FoundSession {
  sessionID: number
  userID: number
  username: string
  roles: number[]
  mustChangePassword: boolean
  mustSetUpSecondFactor: boolean
  openedBy: OpenedBy
}

export interface RestoredSession extends FoundSession {
  remember: boolean
  /** How long it lasts without another use, in milliseconds. */
  lifeMs: number
  tokens: Tokens
}

export interface NewSession {
  userID: number
  remember: boolean
  userAgent: string
  address: string
  openedBy?: OpenedBy
  /** The ID token of the OpenID provider. */
  idToken?: string | null
}

/** Opens a session for a user. */
export const openSession = async (db: Database, clock: Clock, session: NewSession): Promise<RestoredSession> =>
  transact(db, async (trx) => {
    const now = isoTime(clock)
    const { id } = await trx
      .insertInto('sessions')
      .values({
        user_id: session.userID,
        remember: Number(session.remember),
        user_agent: session.userAgent,
        address: session.address,
        opened_by: session.openedBy ?? 'password',
        id_token: session.idToken ?? null,
        created_at: now,
        last_used_at: now,
        expires_at: isoTime(clock, sessionLife(session.remember)),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const tokens = await addTokens(trx, clock, id, null)
    return {
      ...(await sessionByID(trx, id)),
      remember: session.remember,
      lifeMs: sessionLife(session.remember),
      tokens,
    }
  })

/**
 * Exchanges a refresh token. Undefined if it is unknown, its session has ended, or it was used too long after its
 * successor: then it may be stolen, and the session ends.
 */
export const rotateSession = async (
  db: Database,
  clock: Clock,
  refreshToken: string,
): Promise<RestoredSession | undefined> =>
  db.transaction().execute(async (trx) => {
    const now = isoTime(clock)
    const locked = await trx
      .selectFrom('session_tokens')
      .innerJoin('sessions', 'sessions.id', 'session_tokens.session_id')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .select([
        'session_tokens.id as token_id',
        'session_tokens.used_at',
        'sessions.id as session_id',
        'sessions.remember',
        'sessions.created_at',
      ])
      .select((eb) =>
        eb
          .selectFrom('session_tokens as successor')
          .select((e) => e.fn.min('successor.used_at').as('at'))
          .whereRef('successor.parent_id', '=', 'session_tokens.id')
          .as('successor_used_at'),
      )
      .where('session_tokens.refresh_hash', '=', hashToken(refreshToken))
      .where('sessions.expires_at', '>', now)
      .where('users.locked_at', 'is', null)
      .executeTakeFirst()
    if (!locked) return undefined
    const successor = locked.successor_used_at
    if (successor !== null && (successor <= isoTime(clock, -REUSE_GRACE) || successor > latestNoted(clock))) {
      await trx.deleteFrom('sessions').where('id', '=', locked.session_id).execute()
      return undefined
    }
    const remember = locked.remember === 1
    const leftMs = Date.parse(locked.created_at) + LONGEST_LIFE - clock.now().getTime()
    if (leftMs <= 0) {
      await trx.deleteFrom('sessions').where('id', '=', locked.session_id).execute()
      return undefined
    }
    const lifeMs = Math.min(sessionLife(remember), leftMs)
    // Locks the session before its tokens, like a logout: this avoids a deadlock and notices an earlier logout.
    const { numUpdatedRows } = await trx
      .updateTable('sessions')
      .set({ last_used_at: now, expires_at: isoTime(clock, lifeMs) })
      .where('id', '=', locked.session_id)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return undefined
    if (locked.used_at === null) {
      await trx.updateTable('session_tokens').set({ used_at: now }).where('id', '=', locked.token_id).execute()
    }
    const tokens = await addTokens(trx, clock, locked.session_id, locked.token_id)
    return { ...(await sessionByID(trx, locked.session_id)), remember, lifeMs, tokens }
  })

const addTokens = async (trx: Database, clock: Clock, sessionID: number, parentID: number | null): Promise<Tokens> => {
  const tokens = { access: newToken(), refresh: newToken(), download: newToken() }
  await trx
    .insertInto('session_tokens')
    .values({
      session_id: sessionID,
      parent_id: parentID,
      access_hash: hashToken(tokens.access),
      refresh_hash: hashToken(tokens.refresh),
      download_hash: hashToken(tokens.download),
      access_expires_at: isoTime(clock, ACCESS_LIFE),
      created_at: isoTime(clock),
      used_at: null,
    })
    .execute()
  return tokens
}

/** Sessions with their user and current roles, one row per role. */
const sessionsWithUser = (db: Database) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .leftJoin('user_roles', 'user_roles.user_id', 'users.id')
    .leftJoin('second_factors', 'second_factors.user_id', 'users.id')
    .select(['sessions.id as session_id', 'users.id as user_id', 'users.username', 'user_roles.role'])
    .select(['users.must_change_password', 'second_factors.created_at as factor_since', 'sessions.opened_by'])
    .select(secondFactorRule(db).as('factor_rule'))

type SessionRow = Awaited<ReturnType<ReturnType<typeof sessionsWithUser>['execute']>>[number]

const sessionByID = async (trx: Database, sessionID: number): Promise<FoundSession> =>
  asFound(await sessionsWithUser(trx).where('sessions.id', '=', sessionID).execute()) as FoundSession

/** Sessions that have not ended, one row per token and role; none of a locked user. */
const liveSessions = (db: Database, now: Expression<string>) =>
  sessionsWithUser(db)
    .innerJoin('session_tokens', 'session_tokens.session_id', 'sessions.id')
    .where('sessions.expires_at', '>', now)
    .where('users.locked_at', 'is', null)

const sessionOfAccessToken = prepared<{ hash: string; now: string; latest: string }>()((db, { hash, now, latest }) =>
  liveSessions(db, now)
    .where('session_tokens.access_hash', '=', hash)
    .where('session_tokens.access_expires_at', '>', now)
    .where('session_tokens.access_expires_at', '<=', latest),
)

const sessionOfDownloadToken = prepared<{ hash: string; now: string }>()((db, { hash, now }) =>
  liveSessions(db, now).where('session_tokens.download_hash', '=', hash),
)

const asFound = (rows: readonly SessionRow[]): FoundSession | undefined => {
  const [first] = rows
  if (!first) return undefined
  const roles = rows.flatMap(({ role }) => (role === null ? [] : [role]))
  return {
    sessionID: first.session_id,
    userID: first.user_id,
    username: first.username,
    roles,
    mustChangePassword: first.must_change_password === 1,
    openedBy: first.opened_by,
    // A passkey is two factors; a provider checks its own.
    mustSetUpSecondFactor:
      first.opened_by === 'password' && first.factor_since === null && demandsFactor(first.factor_rule, roles),
  }
}

export const findByAccessToken = async (db: Database, clock: Clock, token: string): Promise<FoundSession | undefined> =>
  asFound(
    await sessionOfAccessToken(db, {
      hash: hashToken(token),
      now: isoTime(clock),
      latest: latestNoted(clock, ACCESS_LIFE),
    }),
  )

/** Whether a refresh token, however old, belongs to a session. */
export const isOfSession = async (
  db: Database,
  { sessionID }: FoundSession,
  refreshToken: string,
): Promise<boolean> => {
  const row = await db
    .selectFrom('session_tokens')
    .where('refresh_hash', '=', hashToken(refreshToken))
    .where('session_id', '=', sessionID)
    .select('session_id')
    .executeTakeFirst()
  return row !== undefined
}

/** A download cookie is valid as long as its session, so that a long PDF outlives the access token. */
export const findByDownloadToken = async (
  db: Database,
  clock: Clock,
  token: string,
): Promise<FoundSession | undefined> =>
  asFound(await sessionOfDownloadToken(db, { hash: hashToken(token), now: isoTime(clock) }))

/** Ends the session that a refresh or an access token belongs to, however old the token is. */
export const endSession = async (db: Database, token: string): Promise<void> => {
  const hashed = hashToken(token)
  await db
    .deleteFrom('sessions')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('session_tokens')
        .select('session_id')
        .where((e) => e.or([e('refresh_hash', '=', hashed), e('access_hash', '=', hashed)])),
    )
    .execute()
}

/** Ends all sessions of a user, or all but one. */
export const endSessionsOf = async (db: Database, userID: number, keptSessionID?: number): Promise<void> => {
  await db
    .deleteFrom('sessions')
    .where('user_id', '=', userID)
    .where('id', '!=', keptSessionID ?? 0)
    .execute()
}

/** Removes ended sessions, and tokens older than any cookie. */
export const sweepSessions = async (db: Database, clock: Clock): Promise<void> => {
  await db
    .deleteFrom('sessions')
    .where((eb) =>
      eb.or([eb('expires_at', '<=', isoTime(clock)), eb('created_at', '<=', isoTime(clock, -LONGEST_LIFE))]),
    )
    .execute()
  await db
    .deleteFrom('session_tokens')
    .where('created_at', '<=', isoTime(clock, -sessionLife(true)))
    .execute()
}
