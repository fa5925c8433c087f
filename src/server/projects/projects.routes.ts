import { createProject, deleteProject, listProjects, updateProject } from '../../shared/projects/projects.api.ts'
import type { Serve } from '../platform/http/serve.ts'
import type { Services } from '../services.ts'
import * as projects from './projects.repo.ts'

export const projectRoutes = (serve: Serve, services: Services): void => {
  const { db, clock, config } = services

  serve(listProjects, async ({ actor }) => {
    const all = await projects.listProjects(db, actor)
    return all.projects.length + all.templates.length === 0 ? null : all
  })

  serve(createProject, ({ actor, body: { inputs }, once }) =>
    once(async (trx) => {
      const projectID = await projects.createProject(trx, clock, actor, inputs, config)
      return { projectID, message: `Created project "${inputs.name}"` }
    }),
  )

  serve(updateProject, async ({ actor, body: { projectID, inputs } }) => {
    await projects.updateProject(db, clock, actor, projectID, inputs)
    return { message: 'Successfully updated the project!' }
  })

  serve(deleteProject, async ({ actor, query }) => {
    const { kind, name, trashID } = await projects.deleteProject(db, clock, actor, query.projectID)
    return { message: `Deleted ${kind} "${name}"`, trashID }
  })
}
