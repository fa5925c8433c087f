import { MOST_KEYS, type ApiKey } from '../../../shared/identity/api-keys.api.ts'
import { isoTime, MINUTE, type Clock } from '../../platform/lib/clock.ts'
import type { Actor, KeyLimits } from '../../platform/db/actor.ts'
import { readableProjects } from '../../platform/db/access/core.ts'
import type { Database } from '../../platform/db/database.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { groupBy } from '../../platform/lib/group-by.ts'
import { demandsFactor, secondFactorRule } from '../second-factor/second-factor-rule.repo.ts'
import { hashToken } from '../../platform/lib/tokens.ts'
import { isApiKey } from './key-format.ts'

interface FoundKey extends KeyLimits {
  userID: number
  username: string
  roles: number[]
  mustChangePassword: boolean
  mustSetUpSecondFactor: boolean
}

/** Undefined for a key that has ended, was removed or never existed, or whose user is locked. Notes the minute of its use. */
export const findByKey = async (db: Database, clock: Clock, key: string): Promise<FoundKey | undefined> => {
  if (!isApiKey(key)) return undefined
  const now = isoTime(clock)
  const rows = await db
    .selectFrom('api_keys')
    .innerJoin('users', 'users.id', 'api_keys.user_id')
    .leftJoin('user_roles', 'user_roles.user_id', 'users.id')
    .leftJoin('second_factors', 'second_factors.user_id', 'users.id')
    .select(['api_keys.id', 'api_keys.writes', 'api_keys.all_projects', 'api_keys.last_used_at', 'user_roles.role'])
    .select(['users.id as user_id', 'users.username', 'users.must_change_password'])
    .select(['second_factors.created_at as factor_since', secondFactorRule(db).as('factor_rule')])
    .where('api_keys.key_hash', '=', hashToken(key))
    .where((eb) => eb.or([eb('api_keys.ends_at', 'is', null), eb('api_keys.ends_at', '>', now)]))
    .where('users.locked_at', 'is', null)
    .orderBy('user_roles.role')
    .execute()
  const [first] = rows
  if (!first) return undefined
  const roles = rows.flatMap(({ role }) => (role === null ? [] : [role]))
  const minuteAgo = isoTime(clock, -MINUTE)
  if (first.last_used_at === null || first.last_used_at <= minuteAgo)
    await db.updateTable('api_keys').set({ last_used_at: now }).where('id', '=', first.id).execute()
  return {
    keyID: first.id,
    writes: first.writes === 1,
    projects: first.all_projects === 1 ? null : await projectIDsOf(db, first.id),
    userID: first.user_id,
    username: first.username,
    roles,
    mustChangePassword: first.must_change_password === 1,
    mustSetUpSecondFactor: first.factor_since === null && demandsFactor(first.factor_rule, roles),
  }
}

const projectIDsOf = async (db: Database, keyID: number): Promise<number[]> =>
  (
    await db
      .selectFrom('api_key_projects')
      .select('project_id')
      .where('key_id', '=', keyID)
      .orderBy('project_id')
      .execute()
  ).map(({ project_id }) => project_id)

/** The latest first, with the projects that the actor still reads. */
export const listKeys = async (db: Database, actor: Actor): Promise<ApiKey[]> => {
  const rows = await db
    .selectFrom('api_keys')
    .selectAll()
    .where('user_id', '=', actor.userID)
    .orderBy('id', 'desc')
    .execute()
  const chosen = await readableProjects(db, actor)
    .innerJoin('api_key_projects', 'api_key_projects.project_id', 'projects.id')
    .innerJoin('api_keys', 'api_keys.id', 'api_key_projects.key_id')
    .where('api_keys.user_id', '=', actor.userID)
    .select(['api_key_projects.key_id as keyID', 'projects.id as projectID', 'projects.name'])
    .orderBy('projects.name_key')
    .orderBy('projects.id')
    .execute()
  const projectsOf = groupBy(chosen, ({ keyID }) => keyID)
  return rows.map((row) => ({
    keyID: row.id,
    name: row.name,
    writes: row.writes === 1,
    projects: row.all_projects === 1 ? null : projectsOf(row.id).map(({ projectID, name }) => ({ projectID, name })),
    createdAt: row.created_at,
    endsAt: row.ends_at,
    lastUsedAt: row.last_used_at,
  }))
}

export interface NewKey {
  key: string
  name: string
  writes: boolean
  /** Null for all. */
  projectIDs: readonly number[] | null
  endsAt: string | null
}

/** Throws `too_many_keys`, and `not_found` for a project that the actor cannot read. */
export const insertKey = async (
  trx: Database,
  clock: Clock,
  actor: Actor,
  { key, name, writes, projectIDs, endsAt }: NewKey,
): Promise<ApiKey> => {
  const { count } = await trx
    .selectFrom('api_keys')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', actor.userID)
    .executeTakeFirstOrThrow()
  if (count >= MOST_KEYS) throw new AppError('too_many_keys', { values: { limit: String(MOST_KEYS) } })
  const { id } = await trx
    .insertInto('api_keys')
    .values({
      ...{ user_id: actor.userID, name, key_hash: hashToken(key), writes: Number(writes) },
      ...{ all_projects: Number(projectIDs === null), created_at: isoTime(clock), ends_at: endsAt },
      last_used_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (projectIDs !== null) {
    const wanted = [...new Set(projectIDs)]
    const found = await readableProjects(trx, actor).where('projects.id', 'in', wanted).select('projects.id').execute()
    if (found.length < wanted.length) throw new AppError('not_found')
    await trx
      .insertInto('api_key_projects')
      .values(wanted.map((projectID) => ({ key_id: id, project_id: projectID })))
      .execute()
  }
  const made = (await listKeys(trx, actor)).find(({ keyID }) => keyID === id)
  if (!made) throw new Error('An inserted key is not there.')
  return made
}

/** Returns its name. Throws `not_found` if it is another user's or absent. */
export const deleteKey = async (db: Database, actor: Actor, keyID: number): Promise<string> => {
  const row = await db
    .deleteFrom('api_keys')
    .where('id', '=', keyID)
    .where('user_id', '=', actor.userID)
    .returning('name')
    .executeTakeFirst()
  if (!row) throw new AppError('not_found')
  return row.name
}
