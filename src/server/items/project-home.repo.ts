import type { EmergencyFact, News, Project } from '../../shared/projects/projects.api.ts'
import type { Right } from '../../shared/contract/rights.ts'
import { newsColumns, newsOf } from '../history/activity.repo.ts'
import { AppError } from '../platform/http/app-error.ts'
import { may, readableProjectsOrTemplates } from '../platform/db/access/core.ts'
import { cover } from '../projects/covers.access.ts'
import { countOfPhotos } from '../projects/projects.access.ts'
import type { Actor } from '../platform/db/actor.ts'
import type { Database } from '../platform/db/database.ts'
import { hasEmergency, listEmergencyFacts } from './emergency/emergency.repo.ts'

/** Throws `not_found`, for absent projects and those of strangers alike. */
export const readProjectHome = async (
  db: Database,
  actor: Actor,
  projectID: number,
): Promise<{
  project: Project
  cover: string | null
  may: Right
  template: boolean
  news: News | null
  unsorted: number
  emergency: EmergencyFact[]
}> => {
  const row = await readableProjectsOrTemplates(db, actor)
    .where('projects.id', '=', projectID)
    .select(['projects.id as projectID', 'projects.name', 'projects.client', 'projects.address', 'projects.address2'])
    .select(['projects.city', 'projects.state', 'projects.zip', 'projects.template'])
    .select(cover('projects'))
    .select(may(actor))
    .select(newsColumns(db, actor, projectID))
    .select(countOfPhotos(db).as('unsorted'))
    .select(hasEmergency(db, actor, projectID).as('isPrepared'))
    .executeTakeFirst()
  if (!row) throw new AppError('not_found')
  const { may: right, cover: remote, template, newEvents, newSince, unsorted, isPrepared, ...project } = row
  return {
    project,
    cover: remote,
    may: right,
    template: template === 1,
    news: newsOf({ newEvents, newSince }),
    unsorted: unsorted ?? 0,
    emergency: isPrepared && template !== 1 ? await listEmergencyFacts(db, actor, projectID) : [],
  }
}
