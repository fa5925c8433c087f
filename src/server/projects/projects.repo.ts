import type { z } from 'zod/mini'
import { nameKey } from '../../shared/name-key.ts'
import { sortedBy } from '../../shared/order.ts'
import type { Project, projectInputs, ProjectCard } from '../../shared/projects.ts'
import { isoTime, type Clock } from '../clock.ts'
import type { Actor } from '../db/actor.ts'
import type { Database } from '../db/database.ts'
import { jsonRows, parseJSON } from '../db/engine.ts'
import { orTaken } from '../db/problems.ts'
import { readableProjects, updateProject as updateScope } from '../db/scope.ts'
import { AppError } from '../http/app-error.ts'
import { addTrashEntry } from '../trash/trash.repo.ts'

export type ProjectInputs = z.output<typeof projectInputs>

/** The actor's projects, alphabetical, with the counts that their cards show: one statement. */
export const listProjects = async (db: Database, actor: Actor): Promise<ProjectCard[]> => {
  const rows = await readableProjects(db, actor)
    .select(['projects.id', 'projects.name', 'projects.city', 'projects.state'])
    .select((eb) =>
      jsonRows(
        db,
        eb
          .selectFrom('rooms')
          .select('rooms.name')
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
  const cards = rows.map(({ id, name, city, state, rooms }) => {
    const counts = sortedBy(parseJSON(rooms), (room) => room.name).map((room) => room.items ?? 0)
    const itemCount = counts.reduce((sum, count) => sum + count, 0)
    return { projectID: id, name, city, state, roomCount: counts.length, itemCount, roomItemCounts: counts }
  })
  return sortedBy(cards, (card) => card.name)
}

/** Throws `not_found` for an absent project and a stranger's alike. */
export const getProject = async (db: Database, actor: Actor, projectID: number): Promise<Project> => {
  const row = await readableProjects(db, actor)
    .where('projects.id', '=', projectID)
    .select(['projects.id as projectID', 'projects.name', 'projects.client', 'projects.address', 'projects.address2'])
    .select(['projects.city', 'projects.state', 'projects.zip'])
    .executeTakeFirst()
  if (!row) throw new AppError('not_found')
  return row
}

const nameTaken = (name: string) => ({ values: { name }, fields: { name: true } }) as const

/** Throws `project_name_taken`, as the database decides it. */
export const createProject = async (
  db: Database,
  clock: Clock,
  actor: Actor,
  { client, address2, ...inputs }: ProjectInputs,
): Promise<number> => {
  const now = isoTime(clock)
  const insert = db
    .insertInto('projects')
    .values({
      ...inputs,
      client: client ?? '',
      address2: address2 ?? '',
      name_key: nameKey(inputs.name),
      owner_id: actor.userID,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await orTaken(insert, nameTaken(inputs.name))
  return id
}

/** An absent optional member stays. Throws `not_found` or `project_name_taken`. */
export const updateProject = async (
  db: Database,
  clock: Clock,
  actor: Actor,
  projectID: number,
  inputs: ProjectInputs,
): Promise<void> => {
  const update = updateScope(db, actor, projectID)
    .set({ ...inputs, name_key: nameKey(inputs.name), updated_at: isoTime(clock) })
    .set((eb) => ({ version: eb('projects.version', '+', 1) }))
    .executeTakeFirst()
  const { numUpdatedRows } = await orTaken(update, nameTaken(inputs.name))
  if (numUpdatedRows === 0n) throw new AppError('not_found')
}

/** Moves a project and what is in it to the trash as one entry. Throws `not_found`. */
export const deleteProject = async (
  db: Database,
  clock: Clock,
  actor: Actor,
  projectID: number,
): Promise<{ name: string; trashID: number }> =>
  db.transaction().execute(async (trx) => {
    const { name } = await getProject(trx, actor, projectID)
    const trashID = await addTrashEntry(trx, clock, actor, { kind: 'project', name, place: '' })
    const { numUpdatedRows } = await updateScope(trx, actor, projectID)
      .set({ deleted_at: isoTime(clock), trash_id: trashID })
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new AppError('not_found')
    return { name, trashID }
  })
