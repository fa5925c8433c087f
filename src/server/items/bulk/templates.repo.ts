import type { z } from 'zod/mini'
import type { DomainEvent } from '../../../shared/events.ts'
import type { ProjectValues } from '../../../shared/projects/projects-events.ts'
import { LIMITS } from '../../../shared/contract/limits.ts'
import { nameKey } from '../../../shared/contract/name-key.ts'
import type {
  createFromTemplate as createFromTemplateEndpoint,
  saveAsTemplate as saveAsTemplateEndpoint,
  renameTemplate as renameTemplateEndpoint,
} from '../../../shared/items/bulk/templates.api.ts'
import { isoTime, type Clock } from '../../platform/lib/clock.ts'
import { copyName } from '../../../shared/items/bulk/copy-name.ts'
import { lockContents, putContents } from './project-contents.repo.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { transact, type Database } from '../../platform/db/database.ts'
import { forUpdate } from '../../platform/db/engine.ts'
import { orTaken } from '../../platform/db/problems.ts'
import { ownedTemplates, readableProjects } from '../../platform/db/access/core.ts'
import { updateOneProject } from '../../projects/projects.access.ts'
import { writeEvents, writeEventWithParts } from '../../history/events.repo.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { insertOwnProject, insertOwnTemplate, nameTaken, type PlanSettings } from '../../projects/projects.repo.ts'

/**
 * Saves a copy of a readable project as the actor's own template. Throws `not_found`, and `project_name_taken` if a
 * given name is taken or a concurrent change takes it.
 */
export const saveAsTemplate = async (
  db: Database,
  clock: Clock,
  actor: Actor,
  { projectID, name: requested, files = true }: z.output<typeof saveAsTemplateEndpoint.body>,
): Promise<{ projectID: number; name: string; eventID: number }> =>
  transact(db, async (trx) => {
    const project = await readableProjects(trx, actor)
      .where('projects.id', '=', projectID)
      .select(['projects.name', 'projects.cover_upload_id as cover'])
      .executeTakeFirst()
    if (!project) throw new AppError('not_found')
    const taken = await ownedTemplates(trx, actor).select('projects.name').execute()
    const names = taken.map((template) => template.name)
    const name = requested ?? copyName(project.name, names, LIMITS.line)
    const contents = await lockContents(trx, actor, projectID)
    const newProjectID = await insertOwnTemplate(trx, clock, actor, { name, cover: files ? project.cover : null })
    const { items, parts } = await putContents(trx, clock, actor, newProjectID, contents, files)
    const event: DomainEvent = { kind: 'project kept as template', before: null, after: { name, items } }
    return {
      projectID: newProjectID,
      name,
      eventID: await writeEventWithParts(trx, clock, actor, newProjectID, event, parts),
    }
  })

/** Returns the previous name. Throws `not_found` or `project_name_taken`. */
export const renameTemplate = async (
  db: Database,
  clock: Clock,
  actor: Actor,
  { projectID, name }: z.output<typeof renameTemplateEndpoint.body>,
): Promise<string> =>
  transact(db, async (trx) => {
    const locked = ownedTemplates(trx, actor).where('projects.id', '=', projectID).select('projects.name')
    const before = await forUpdate(trx, locked, ['projects']).executeTakeFirst()
    if (!before) throw new AppError('not_found')
    const update = updateOneProject(trx, actor, projectID)
      .set({ name, name_key: nameKey(name), updated_at: isoTime(clock) })
      .set((eb) => ({ version: eb('projects.version', '+', 1) }))
      .execute()
    await orTaken(update, nameTaken(name, true))
    if (name !== before.name)
      await writeEvents(trx, clock, actor, projectID, [
        { kind: 'project changed', before: { name: before.name }, after: { name } },
      ])
    return before.name
  })

/** Throws `not_found` for the template, `project_name_taken`, and `plan_limit` if the settings enforce it. */
export const createFromTemplate = async (
  db: Database,
  clock: Clock,
  actor: Actor,
  { projectID, inputs, files = true }: z.output<typeof createFromTemplateEndpoint.body>,
  settings: PlanSettings,
): Promise<{ projectID: number; eventID: number }> =>
  transact(db, async (trx) => {
    const template = await ownedTemplates(trx, actor)
      .where('projects.id', '=', projectID)
      .select(['projects.name', 'projects.cover_upload_id as cover'])
      .executeTakeFirst()
    if (!template) throw new AppError('not_found')
    const { client = '', address2 = '', ...others } = inputs
    const values: ProjectValues = { client, address2, ...others }
    const contents = await lockContents(trx, actor, projectID)
    const cover = files ? template.cover : null
    const newProjectID = await insertOwnProject(trx, clock, actor, { ...values, cover }, settings)
    const { items, parts } = await putContents(trx, clock, actor, newProjectID, contents, files)
    const after = { ...values, items, template: template.name }
    const event: DomainEvent = { kind: 'project created from template', before: null, after }
    return {
      projectID: newProjectID,
      eventID: await writeEventWithParts(trx, clock, actor, newProjectID, event, parts),
    }
  })
