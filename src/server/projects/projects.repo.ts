import type { z } from 'zod/mini'
import type { DomainEvent } from '../../shared/events.ts'
import type { ProjectValues } from '../../shared/projects/projects-events.ts'
import { codePoints, LIMITS } from '../../shared/contract/limits.ts'
import { nameKey } from '../../shared/contract/name-key.ts'
import { inOwnOrder, sortedBy } from '../../shared/contract/order.ts'
import { BASIC_PLAN_PROJECTS } from '../../shared/projects/plans.ts'
import type { projectInputs, ProjectCard } from '../../shared/projects/projects.api.ts'
import { isoTime, type Clock } from '../platform/lib/clock.ts'
import type { Config } from '../config.ts'
import type { Actor } from '../platform/db/actor.ts'
import { cover } from './covers.access.ts'
import { insertProject, updateOneProject } from './projects.access.ts'
import { transact, type Database } from '../platform/db/database.ts'
import { jsonRows, takeAdvisoryLock, parseJSON, forUpdate } from '../platform/db/engine.ts'
import {
  allReadableProjectsOrTemplates,
  may,
  ownedProjects,
  ownedProjectsOrTemplates,
  ownedTemplates,
} from '../platform/db/access/core.ts'
import { updateTaken } from '../history/trash.access.ts'
import { orTaken } from '../platform/db/problems.ts'
import { changesBetween, writeEvent, writeEvents } from '../history/events.repo.ts'
import { AppError } from '../platform/http/app-error.ts'
import { fullName } from '../identity/account/full-name.ts'
import { addTrashEntry } from '../history/trash.repo.ts'

export type ProjectInputs = z.output<typeof projectInputs>

/**
 * The projects that the actor can read and their own templates, alphabetically, with the counts for their cards, in one
 * statement.
 */
export const listProjects = async (
  db: Database,
  actor: Actor,
): Promise<{ projects: ProjectCard[]; templates: ProjectCard[] }> => {
  const rows = await allReadableProjectsOrTemplates(db, actor)
    .innerJoin('users', 'users.id', 'projects.owner_id')
    .select(['projects.id', 'projects.name', 'projects.city', 'projects.state', 'projects.template'])
    .select(['users.username', 'users.first_name', 'users.last_name'])
    .select(cover('projects'))
    .select(may(actor))
    .select((eb) =>
      jsonRows(
        db,
        eb
          .selectFrom('rooms')
          .select(['rooms.name', 'rooms.position'])
          .select((e) =>
            e
              .selectFrom('items')
              .select((f) => f.fn.countAll<number>().as('count'))
              .whereRef('items.room_id', '=', 'rooms.id')
              .where('items.deleted_at', 'is', null)
              .as('items'),
          )
          .whereRef('rooms.project_id', '=', 'projects.id')
          .where('rooms.deleted_at', 'is', null)
          .orderBy('rooms.id'),
      ).as('rooms'),
    )
    .orderBy('projects.id')
    .execute()
  const cards = rows.map(({ id, name, city, state, rooms, may, ...row }) => {
    const counts = inOwnOrder(parseJSON(rooms), (room) => room.name).map((room) => room.items ?? 0)
    const itemCount = counts.reduce((sum, count) => sum + count, 0)
    return {
      projectID: id,
      name,
      city,
      state,
      roomCount: counts.length,
      itemCount,
      roomItemCounts: counts,
      cover: row.cover,
      may,
      owner: may === 'own' ? null : fullName(row),
    }
  })
  const templates = new Set(rows.filter(({ template }) => template === 1).map(({ id }) => id))
  const inOrder = sortedBy(cards, (card) => card.name)
  return {
    projects: inOrder.filter(({ projectID }) => !templates.has(projectID)),
    templates: inOrder.filter(({ projectID }) => templates.has(projectID)),
  }
}

export const nameTaken = (name: string, isTemplate = false) =>
  ({
    values: { name },
    fields: { name: true },
    ...(isTemplate && { sentence: 'Template "{name}" already exists' }),
  }) as const

