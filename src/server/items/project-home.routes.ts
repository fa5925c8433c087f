import { createSampleProject, getProject } from '../../shared/projects/projects.api.ts'
import type { Serve } from '../platform/http/serve.ts'
import type { Services } from '../services.ts'
import { readProjectHome } from './project-home.repo.ts'
import { addSampleProject } from './sample-project.service.ts'

export const projectHomeRoutes = (serve: Serve, services: Services): void => {
  serve(getProject, async ({ actor, query }) => readProjectHome(services.db, actor, query.projectID))

  serve(createSampleProject, ({ actor, once }) =>
    addSampleProject(services, actor, (add) =>
      once(async (trx) => {
        const { projectID, name } = await add(trx)
        return { projectID, message: `Created project "${name}"` }
      }),
    ),
  )
}
