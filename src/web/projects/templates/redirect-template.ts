import { redirect } from 'react-router'
import { ApiError } from '../../lib/errors.ts'
import { paths } from '../../lib/paths.ts'

/** Error handler for pages that exist for projects only: redirects a template to the screen that says so. */
export const redirectTemplate =
  (projectID: number) =>
  (error: unknown): never => {
    if (error instanceof ApiError && error.code === 'not_for_templates')
      throw redirect(`${paths.projectHome(projectID)}&lacks=1`)
    throw error
  }