const LIMIT_WITHOUT_PLAN = 'You can keep up to two projects here.'

/** `planLimit`: whether users are limited to the projects of the Basic plan. `prices`: whether plans are shown. */
export type PlanSettings = Pick<Config, 'planLimit' | 'prices'>

/**
 * Throws `plan_limit` if the installation enforces the Basic plan and the actor already has that many projects. Call it
 * in the transaction that creates or restores a project; it serializes these per user.
 */
export const refuseBeyondPlan = async (
  trx: Database,
  actor: Actor,
  { planLimit, prices }: PlanSettings,
): Promise<void> => {
  if (!planLimit) return
  await takeAdvisoryLock(trx, `projects of ${actor.userID}`)
  const { count } = await ownedProjects(trx, actor)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count >= BASIC_PLAN_PROJECTS) throw new AppError('plan_limit', prices ? {} : { sentence: LIMIT_WITHOUT_PLAN })
}

const NOWHERE = { client: '', address: '', address2: '', city: '', state: '', zip: '' }

/**
 * Inserts a template owned by the actor and returns its id. Throws `project_name_taken` if another of their templates
 * has the name.
 */
export const insertOwnTemplate = async (
  trx: Database,
  clock: Clock,
  actor: Actor,
  { name, cover }: { name: string; cover: number | null },
): Promise<number> => insertNamed(trx, clock, actor, { ...NOWHERE, name, cover_upload_id: cover, template: 1 })

/**
 * Inserts a project owned by the actor and returns its id; the caller writes the event. Throws `project_name_taken`,
 * based on the unique index, and `plan_limit` if the settings enforce it.
 */
export const insertOwnProject = async (
  trx: Database,
  clock: Clock,
  actor: Actor,
  { cover = null, ...values }: ProjectValues & { cover?: number | null },
  settings: PlanSettings,
): Promise<number> => {
  await refuseBeyondPlan(trx, actor, settings)
  return insertNamed(trx, clock, actor, { ...values, cover_upload_id: cover, template: 0 })
}

const insertNamed = async (
  trx: Database,
  clock: Clock,
  actor: Actor,
  values: ProjectValues & { cover_upload_id: number | null; template: 0 | 1 },
): Promise<number> => {
  const now = isoTime(clock)
  const insert = insertProject(trx, actor, {
    ...values,
    name_key: nameKey(values.name),
    created_at: now,
    updated_at: now,
  })
    .returning('id')
    .executeTakeFirstOrThrow()
  return (await orTaken(insert, nameTaken(values.name, values.template === 1))).id
}

/** Throws `project_name_taken` and `plan_limit`, like `insertOwnProject`. */
export const createProject = async (
  db: Database,
  clock: Clock,
  actor: Actor,
  inputs: ProjectInputs,
  { sample = false, ...settings }: PlanSettings & { sample?: boolean },
): Promise<number> =>
  transact(db, async (trx) => {
    const { client = '', address2 = '', name, address, city, state, zip } = inputs
    const values: ProjectValues = { name, client, address, address2, city, state, zip }
    const id = await insertOwnProject(trx, clock, actor, values, settings)
    const after = { ...values, ...(sample && { sample }) }
    await writeEvents(trx, clock, actor, id, [{ kind: 'project created', before: null, after }])
    return id
  })

/** Absent optional members stay unchanged. Throws `not_found` or `project_name_taken`. */
export const updateProject = async (
  db: Database,
  clock: Clock,
  actor: Actor,
  projectID: number,
  inputs: ProjectInputs,
): Promise<void> =>
  transact(db, async (trx) => {
    const locked = ownedProjects(trx, actor)
      .where('projects.id', '=', projectID)
      .select(['projects.name', 'projects.client', 'projects.address', 'projects.address2'])
      .select(['projects.city', 'projects.state', 'projects.zip'])
    const before = await forUpdate(trx, locked, ['projects']).executeTakeFirst()
    if (!before) throw new AppError('not_found')
    const update = updateOneProject(trx, actor, projectID)
      .set({ ...inputs, name_key: nameKey(inputs.name), updated_at: isoTime(clock) })
      .set((eb) => ({ version: eb('projects.version', '+', 1) }))
      .execute()
    await orTaken(update, nameTaken(inputs.name))
    const changes = changesBetween<ProjectValues>(before, inputs)
    if (changes) await writeEvents(trx, clock, actor, projectID, [{ kind: 'project changed', ...changes }])
  })

/** The word for it in messages. */
type KindOfProject = 'project' | 'template'

/** Moves a project or template with its contents to the trash as one entry. Throws `not_found`. */
export const deleteProject = async (
  db: Database,
  clock: Clock,
  actor: Actor,
  projectID: number,
  undoes: number | null = null,
): Promise<{ kind: KindOfProject; name: string; trashID: number; eventID: number }> =>
  transact(db, async (trx) => {
    const owned = await ownedProjectsOrTemplates(trx, actor)
      .where('projects.id', '=', projectID)
      .select(['projects.name', 'projects.template'])
      .executeTakeFirst()
    if (!owned) throw new AppError('not_found')
    const { name, template } = owned
    const trashID = await addTrashEntry(trx, clock, actor, projectID, { kind: 'project', name, place: [] })
    const { numUpdatedRows } = await updateOneProject(trx, actor, projectID)
      .set({ deleted_at: isoTime(clock), trash_id: trashID })
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new AppError('not_found')
    const deleted: DomainEvent = { kind: 'project deleted', before: { name }, after: null }
    const eventID = await writeEvent(trx, clock, actor, projectID, deleted, undoes)
    return { kind: template === 1 ? 'template' : 'project', name, trashID, eventID }
  })

/** Appends `suffix` to `name`, which is truncated if both are too long for a name. */
const suffixed = (name: string, suffix: string): string =>
  [...name]
    .slice(0, LIMITS.line - codePoints(suffix))
    .join('')
    .trimEnd() + suffix

const untakenName = (name: string, takenKeys: ReadonlySet<string>, came: 'restored' | 'imported'): string => {
  for (let n = 0; ; n++) {
    const candidate = n === 0 ? name : suffixed(name, n === 1 ? ` (${came})` : ` (${came} ${n})`)
    if (!takenKeys.has(nameKey(candidate))) return candidate
  }
}

/**
 * Returns the name, with a suffix that tells how it was created if the actor already has a project, or template, of
 * that name.
 */
export const freeName = async (
  db: Database,
  actor: Actor,
  name: string,
  came: 'restored' | 'imported',
  isTemplate = false,
): Promise<string> => {
  const own = isTemplate ? ownedTemplates(db, actor) : ownedProjects(db, actor)
  const taken = await own.select('projects.name_key').execute()
  return untakenName(name, new Set(taken.map((project) => project.name_key)), came)
}

/**
 * Restores a project or template and returns its name: its own, or '{name} (restored)' if that is taken by now. Throws
 * `project_name_taken` if a concurrent change takes that name, and `plan_limit` if the settings enforce it.
 */
export const restoreProjectName = async (
  trx: Database,
  clock: Clock,
  actor: Actor,
  trashID: number,
  { name, projectID, isTemplate }: { name: string; projectID: number; isTemplate: boolean },
  settings: PlanSettings,
): Promise<string> => {
  if (!isTemplate) await refuseBeyondPlan(trx, actor, settings)
  const free = await freeName(trx, actor, name, 'restored', isTemplate)
  const update = updateTaken(trx, actor, 'projects', trashID)
    .set({ deleted_at: null, trash_id: null, name: free, name_key: nameKey(free) })
    .execute()
  await orTaken(update, nameTaken(free))
  await writeEvents(trx, clock, actor, projectID, [{ kind: 'project restored', before: null, after: { name: free } }])
  return free
}
